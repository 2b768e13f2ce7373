"""How good predictions of many labels are: label by label, row by row, and as a ranking."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.metrics import coverage_error, label_ranking_average_precision_score, label_ranking_loss
from sklearn.utils import check_array

from hedgerow.foundation.training_set import read_weights
from hedgerow.many_labels.label_table import LabelTable

_LOSSES = ("hamming_loss", "one_error", "coverage", "ranking_loss")


@dataclass(frozen=True)
class MultiLabelReport:
    """Measures of many labels; see `multi_label_report`.

    Attributes
    ----------
    hamming_loss : float
        Share of all labels of all rows that are wrong.
    subset_accuracy : float
        Share of the rows whose labels are all right.
    jaccard, precision, f1 : float
        Of the set of labels that was predicted for a row against its own, on average over rows.
    micro_f1 : float
        F1 of all labels of all rows together.
    macro_f1 : float
        F1 of each label, on average over labels.
    cardinality, predicted_cardinality : float
        Mean number of labels that rows have, and that were predicted.
    one_error : float
        Share of the rows whose best label is wrong.
    coverage : float
        How many wrong steps down the ranking it takes, on average, until all labels of a row are found.
    ranking_loss : float
        Share of the pairs of a right and a wrong label that are in the wrong order.
    average_precision : float
        Of the labels that are ranked no lower than a right one, the share that is right.
    """

    hamming_loss: float
    subset_accuracy: float
    jaccard: float
    precision: float
    f1: float
    micro_f1: float
    macro_f1: float
    cardinality: float
    predicted_cardinality: float
    one_error: float
    coverage: float
    ranking_loss: float
    average_precision: float

    def frame(self) -> pd.DataFrame:
        """Every measure by name: its ``value``, and whether ``greater_is_better`` (None: neither)."""
        values = asdict(self)
        better = [None if "cardinality" in name else name not in _LOSSES for name in values]
        return pd.DataFrame(
            {"value": list(values.values()), "greater_is_better": better},
            index=pd.Index(values, name="measure"),
        )


def multi_label_report(
    Y: Any, predictions: Any, scores: Any = None, *, sample_weight: Any = None
) -> MultiLabelReport:
    """Measure predictions of many labels.

    Parameters
    ----------
    Y : array-like, sparse matrix or data frame of shape (n_samples, n_labels)
        The labels, 0 and 1.
    predictions : array-like, sparse matrix or data frame of shape (n_samples, n_labels)
        What was predicted, 0 and 1.
    scores : array-like of shape (n_samples, n_labels), default=None
        Scores of the labels, by which they are ranked; without them the four measures of rankings are NaN.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    MultiLabelReport

    See Also
    --------
    BinaryRelevanceClassifier

    Notes
    -----
    Where a row has no label and none is predicted, its Jaccard index, precision and F1 are 1; where only one of the two
    sets is empty, they are 0. A label that is never on and never predicted has an F1 of 1. Rankings are judged on
    rows that have a label, the ranking loss on those that lack one too; NaN where there are none. The best label is the
    first of those with the largest score; elsewhere equal scores count as in the wrong order. ``coverage`` counts from
    0, as the papers do: scikit-learn's is larger by the number of labels it finds at least, one.

    Formula::

        Jaccard |Y & Z| / |Y | Z| of a row; Hamming loss: share of wrong cells; rankings from the scores.

    Cost: O(N L log L).

    References
    ----------
    R. Schapire and Y. Singer, BoosTexter: a boosting-based system for text categorization, Machine Learning 39, 2000,
    pp. 135-168.

    S. Godbole and S. Sarawagi, Discriminative methods for multi-labeled classification, PAKDD, 2004.

    Examples
    --------
    >>> Y = [[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 0]]
    >>> report = multi_label_report(Y, [[1, 1, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]])
    >>> report.subset_accuracy, round(report.f1, 4), report.macro_f1
    (0.25, 0.5417, 0.5)
    """
    truth, said = LabelTable.read(Y).on, LabelTable.read(predictions).on
    if truth.shape != said.shape:
        raise ValueError(f"Y has shape {truth.shape} and predictions have shape {said.shape}; pass the same")
    weights = read_weights(sample_weight, len(truth))
    weights = np.ones(len(truth)) if weights is None else weights
    ranking = (np.nan,) * 4 if scores is None else _judge_ranking(truth, scores, weights)
    return MultiLabelReport(*_judge_sets(truth, said, weights), *ranking)


def _judge_sets(
    truth: NDArray[np.bool_], said: NDArray[np.bool_], weights: NDArray[np.float64]
) -> tuple[float, ...]:
    both, either = (truth & said).sum(axis=1), (truth | said).sum(axis=1)
    n_true, n_said = truth.sum(axis=1), said.sum(axis=1)
    empty = either == 0
    by_row = (
        (truth != said).mean(axis=1),
        (truth == said).all(axis=1),
        _divide(both, either, empty),
        _divide(both, n_said, empty),
        _divide(2 * both, n_true + n_said, empty),
    )
    agreed, total = weights @ (truth & said), weights @ truth + weights @ said
    micro = _divide(2 * agreed.sum(keepdims=True), total.sum(keepdims=True), np.array([total.sum() == 0]))
    return (
        *(float(np.average(each, weights=weights)) for each in by_row),
        float(micro[0]),
        float(_divide(2 * agreed, total, total == 0).mean()),
        float(np.average(n_true, weights=weights)),
        float(np.average(n_said, weights=weights)),
    )


def _divide(part: NDArray[Any], whole: NDArray[Any], is_perfect: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Shares; of nothing, 1 where nothing is right and 0 elsewhere."""
    return np.asarray(np.divide(part, whole, out=is_perfect.astype(np.float64), where=whole > 0))


def _judge_ranking(truth: NDArray[np.bool_], scores: Any, weights: NDArray[np.float64]) -> tuple[float, ...]:
    table: NDArray[np.float64] = check_array(scores, dtype=np.float64, input_name="scores")
    if table.shape != truth.shape:
        raise ValueError(f"scores have shape {table.shape} and Y has shape {truth.shape}; pass the same")
    some = truth.any(axis=1) & (weights > 0)
    mixed = some & ~truth.all(axis=1)
    if not some.any():
        return (np.nan,) * 4
    if truth.shape[1] == 1:  # one label, which comes first; scikit-learn would take the column for a class
        return 0.0, 0.0, np.nan, 1.0
    best = table[some].argmax(axis=1)
    wrong = ~truth[some][np.arange(len(best)), best]
    lost = np.nan
    if mixed.any():
        lost = float(label_ranking_loss(truth[mixed], table[mixed], sample_weight=weights[mixed]))
    return (
        float(np.average(wrong, weights=weights[some])),
        float(coverage_error(truth[some], table[some], sample_weight=weights[some])) - 1,
        lost,
        float(label_ranking_average_precision_score(truth[some], table[some], sample_weight=weights[some])),
    )
