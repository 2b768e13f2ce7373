"""Which members vote depends on the row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Number, Word, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.many_labels.nearest import learn_probabilities
from hedgerow.outputs import Outputs
from hedgerow.tables.distances import Differences, find_nearest, split_into_blocks

Floats = NDArray[np.float64]

_THRESHOLDS = np.arange(10, 20) / 20  # that are tried for the greatest precision


@configurable
class InstanceSelection(BaseEstimator):
    r"""For each row only those members vote that are probably right about it.

    Whether member t is right about row i is a label of the row, one of as many as there are members. A learner of many
    labels at once, ML-kNN, learns them from rows that the members were not fitted on: of the k rows next to x, member
    t is right about d, and by Bayes' rule

    .. math:: P(\text{right} \mid d) = \frac{P_1 P(d \mid 1)}{P_1 P(d \mid 1) + (1 - P_1) P(d \mid 0)},

    with probabilities that are smoothed shares. Members above a threshold vote; where there is none, the most probable.

    Parameters
    ----------
    rule : {"ml_knn", "knora_e", "knora_u", "overall_local_accuracy"}, default="ml_knn"
        How neighbours choose. Others than ML-kNN: the members that are right about all neighbours, or, where there is
        none, about all of the nearest few ("knora_e"); each member with as many votes as it is right about neighbours
        ("knora_u"); the members that are right about most neighbours ("overall_local_accuracy").
    n_neighbours : int, default=10
        k.
    smoothing : float, default=1.0
        What is added to each count of ML-kNN.
    threshold : float or "precision", default=0.5
        How probable ML-kNN must find it that a member is right. "precision" looks for the threshold at which the
        largest share of the chosen members are right, each row evaluated by the others.

    See Also
    --------
    ForwardSelection

    Notes
    -----
    Members whose answers are known out of bag are evaluated by the k nearest of the rows that they were not fitted on.
    Weights of rows count in the probabilities, not among neighbours. For classes only. Numbers are scaled and
    categories compared before distances are measured. KNORA-E, KNORA-U and overall local accuracy are rules of the
    same method.

    Cost: O(N F) for the distances of a row and O(T k) to count.

    References
    ----------
    F. Markatopoulou, G. Tsoumakas and I. Vlahavas, Instance-based ensemble pruning via multi-label classification,
    ICTAI, 2010.

    A. Ko, R. Sabourin and A. Britto, From dynamic classifier selection to dynamic ensemble selection, Pattern
    Recognition 41, 2008.

    M.-L. Zhang and Z.-H. Zhou, ML-KNN: a lazy learning approach to multi-label learning, Pattern Recognition 40, 2007.

    Examples
    --------
    >>> left, right = [[0.0], [1.0], [2.0]], [[10.0], [11.0], [12.0]]
    >>> outputs = Outputs.from_predictions([[0, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 1]], truth=[0, 1, 0, 1, 0, 1])
    >>> chooser = InstanceSelection(n_neighbours=2).learn(outputs, np.array(left + right))
    >>> chooser.choose(np.array([[0.4], [11.4]]))
    array([[1., 0.],
           [0., 1.]])
    """

    rule: str = parameter(
        Word("ml_knn", "knora_e", "knora_u", "overall_local_accuracy"), default="ml_knn", kw_only=False
    )
    n_neighbours: int = parameter(Count(), default=10, kw_only=False)
    smoothing: float = parameter(Number(0, closed="right"), default=1.0, kw_only=False)
    threshold: float | str = parameter(Number(0, 1) | Word("precision"), default=0.5, kw_only=False)

    def learn(
        self, outputs: Outputs, X: NDArray[Any], is_categorical: NDArray[np.bool_] | None = None
    ) -> InstanceChooser:
        """Learn where each member is right.

        Parameters
        ----------
        outputs : Outputs
            What the members said about the rows, with the truth.
        X : ndarray of shape (n_samples, n_features)
            The rows.
        is_categorical : ndarray of bool of shape (n_features,), default=None
            Which columns are categories.
        """
        check_parameters(self)
        predicted = np.array(outputs.covered())
        neighbours = Neighbours(
            Differences.learn(np.asarray(X, dtype=np.float64), is_categorical),
            outputs.correct(),
            predicted,
            min(self.n_neighbours, max(outputs.n_samples - 1, 1)),
        )
        chooser = InstanceChooser(neighbours, self.rule, None, 0.5)
        if self.rule != "ml_knn":
            return chooser
        n_right = neighbours.count(None)
        weights = (predicted * outputs.row_weights()).T
        table = learn_probabilities(
            n_right.T, neighbours.correct.T, weights, neighbours.n_neighbours, self.smoothing
        )
        threshold = (
            _find_threshold(_read_table(table, n_right), neighbours, outputs.row_weights())
            if isinstance(self.threshold, str)
            else float(self.threshold)
        )
        return InstanceChooser(neighbours, self.rule, table, threshold)


@dataclass(frozen=True, eq=False)
class Neighbours:
    """Known rows, and who is right about them.

    Parameters
    ----------
    known : Differences
        The rows.
    correct, predicted : ndarray of bool of shape (n_members, n_samples)
        Whether a member is right about a row, and whether it predicts it.
    n_neighbours : int
        k.
    """

    known: Differences
    correct: NDArray[np.bool_]
    predicted: NDArray[np.bool_]
    n_neighbours: int

    def count(self, X: NDArray[Any] | None) -> NDArray[np.intp]:
        """Number of the k rows next to each row that a member is right about, (n_members, n_rows).

        The known rows themselves, each without itself, when X is None.
        """
        return np.concatenate([right.sum(axis=2) for right in self.look_around(X)], axis=1)

    def look_around(self, X: NDArray[Any] | None) -> list[NDArray[np.intp]]:
        """Blocks of rows: whether a member is right about each of k neighbours, the nearest first."""
        n_rows = len(self.known.rows) if X is None else len(X)
        # So many rows that 2 k of them are out of a member's bag, on average.
        share = self.predicted.mean()
        pool = self.n_neighbours if share == 1 else int(np.ceil(2 * self.n_neighbours / share))
        pool = min(pool, len(self.known.rows))
        blocks = split_into_blocks(n_rows, max(len(self.known.rows), pool * len(self.correct)))
        return [self._look(X, block, pool) for block in blocks]

    def _look(self, X: NDArray[Any] | None, block: slice, pool: int) -> NDArray[np.intp]:
        rows = self.known.rows[block] if X is None else self.known.scaled(np.asarray(X[block]))
        apart = self.known.distances(rows)
        if X is None:
            apart[np.arange(len(rows)), np.arange(block.start, block.stop)] = np.inf
        near = find_nearest(apart, pool)
        order = np.take_along_axis(apart, near, axis=1).argsort(axis=1, kind="stable")
        near = np.take_along_axis(near, order, axis=1)
        right, predicted = self.correct[:, near], self.predicted[:, near]
        if predicted.all():
            return right[:, :, : self.n_neighbours].astype(np.intp)
        # The k nearest that the member was not fitted on come first; the others count as wrong.
        first = np.argsort(~predicted, axis=2, kind="stable")[:, :, : self.n_neighbours]
        return np.take_along_axis(right & predicted, first, axis=2).astype(np.intp)


@dataclass(frozen=True, eq=False)
class InstanceChooser:
    """Knows for any row which members vote.

    Parameters
    ----------
    neighbours : Neighbours
        Known rows.
    rule : str
        How they choose.
    table : ndarray of shape (n_members, k + 1) or None
        Of ML-kNN: how probably a member is right that is right about 0, 1, ..., k neighbours.
    threshold : float
        Of ML-kNN: how probable it must be.
    """

    neighbours: Neighbours
    rule: str
    table: Floats | None
    threshold: float

    def scores(self, X: NDArray[Any] | None) -> Floats:
        """How probable it is that each member is right (of ML-kNN), or how many neighbours say so."""
        n_right = self.neighbours.count(X)
        return n_right.astype(np.float64) if self.table is None else _read_table(self.table, n_right)

    def choose(self, X: NDArray[Any] | None) -> Floats:
        """Combination weights of each member about each row, (n_members, n_rows); 0 for those that are not predicted.

        The known rows, each by the others, when X is None.
        """
        if self.rule == "knora_e":
            return np.concatenate([_eliminate(right) for right in self.neighbours.look_around(X)], axis=1)
        scores = self.scores(X)
        if self.rule == "knora_u":
            return np.where(scores.any(axis=0), scores, 1.0)
        least = self.threshold if self.rule == "ml_knn" else np.inf
        return _pick(scores, least)


def _pick(scores: Floats, threshold: float) -> Floats:
    above = scores > threshold
    best = scores >= scores.max(axis=0) - 1e-12
    return np.where(above.any(axis=0), above, best).astype(np.float64)


def _eliminate(right: NDArray[np.intp]) -> Floats:
    """Members that are right about the longest run of nearest neighbours; all, where nobody knows the nearest."""
    run = np.cumprod(right, axis=2).sum(axis=2)
    return np.asarray(run == run.max(axis=0), dtype=np.float64)


def _read_table(table: Floats, n_right: NDArray[np.intp]) -> Floats:
    return np.take_along_axis(table, n_right, axis=1)


def _find_threshold(scores: Floats, neighbours: Neighbours, weights: Floats) -> float:
    """The threshold above which the largest share of the chosen members is right, on average over rows."""
    precisions = []
    for threshold in _THRESHOLDS:
        chosen = _pick(scores, threshold) * neighbours.predicted
        totals = chosen.sum(axis=0)
        right = (chosen * neighbours.correct).sum(axis=0)
        shares = np.divide(right, totals, out=np.zeros(len(totals)), where=totals > 0)
        precisions.append(shares @ weights / weights.sum())
    return float(_THRESHOLDS[int(np.round(precisions, 12).argmax())])
