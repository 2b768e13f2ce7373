"""One feature of each dense group, by how little is lost when one stands for two (Mitra, Murthy & Pal 2002)."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import check_sizes
from hedgerow.foundation.constraints import Count, Flag, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.filters.association import LinearAssociations, fill_matrix
from hedgerow.selection.measures.moments import information_compression
from hedgerow.selection.selector import SelectionResult, Selector


@configurable
class CompressionSelector(Selector):
    """Keep one feature of each group of redundant ones, the densest group first; no target is needed.

    Two features are as far apart as the least that is lost when one component stands for both: the smaller eigenvalue
    of their covariance matrix. The feature whose k-th neighbour is nearest stays, and its k neighbours go. Where the
    densest group that is left is wider than `max_loss`, k becomes smaller, until only single features are left.

    Parameters
    ----------
    n_neighbors : int or None, default=None
        Features that one feature may stand for, k. None is a third of the features, at least one.
    max_loss : float or None, default=None
        The most that a group may be wide. None is what the first group is wide, which keeps all but copies where there
        are exact copies: set it there.
    scale : bool, default=True
        Whether features are brought to variance 1 first; the distance of two is then 1 - abs(r). Without it the units
        of the columns count, and all have to be numbers.
    fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no feature varies.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        The same before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        How many features each one stands for, itself included; 0 for those that go.
    representatives_ : ndarray of int of shape (n_features,)
        The feature that stands for each; -1 for constant ones.
    max_loss_ : float
        What None became.

    See Also
    --------
    FeatureClusterSelector, ClusterEnsembleSelector

    Notes
    -----
    Missing numbers lie at the mean, and missing categories are one more label. The association of a category is the
    mean over the indicators of its labels. Of equally dense groups that of the lower column comes first. Constant
    columns go. Features have variance 1 unless ``scale=False``, since the index knows units. The widest group is a
    parameter; by default the first one sets it. Categories take part by their indicators.

    Formula::

        The distance is 1 - |r| for variances of 1.

    Cost: O(N F^2) for the distances, O(F^2 log F) for each group.

    References
    ----------
    P. Mitra, C. A. Murthy and S. K. Pal, Unsupervised feature selection using feature similarity, IEEE Transactions on
    Pattern Analysis and Machine Intelligence 24, 2002.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> a, b, c = rng.normal(size=(3, 100))
    >>> X = np.column_stack([a, 2 * a + 0.01 * b, b, -b, c])
    >>> CompressionSelector(1, max_loss=0.1).fit(X).representatives_
    array([0, 0, 2, 2, 4])
    """

    n_neighbors: int | None = parameter(Count() | None, default=None, kw_only=False)
    max_loss: float | None = parameter(Number(0) | None, default=None)
    scale: bool = parameter(Flag(), default=True)

    _remedy: ClassVar[str] = "pass columns that vary"
    task: ClassVar[str] = "none"  # type: ignore[misc]

    representatives_: NDArray[np.intp] = fitted()
    max_loss_: float = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        associations = LinearAssociations.read(training)
        varying = np.flatnonzero(~associations.is_constant)
        n_neighbors = max(varying.size // 3, 1) if self.n_neighbors is None else int(self.n_neighbors)
        apart = 1.0 - fill_matrix(associations) if self.scale else self._measure_loss(training)
        standing, self.max_loss_ = find_representatives(
            apart[np.ix_(varying, varying)], n_neighbors, self.max_loss
        )
        self.representatives_ = np.full(training.n_features, -1, np.intp)
        self.representatives_[varying] = varying[standing]
        counts = np.bincount(self.representatives_[varying], minlength=training.n_features)
        return SelectionResult(
            counts.astype(np.float64), counts > 0, details={"representative": self.representatives_}
        )

    def _rescale(self, training: TrainingSet) -> TrainingSet:
        if self.scale:
            return super()._rescale(training)
        check_sizes(training.X)
        return training

    def _measure_loss(self, training: TrainingSet) -> NDArray[np.float64]:
        if training.categorical.any():
            raise ValueError(
                f"scale=False is about units of numbers, but {training.names[int(training.categorical.argmax())]!r} "
                "holds categories; set scale=True"
            )
        weights = training.weights
        known = ~np.isnan(training.X) * (1.0 if weights is None else weights[:, None])
        sums, totals = (np.nan_to_num(training.X) * known).sum(axis=0), known.sum(axis=0)
        means = np.divide(sums, totals, out=np.zeros_like(sums), where=totals > 0.0)
        filled = np.where(np.isnan(training.X), means, training.X)
        return np.stack([information_compression(filled, column, weights) for column in filled.T])


def find_representatives(
    apart: NDArray[np.float64], n_neighbors: int, max_loss: float | None = None
) -> tuple[NDArray[np.intp], float]:
    """Let the feature in the densest neighbourhood stand for its neighbours, again and again.

    Parameters
    ----------
    apart : ndarray of shape (n_features, n_features)
        Distances.
    n_neighbors : int
        Features that one feature may stand for.
    max_loss : float or None, default=None
        The most that a group may be wide; None is what the first one is.

    Returns
    -------
    standing : ndarray of int of shape (n_features,)
        The feature that stands for each.
    max_loss : float
        What None became.

    Examples
    --------
    >>> find_representatives(np.array([[0.0, 0.1, 0.9], [0.1, 0.0, 0.8], [0.9, 0.8, 0.0]]), 1)
    (array([0, 0, 2]), 0.1)
    """
    apart = np.round(apart, 12)  # features that differ by rounding only are equally near
    np.fill_diagonal(apart, -1.0)  # a feature is nearer to itself than any copy of it
    standing, left = np.arange(len(apart)), np.arange(len(apart))
    while left.size > 1 and (n_neighbors := min(n_neighbors, left.size - 1)) > 0:
        widths = np.sort(apart[np.ix_(left, left)], axis=1)[:, n_neighbors]
        max_loss = float(widths.min()) if max_loss is None else max_loss
        if widths.min() > max_loss:
            n_neighbors -= 1
            continue
        chosen = left[widths.argmin()]
        group = left[np.argsort(apart[chosen, left], kind="stable")[: n_neighbors + 1]]
        standing[group] = chosen
        left = np.setdiff1d(left, group)
    return standing, 0.0 if max_loss is None else max_loss
