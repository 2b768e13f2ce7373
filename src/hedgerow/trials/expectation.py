"""How sure a mean score is, and what to expect of the best of several methods, whose own score has had luck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.comparison import interval_half_width
from hedgerow.trials.folds import FoldPlan
from hedgerow.trials.metrics import Metric


@dataclass(frozen=True, eq=False)
class Expectation:
    """How well it does to try several methods and to keep the best. Made by `expect_of_best`.

    Parameters
    ----------
    metric : Metric
        What the scores are.
    scores : ndarray of shape (n_splits,)
        On each fold, the score of the method that is best on the other folds of the same division.
    low, high : float
        The 95 % interval of the mean, corrected for folds that share training rows.
    picks : mapping of str to int
        How many folds each method was best for; methods that were never best are left out.
    n_methods : int
        Methods that took part.
    """

    metric: Metric
    scores: NDArray[np.float64]
    low: float
    high: float
    picks: Mapping[str, int]
    n_methods: int

    @property
    def score(self) -> float:
        """Mean score."""
        return float(np.mean(self.scores))

    @property
    def sentence(self) -> str:
        """The estimate in words."""
        write = self.metric.write
        names = sorted(self.picks, key=lambda name: -self.picks[name])
        times = [
            f"{name} {self.picks[name]} times" if self.picks[name] > 1 else f"{name} once" for name in names
        ]
        picked = f"{names[0]} each time" if len(names) == 1 else ", ".join(times)
        return (
            f"From trying {self.n_methods} methods and keeping the best expect {self.metric.title} {write(self.score)} "
            f"({write(self.low)} to {write(self.high)}): the score on each fold of the method that is best on the "
            f"other folds ({picked})."
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words and mappings."""
        return {
            "score": self.score,
            "low": self.low,
            "high": self.high,
            "picks": dict(self.picks),
            "sentence": self.sentence,
        }


def expect_of_best(scores: Mapping[str, NDArray[np.float64]], plan: FoldPlan, metric: Metric) -> Expectation:
    """Estimate how well it does to try methods by cross-validation and to keep the best.

    The best of several cross-validated means is optimistic: the more methods there are, the luckier the luckiest is
    (Cawley & Talbot 2010). So the folds that choose a method must not score it. For each fold the method with the best
    mean on the other folds of the same division is chosen, and its score on this fold counts.

    Parameters
    ----------
    scores : mapping of str to ndarray of shape (n_splits,)
        Scores of each method on the same folds, those of one division next to each other. The first of equals is best.
    plan : FoldPlan
        How the table was divided.
    metric : Metric
        What the scores are.

    Returns
    -------
    Expectation

    Notes
    -----
    Luck that does not come from the rows themselves is removed wholly. Some remains where methods differ in what they
    learn from, for the models that choose on the other folds have learned from the rows of this one: of eight methods
    that each look at one column of noise, on 60 rows, the best has a mean accuracy of 0.61, this estimate is 0.53, and
    0.50 is true. Nested cross-validation (Varma & Simon 2006) has no such rest, and takes as many further fits for each
    fold as there are folds. As all scores of a cross-validation, this one is about methods that learn from fewer rows
    than there are.

    References
    ----------
    S. Varma and R. Simon, Bias in error estimation when using cross-validation for model selection, BMC Bioinformatics
    7:91, 2006.
    G. C. Cawley and N. L. C. Talbot, On over-fitting in model selection and subsequent selection bias in performance
    evaluation, Journal of Machine Learning Research 11, 2010, pp. 2079-2107.

    Examples
    --------
    >>> from hedgerow.trials.metrics import METRICS
    >>> lucky = {"one": np.array([0.9, 0.4]), "other": np.array([0.4, 0.8])}
    >>> expect_of_best(lucky, FoldPlan(2, 1, 20, 20), METRICS["accuracy"]).scores
    array([0.4, 0.4])
    """
    names = list(scores)
    # folds[r, f, m]: method m on fold f of division r.
    folds = np.stack([scores[name] for name in names], axis=-1).reshape(-1, plan.n_folds, len(names))
    others = [np.delete(folds, fold, axis=1).mean(axis=1) for fold in range(plan.n_folds)]
    best = metric.gain(np.stack(others, axis=1)).argmax(axis=-1)
    picked = np.take_along_axis(folds, best[..., np.newaxis], axis=-1).ravel()
    low, high = find_interval(picked, plan, metric)
    counts = np.bincount(best.ravel(), minlength=len(names))
    picks = {name: int(count) for name, count in zip(names, counts, strict=True) if count}
    return Expectation(metric, picked, low, high, picks, len(names))


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
