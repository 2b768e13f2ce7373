"""Discriminant codes: a tree of questions about groups of classes that the data tell apart well."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Flag, Number, check, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.tables.distances import split_into_blocks

_MOST_ROWS = 10_000  # of all classes together; their pairs take seconds


@configurable
class Discriminant(BaseEstimator):
    r"""A binary tree over the classes; every node asks which of two groups a row belongs to (DECOC).

    The classes are parted into the two groups that the features tell most about, and so are the classes of each group,
    until every class is by itself: K - 1 columns, with 0 for the classes that a node does not part. What the features
    tell about the groups is their quadratic mutual information, with Gaussian windows over the N rows of the node:

    .. math:: I = \frac{1}{N^2} \Big[ \sum_c \sum_{k, l \in c} G_{kl} + \sum_c p_c^2 \sum_{k, l} G_{kl}
              - 2 \sum_c p_c \sum_{k \in c} \sum_l G_{kl} \Big], \quad p_c = N_c / N.

    Parameters
    ----------
    width : float or None, default=None
        Standard deviation of the windows; None for half the largest distance between two class means.
    max_exhaustive : int, default=10
        Groups of at most as many classes are parted in the best of all ways, larger ones by a floating search that
        moves one class at a time.
    max_rows_per_class : int, default=200
        Rows that are drawn from larger classes.
    standardise : bool, default=True
        Whether features are brought to mean 0 and standard deviation 1 first.

    Attributes
    ----------
    code_ : ndarray of shape (n_classes, n_classes - 1)
        The code. The group with the first class is on side -1; a node comes before those below it, and that side's
        before the other's.
    information_ : ndarray of shape (n_classes - 1,)
        Mutual information of each column, up to the factor that all Gaussian windows share.
    width_ : float
        Standard deviation of the windows.

    See Also
    --------
    MinimalCode

    Notes
    -----
    Sums of windows between classes are found once, K by K; after that the size of the table does not matter. Missing
    values lie at the mean. An ensemble shows indicator columns for categories. Where rows are drawn, they stand for
    those that are left out. Weights of rows multiply windows. At most 10,000 rows are looked at. All groupings are
    tried for at most 10 classes, and a floating search moves one class at a time for more. Windows are half as wide as
    the largest distance between class means. Features are standardised. Of a large class 200 rows are drawn.

    Cost: O(n^2 F) windows for n <= 10,000 drawn rows, once; O(2^m) groupings of m <= 10 classes a node.

    References
    ----------
    O. Pujol, P. Radeva and J. Vitria, Discriminant ECOC: a heuristic method for application dependent design of error
    correcting output codes, IEEE PAMI 28, 2006, pp. 1007-1012.

    K. Torkkola, Feature extraction by non-parametric mutual information maximization, Journal of Machine Learning
    Research 3, 2003.

    P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern Recognition Letters
    15, 1994.

    Examples
    --------
    >>> X = np.array([[0.0], [0.1], [1.0], [1.1], [8.0], [8.1], [9.0], [9.1]])
    >>> y = np.array([0, 0, 1, 1, 2, 2, 3, 3])
    >>> Discriminant().learn(X, y, 4)
    array([[-1, -1,  0],
           [-1,  1,  0],
           [ 1,  0, -1],
           [ 1,  0,  1]], dtype=int8)
    """

    width: float | None = parameter(Number(0, closed="neither") | None, default=None)
    max_exhaustive: int = parameter(Count(2, 20), default=10)
    max_rows_per_class: int = parameter(Count(), default=200)
    standardise: bool = parameter(Flag(), default=True)

    width_: float = fitted()
    code_: NDArray[np.int8] = fitted()
    information_: NDArray[np.float64] = fitted()

    def learn(
        self,
        X: Any,
        y: NDArray[np.intp],
        n_classes: int,
        *,
        estimator: Any = None,
        sample_weight: NDArray[np.float64] | None = None,
        generator: np.random.RandomState | None = None,
        n_jobs: int | None = None,
    ) -> NDArray[np.int8]:
        """Build the tree of a table.

        Parameters
        ----------
        X : array of shape (n_samples, n_features)
            The features.
        y : ndarray of shape (n_samples,)
            Class codes 0, ..., n_classes - 1.
        n_classes : int
            Number of classes, 2 or more.
        estimator, n_jobs
            Not used: no column is learned.
        sample_weight : ndarray of shape (n_samples,) or None, default=None
            Weights of the rows.
        generator : RandomState or None, default=None
            Draws rows of large classes; None for different ones each time.

        Returns
        -------
        ndarray of shape (n_classes, n_classes - 1), int8
        """
        check_parameters(self)
        check("n_classes", n_classes, Count(2))
        generator = np.random.RandomState() if generator is None else generator
        rows = self._place(X)
        y = np.asarray(y)
        weights = np.ones(len(y)) if sample_weight is None else sample_weight
        chosen, weights = _draw_rows(y, weights, n_classes, self.max_rows_per_class, generator)
        rows, y = rows[chosen], y[chosen]
        self.width_ = find_width(rows, y, weights, n_classes) if self.width is None else float(self.width)
        sizes = np.bincount(y, weights, n_classes).astype(np.float64)
        windows = sum_windows(rows, y, n_classes, self.width_, weights)
        self.code_, self.information_ = _part_all(windows, sizes, self.max_exhaustive)
        return self.code_.copy()

    def _place(self, X: Any) -> NDArray[np.float64]:
        """Rows on one scale, missing values at the mean."""
        rows = np.array(X.toarray() if hasattr(X, "toarray") else X, dtype=np.float64)
        is_missing = np.isnan(rows)
        n_known = np.maximum((~is_missing).sum(axis=0), 1)
        centre = np.where(is_missing, 0.0, rows).sum(axis=0) / n_known
        rows = np.where(is_missing, 0.0, rows - centre)
        if not self.standardise:
            return rows
        spread = np.sqrt((rows**2).sum(axis=0) / n_known)
        # A constant column has no spread, but rounding may leave it some.
        return np.asarray(rows / np.where(spread <= 1e-12 * np.abs(centre), 1.0, spread))


@dataclass(frozen=True)
class Grouping:
    """Sums over two groups of classes, from which their mutual information follows; arrays hold many groupings.

    Attributes
    ----------
    within : ndarray
        Sum of the windows between rows of the left group.
    touching : ndarray
        Sum of the windows between rows of the left group and all rows.
    size : ndarray
        Rows of the left group.
    """

    within: NDArray[np.float64]
    touching: NDArray[np.float64]
    size: NDArray[np.float64]

    def terms(
        self, total: float, n_rows: float
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """Windows inside the groups, everywhere, and between groups and rows: what I adds up, 1, 1 and -2 times.

        Parameters
        ----------
        total : float
            Sum of all windows.
        n_rows : float
            Rows of both groups.
        """
        left = self.size / n_rows
        right = 1 - left
        inside = 2 * self.within + total - 2 * self.touching
        everywhere = (left**2 + right**2) * total
        between = left * self.touching + right * (total - self.touching)
        return inside / n_rows**2, everywhere / n_rows**2, between / n_rows**2

    def information(self, total: float, n_rows: float) -> NDArray[np.float64]:
        """Quadratic mutual information; 0 for classes without rows."""
        if n_rows == 0:
            return np.zeros_like(self.size)
        inside, everywhere, between = self.terms(total, n_rows)
        return np.asarray(inside + everywhere - 2 * between)


def group_information(
    windows: NDArray[np.float64], sizes: NDArray[np.float64], is_left: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Quadratic mutual information between the features and two groups of classes.

    Parameters
    ----------
    windows : ndarray of shape (n_classes, n_classes)
        Sums of Gaussian windows between the rows of two classes (`sum_windows`).
    sizes : ndarray of shape (n_classes,)
        Rows of each class.
    is_left : ndarray of shape (..., n_classes)
        Which classes make the first group; several groupings may be stacked.

    Returns
    -------
    ndarray of shape (...)

    Examples
    --------
    >>> rows, classes = np.array([[0.0], [1.0], [4.0], [5.0]]), np.array([0, 1, 2, 3])
    >>> windows = sum_windows(rows, classes, 4, width=1.0, normalise=True)
    >>> is_left = np.array([[True, True, False, False], [True, False, True, False]])
    >>> group_information(windows, np.ones(4), is_left).round(6)
    array([0.060186, 0.006553])
    """
    left = np.asarray(is_left, dtype=np.float64)
    touching = left @ windows
    grouping = Grouping((touching * left).sum(axis=-1), touching.sum(axis=-1), left @ sizes)
    return grouping.information(float(windows.sum()), float(sizes.sum()))


