"""Relevance in context: how a feature tells a row from its neighbours of another class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Word, check
from hedgerow.relevance.labelled_table import read_labelled_table
from hedgerow.tables.distances import Differences, Metric, Scaling, find_nearest, split_into_blocks

_WEIGHTINGS = ("none", "inverse_square")


@dataclass(frozen=True, eq=False)
class ContextualRelevance:
    """Scores of the features, and what each row adds to them.

    Parameters
    ----------
    names : tuple of str
        The features.
    scores : ndarray of shape (n_features,)
        Score of each feature; more is better.
    rows : ndarray of shape (n_rows,)
        Positions of the rows that were looked at.
    values : ndarray of shape (n_rows, n_features)
        What each of them says about each feature.
    """

    names: tuple[str, ...]
    scores: NDArray[np.float64]
    rows: NDArray[np.intp]
    values: NDArray[np.float64]

    def frame(self) -> pd.DataFrame:
        """One row per feature, in the order of the table: ``feature``, ``score`` and ``rank`` (1 is the best)."""
        frame = pd.DataFrame({"feature": self.names, "score": self.scores})
        return frame.assign(rank=frame["score"].rank(ascending=False, method="min").astype(int))

    def local_frame(self) -> pd.DataFrame:
        """One row per row of the table that was looked at, one column per feature."""
        return pd.DataFrame(self.values, index=pd.Index(self.rows, name="row"), columns=list(self.names))


def contextual_relevance(
    X: Any,
    y: ArrayLike,
    *,
    hits: bool = False,
    n_neighbours: int | None = None,
    weighting: str = "none",
    scaling: Scaling | None = None,
    n_rows: int | None = None,
    random_state: int | np.random.RandomState | None = None,
) -> ContextualRelevance:
    r"""Score features by how they tell rows from their nearest rows of other classes.

    A feature that separates rows which are alike in everything else is relevant there, even if it says nothing on
    its own, as in a parity problem. Without `hits` this is the contextual relevance of Hong: with the K nearest rows
    :math:`NN_i` of any other class,

    .. math:: s(f) = \sum_i \sum_{j \in NN_i} |x_i(f) - x_j(f)|.

    With `hits` it is ReliefF: neighbours of the same class should agree, so what they differ by is taken off. With
    the K nearest rows :math:`H_i` of the same class and :math:`M_i^c` of every other class c, of prior :math:`P_c`,

    .. math:: s(f) = \frac{1}{m} \sum_i \left[ \sum_{c \ne y_i} \frac{P_c}{1 - P_{y_i}}
        \frac{1}{|M_i^c|} \sum_{j \in M_i^c} |x_i(f) - x_j(f)| - \frac{1}{|H_i|} \sum_{j \in H_i} |x_i(f) - x_j(f)|
        \right],

    which lies in [-1, 1] where differences do; one neighbour and two classes make it RELIEF.

    Parameters
    ----------
    X : array-like or data frame of shape (n_samples, n_features)
        The features; columns of a data frame may hold categories. Values may be missing.
    y : array-like of shape (n_samples,)
        Class labels.
    hits : bool, default=False
        Whether neighbours of the same class count against a feature.
    n_neighbours : int or None, default=None
        K; fewer where a class has fewer rows. None for :math:`\lceil \log_2 n \rceil` without hits, as Hong has it, and
        10 with them, as Kononenko has it.
    weighting : {"none", "inverse_square"}, default="none"
        Whether a neighbour counts with :math:`1 / D^2` of its distance, as Hong proposed; with hits the weights of a
        class sum to one.
    scaling : {"standard", "range", "none"} or None, default=None
        What differences of numbers are divided by. None for the standard deviation without hits and the range with
        them.
    n_rows : int or None, default=None
        Number m of rows to draw and look at; None for all. Neighbours are sought among all rows.
    random_state : int, RandomState or None, default=None
        Where the draw comes from.

    Returns
    -------
    ContextualRelevance
        Scores, and the share of each row in them: without hits the score is their sum, with hits their mean.

    See Also
    --------
    class_relevance, LocalFeatureClassifier

    Notes
    -----
    Distances are Euclidean without hits and sums of differences with hits. Categories differ by 0 or 1. For missing
    values the expected difference within the class is taken (see `hedgerow.tables.distances`). Of rows at the same
    distance the first are neighbours. A neighbour at distance 0 differs in nothing and adds nothing, whatever its
    weight. Irrelevant features blur the distances: with many of them the scores are worth little. Columns are divided
    by their standard deviation; Hong's weights 1 / D^2 are optional.

    Cost: O(N^2 F) time, in blocks of rows of bounded memory.

    **RELIEF and ReliefF.** A feature should differ between near rows of different classes and agree between near rows
    of one.

    This is ``hits=True``. All rows are looked at unless a number is given. A missing number differs by the mean
    difference to the known values of the class; Kononenko defines it for categories only. A class with fewer rows than
    K neighbours counts with those it has.

    Cost: O(m N F) for m rows, in blocks of rows of bounded memory.

    Paper: K. Kira and L. Rendell, A practical approach to feature selection, ICML 1992, pp. 249-256; I. Kononenko,
    Estimating attributes: analysis and extensions of RELIEF, ECML 1994, pp. 171-182.

    References
    ----------
    S. Hong, Use of contextual information for feature ranking and discretization, IEEE Transactions on Knowledge and
    Data Engineering 9, 1997, pp. 718-730.

    Examples
    --------
    >>> from hedgerow.datasets import make_parity
    >>> sample = make_parity(n_samples=200, n_noise=3, random_state=0)
    >>> contextual_relevance(sample.frame().drop(columns="y"), sample.y, hits=True).frame().round(2)
      feature  score  rank
    0      x1   0.50     2
    1      x2   0.50     1
    2      x3  -0.09     3
    3      x4  -0.12     4
    4      x5  -0.12     5
    """
    check("weighting", weighting, Word(*_WEIGHTINGS))
    check("n_neighbours", n_neighbours, Count() | None)
    check("n_rows", n_rows, Count() | None)
    training = read_labelled_table(X, y)
    table, n_classes = training.X, training.n_classes or 0
    size = n_neighbours or (10 if hits else max(1, int(np.ceil(np.log2(len(table))))))
    known = Differences.learn(
        table, training.categorical, scaling=scaling or ("range" if hits else "standard"), groups=training.y
    )
    rows = np.arange(len(table))
    if n_rows is not None:
        drawn = min(n_rows, len(table))
        rows = np.sort(check_random_state(random_state).permutation(len(table))[:drawn])
    values = np.zeros((len(rows), table.shape[1]))
    for block in split_into_blocks(len(rows), len(table)):
        values[block] = _look_around(known, rows[block], n_classes, size, hits, weighting)
    return ContextualRelevance(
        training.names, values.mean(axis=0) if hits else values.sum(axis=0), rows, values
    )


def _look_around(
    known: Differences, rows: NDArray[np.intp], n_classes: int, size: int, hits: bool, weighting: str
) -> NDArray[np.float64]:
    """What some rows say about each feature, (n_rows, n_features)."""
    labels = known.groups
    metric: Metric = "manhattan" if hits else "euclidean"
    distances = known.distances(known.rows[rows], labels[rows], metric=metric)
    values = np.zeros((len(rows), known.rows.shape[1]))
    counts = np.bincount(labels, minlength=n_classes)
    for own in np.unique(labels[rows]):
        mine = np.flatnonzero(labels[rows] == own)
        for others, factor in _list_sides(counts, own, hits):
            near = np.flatnonzero(np.isin(labels, others))
            apart = distances[np.ix_(mine, near)]
            available = len(near)
            if own in others:  # a row is not its own neighbour
                apart[near == rows[mine, None]] = np.inf
                available -= 1
            if available == 0:
                continue
            found = find_nearest(apart, min(size, available))
            weights = _weigh(np.take_along_axis(apart, found, axis=1), weighting, average=hits)
            for feature in range(values.shape[1]):
                differs = known.compare(feature, known.rows[rows[mine]], near[found], labels[rows[mine]])
                values[mine, feature] += factor * (weights * differs).sum(axis=1)
    return values


def _list_sides(counts: NDArray[np.intp], own: int, hits: bool) -> list[tuple[NDArray[np.intp], float]]:
    """Classes among which neighbours of a row of class `own` are sought together, and how they count."""
    others = np.flatnonzero((np.arange(len(counts)) != own) & (counts > 0))
    if not hits:
        return [(others, 1.0)]
    elsewhere = counts.sum() - counts[own]
    return [(np.array([own]), -1.0), *((others[[at]], counts[c] / elsewhere) for at, c in enumerate(others))]


def _weigh(distances: NDArray[np.float64], weighting: str, *, average: bool) -> NDArray[np.float64]:
    if weighting == "none":
        weights = np.ones_like(distances)
    else:
        weights = np.divide(1.0, distances**2, out=np.zeros_like(distances), where=distances > 0)
    if not average:
        return weights
    totals = weights.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(weights, totals, out=np.zeros_like(weights), where=totals > 0))
