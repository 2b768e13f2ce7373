"""How sure a mean over folds is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.comparison import interval_half_width
from hedgerow.trials.folds import FoldPlan
from hedgerow.trials.metrics import Metric


def find_interval(scores: NDArray[np.float64], plan: FoldPlan, metric: Metric) -> tuple[float, float]:
    """The 95 % interval of a mean score: corrected for folds that share rows, and within what the metric allows.

    The t interval of a method without a single error has no width, and would call it perfect for ever. Its interval
    ends where so good a record would be seen once in twenty times: at ``0.05 ** (1 / n)`` of n rows that are all
    right. For metrics that count classes alike, a class counts no more rows than the rarest has; where that is not
    known, a fold counts as one.

    Parameters
    ----------
    scores : ndarray of shape (n_splits,)
        A score for each fold.
    plan : FoldPlan
        How the table was divided.
    metric : Metric
        What the scores are; whatever the t distribution allows, no accuracy is above 1.

    Returns
    -------
    low, high : float
        NaN where a score is.

    Examples
    --------
    >>> from hedgerow.trials.metrics import METRICS
    >>> low, high = find_interval(np.array([1.0, 0.9, 1.0, 1.0, 1.0]), FoldPlan(5, 1, 50, 50), METRICS["accuracy"])
    >>> round(low, 3), high
    (0.897, 1.0)
    """
    if (metric.lowest, metric.highest) == (0.0, 1.0) and (scores == metric.perfect).all():
        n_right = plan.n_used if metric.is_mean else plan.n_even or plan.n_folds
        lost = 1 - 0.05 ** (1 / n_right)
        return (1.0 - lost, 1.0) if metric.higher_is_better else (0.0, lost)
    mean = float(np.mean(scores))
    half = float(interval_half_width(scores, test_to_train=1 / (plan.n_folds - 1)))
    return metric.clip(mean - half), metric.clip(mean + half)