def sum_windows(
    rows: NDArray[np.float64],
    y: NDArray[np.intp],
    n_classes: int,
    width: float,
    weights: NDArray[np.float64] | None = None,
    *,
    normalise: bool = False,
) -> NDArray[np.float64]:
    """Sum Gaussian windows of variance 2 width^2 over the pairs of rows of every two classes.

    Parameters
    ----------
    rows : ndarray of shape (n_rows, n_features)
        The features.
    y : ndarray of shape (n_rows,)
        Class codes.
    n_classes : int
        Number of classes.
    width : float
        Standard deviation of a row's own window.
    weights : ndarray of shape (n_rows,) or None, default=None
        Weights of the rows.
    normalise : bool, default=False
        Whether windows integrate to one. The factor is the same for all pairs, and out of range for many features.

    Returns
    -------
    ndarray of shape (n_classes, n_classes)

    Examples
    --------
    >>> sum_windows(np.array([[0.0], [2.0]]), np.array([0, 1]), 2, width=1.0).round(3)
    array([[1.   , 0.368],
           [0.368, 1.   ]])
    """
    from scipy.spatial.distance import cdist

    member = np.zeros((len(rows), n_classes))
    member[np.arange(len(rows)), y] = 1.0 if weights is None else weights
    total = np.zeros((n_classes, n_classes))
    for block in split_into_blocks(len(rows), len(rows)):
        total += member[block].T @ (
            np.exp(cdist(rows[block], rows, "sqeuclidean") / (-4 * width**2)) @ member
        )
    factor = (4 * np.pi * width**2) ** (-rows.shape[1] / 2) if normalise else 1.0
    return factor * (total + total.T) / 2  # blocks of rows round differently


