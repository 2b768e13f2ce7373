"""From scores of labels to labels: a threshold that is given, or one that keeps the number of labels."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_array

from hedgerow.foundation.constraints import Number, Word, check
from hedgerow.foundation.training_set import read_weights

THRESHOLD = Number(0, 1, "left") | Word("pcut")
PLAIN = 0.5  # what stands in for a threshold that could not be learned
_ROUNDING = 1e-9  # gaps that differ by less are the same


def pcut(scores: Any, cardinality: float, sample_weight: Any = None) -> float:
    r"""The one threshold at which rows have as many labels, on average, as they should have.

    .. math:: t = \arg\min_t \left| \text{LCard} - \frac{1}{n} \sum_i \sum_l [W_{il} \ge t] \right|

    over the distinct scores; of equally good ones the largest.

    Parameters
    ----------
    scores : array-like of shape (n_samples, n_labels)
        Score of each label for each row, of rows that were not learned from.
    cardinality : float
        Mean number of labels that a row should have: that of the training rows.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    float
        A label is on where its score is at least that.

    See Also
    --------
    ChainEnsembleClassifier, PrunedSetsEnsembleClassifier, RAkELClassifier

    Notes
    -----
    Estimators learn it at fit from rows left out, not from the rows that are predicted.

    Cost: O(N L log(N L)).

    References
    ----------
    J. Read, B. Pfahringer, G. Holmes and E. Frank, Classifier chains for multi-label classification, ECML PKDD, 2009,
    pp. 254-269.

    Examples
    --------
    >>> pcut([[0.9, 0.6, 0.1], [0.8, 0.4, 0.3], [0.2, 0.7, 0.5], [0.6, 0.1, 0.05]], cardinality=1.5)
    0.5
    """
    table: NDArray[np.float64] = check_array(scores, dtype=np.float64, input_name="scores")
    check("cardinality", cardinality, Number(0, closed="left"))
    weights = read_weights(sample_weight, len(table))
    weights = np.ones(len(table)) if weights is None else weights
    values, places = np.unique(table, return_inverse=True)
    per_value = np.bincount(places.ravel(), np.repeat(weights, table.shape[1]), values.size)
    n_on = per_value[::-1].cumsum()[::-1] / weights.sum()  # labels a row has at each threshold
    gaps = np.abs(cardinality - n_on)
    return float(values[np.flatnonzero(gaps <= gaps.min() + _ROUNDING)[-1]])


def cut(scores: NDArray[np.float64], threshold: float, *, calibrated: bool) -> NDArray[np.bool_]:
    """Labels whose score is above the threshold; or, as PCut counts, at it, but never those that have none.

    Examples
    --------
    >>> scores = np.array([[0.0, 0.5, 0.7]])
    >>> cut(scores, 0.5, calibrated=False), cut(scores, 0.5, calibrated=True)
    (array([[False, False,  True]]), array([[False,  True,  True]]))
    """
    if calibrated:
        return np.asarray((scores >= threshold) & (scores > 0))
    return np.asarray(scores > threshold)