def find_width(
    rows: NDArray[np.float64], y: NDArray[np.intp], weights: NDArray[np.float64], n_classes: int
) -> float:
    """Half the largest distance between two class means; 1 where all means are the same.

    Examples
    --------
    >>> find_width(np.array([[0.0], [2.0], [5.0]]), np.array([0, 0, 1]), np.ones(3), 2)
    2.0
    """
    from scipy.spatial.distance import cdist

    sizes = np.bincount(y, weights, n_classes)
    sums = np.stack([np.bincount(y, weights * column, n_classes) for column in rows.T], axis=1)
    means = sums[sizes > 0] / sizes[sizes > 0, None]
    largest = float(cdist(means, means).max())
    return largest / 2 if largest > 0 else 1.0


def _draw_rows(
    y: NDArray[np.intp],
    weights: NDArray[np.float64],
    n_classes: int,
    most: int,
    generator: np.random.RandomState,
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """At most so many rows of each class; their weights make up for those that are left out."""
    most = max(1, min(most, _MOST_ROWS // n_classes))
    parts, grown = [], []
    for code in range(n_classes):
        rows = np.flatnonzero((y == code) & (weights > 0))
        drawn = rows if rows.size <= most else np.sort(generator.choice(rows, most, replace=False))
        parts.append(drawn)
        grown.append(weights[drawn] * (weights[rows].sum() / weights[drawn].sum() if drawn.size else 1.0))
    return np.concatenate(parts), np.concatenate(grown)


def _part_all(
    windows: NDArray[np.float64], sizes: NDArray[np.float64], max_exhaustive: int
) -> tuple[NDArray[np.int8], NDArray[np.float64]]:
    """Part the classes again and again, until each is by itself."""
    n_classes = len(sizes)
    code = np.zeros((n_classes, n_classes - 1), dtype=np.int8)
    information = np.zeros(n_classes - 1)
    waiting = [np.arange(n_classes)]
    for column in range(n_classes - 1):
        classes = waiting.pop()
        block = windows[np.ix_(classes, classes)]
        search = _try_all if classes.size <= max_exhaustive else _float
        is_other, information[column] = search(block, sizes[classes])
        first, other = classes[~is_other], classes[is_other]
        code[first, column], code[other, column] = -1, 1
        waiting.extend(group for group in (other, first) if group.size > 1)
    return code, information


def _try_all(windows: NDArray[np.float64], sizes: NDArray[np.float64]) -> tuple[NDArray[np.bool_], float]:
    """The best of all groupings; the first class stays in the group that is marked False."""
    n_classes = sizes.size
    numbers = np.arange(1, 1 << (n_classes - 1))
    is_other = np.zeros((numbers.size, n_classes), dtype=bool)
    is_other[:, 1:] = numbers[:, None] >> np.arange(n_classes - 1) & 1
    found = group_information(windows, sizes, is_other)
    best = int(found.argmax())
    return is_other[best], float(found[best])


def _float(windows: NDArray[np.float64], sizes: NDArray[np.float64]) -> tuple[NDArray[np.bool_], float]:
    """Sequential forward floating search: add the best class, then take back classes while that beats its size.

    Every step back leaves a better grouping of its size than was known, so there is an end; a limit makes it near.
    """
    n_classes = sizes.size
    is_left = np.zeros(n_classes, dtype=bool)
    is_left[0] = True
    best = {1: (is_left.copy(), float(group_information(windows, sizes, is_left)))}
    for _ in range(10 * n_classes):
        if is_left.sum() == n_classes - 1:
            break
        is_left = _move(windows, sizes, is_left, np.flatnonzero(~is_left), best)
        while is_left.sum() > 2:
            back = _move(windows, sizes, is_left, np.flatnonzero(is_left), best, only_better=True)
            if back is is_left:
                break
            is_left = back
    chosen, information = max(best.values(), key=lambda found: found[1])
    return (chosen if not chosen[0] else ~chosen), information


def _move(
    windows: NDArray[np.float64],
    sizes: NDArray[np.float64],
    is_left: NDArray[np.bool_],
    candidates: NDArray[np.intp],
    best: dict[int, tuple[NDArray[np.bool_], float]],
    *,
    only_better: bool = False,
) -> NDArray[np.bool_]:
    """Move the best candidate to the other group; not at all where `only_better` and its size is known to do better."""
    sign = np.where(is_left[candidates], -1.0, 1.0)
    left = is_left.astype(np.float64)
    towards = windows @ left
    grouping = Grouping(
        left @ towards + 2 * sign * towards[candidates] + windows[candidates, candidates],
        towards.sum() + sign * windows.sum(axis=1)[candidates],
        left @ sizes + sign * sizes[candidates],
    )
    found = grouping.information(float(windows.sum()), float(sizes.sum()))
    leader = int(found.argmax())
    moved = is_left.copy()
    moved[candidates[leader]] ^= True
    size = int(moved.sum())
    # Rounding must not look like an improvement.
    is_better = size not in best or found[leader] > best[size][1] + 1e-12 * abs(best[size][1])
    if is_better:
        best[size] = (moved, float(found[leader]))
    return is_left if only_better and not is_better else moved
