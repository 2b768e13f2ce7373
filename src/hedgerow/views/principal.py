"""Rotations to principal axes, group of features by group of features: the view of a rotation forest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Flag, Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.training_set import are_repeats
from hedgerow.views.preparation import MixingView
from hedgerow.views.sparse_transform import SparseTransform


@configurable
class PCARotation(MixingView):
    """Each member sees small random groups of features, each turned to its principal axes.

    The features are parted at random into groups of three. The axes of a group are learned from a bootstrap sample of
    three quarters of the rows of some of the classes, drawn for each group anew; all components are kept, so nothing
    is lost and the rotation is a block-diagonal orthogonal matrix.

    Parameters
    ----------
    group_size : int, default=3
        Features in a group; the last group has what is left.
    max_samples : float, default=0.75
        Size of the sample for a group, as a fraction of the rows of the drawn classes.
    sub_sample : bool, default=True
        Whether the axes are learned from a sample of the rows of a random non-empty subset of the classes (of all
        rows, in regression); otherwise from all rows that the member sees.
    standardise
        As for `RandomCombinations`.

    See Also
    --------
    RandomRotation, BaggingClassifier, RandomForestClassifier

    Notes
    -----
    Only rows that the member sees are looked at, in proportion to their weights: whole weights are repeats, others, and
    whole ones of more than 16 on average, the chance to be drawn. The direction of an axis is such that
    its largest loading is positive. A group that is constant in its sample stays as it is. A missing number becomes the
    median of its feature. Loadings are kept as 32-bit floats. Rodriguez et al. neither standardise nor sample rows for
    the trees; Rogers samples rows for the trees, and not for the axes. The trees of `RotationForestClassifier` are not
    pruned. With ``bootstrap=True`` the axes, too, are learned from the member's own rows, so out-of-bag scores are
    honest. In regression no classes are left out. ``sub_sample=False`` learns the axes from all rows of the member
    (Rogers 2007).

    Formula::

        3 C(F, 3) features can be derived from F.

    Cost: O(N F g) a tree for groups of g features, beside the tree; a member keeps F g single floats.

    References
    ----------
    J. Rodriguez, L. Kuncheva and C. Alonso, Rotation forest: a new classifier ensemble method, IEEE PAMI 28, 2006,
    pp. 1619-1630.

    J. D. Rogers, PhD thesis, University of Southampton, 2007, section 4.3.2.

    Examples
    --------
    >>> X = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]])
    >>> view = PCARotation(sub_sample=False).fit_view(seed=0, X=X, y=np.array([0, 0, 1, 1]))
    >>> np.ptp(view.transform(X), axis=0).round(3)
    array([3.795, 0.   ])
    """

    group_size: int = parameter(Count(), default=3, kw_only=False)
    max_samples: float = parameter(Number(0, 1, "right"), default=0.75)
    sub_sample: bool = parameter(Flag(), default=True)
    standardise: bool = parameter(Flag(), default=True)

    def fit_member(
        self,
        seeds: NDArray[np.uint64],
        position: int,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[Any] | None,
    ) -> PrincipalAxes:
        """Part the features into groups and learn the axes of each."""
        generator = np.random.default_rng(int(seeds[position]))
        order = generator.permutation(X.shape[1])
        size = min(self.group_size, X.shape[1])
        pool = _Pool(y, weights, self.max_samples)
        loadings = np.zeros((X.shape[1], size), np.float32)
        for start in range(0, X.shape[1], size):
            group = order[start : start + size]
            rows = pool.draw(generator) if self.sub_sample else pool.all_rows(generator)
            loadings[start : start + size, : group.size] = find_axes(X.T[group[:, None], rows])
        return PrincipalAxes(order.astype(np.int32), loadings)


@dataclass(frozen=True)
class PrincipalAxes:
    """The rotation of one member.

    Attributes
    ----------
    order : ndarray of shape (n_features,)
        The features, group after group.
    loadings : ndarray of shape (n_features, group_size)
        Line j holds the loadings of new feature j on the features of its group; a smaller last group ends in zeros.
    """

    order: NDArray[np.int32]
    loadings: NDArray[np.float32]
    orthonormal: ClassVar[bool] = True

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn each group of features."""
        n_features, size = self.loadings.shape
        if X.shape[1] != n_features:
            raise ValueError(f"X has {X.shape[1]} features; this view was learned on {n_features}")
        start = np.arange(n_features) // size * size
        places = np.minimum(start[:, None] + np.arange(size), n_features - 1)
        return SparseTransform(self.order[places], self.loadings).apply(X)


def find_axes(sample: NDArray[np.float64]) -> NDArray[np.float64]:
    """Principal axes of a group of features, one line each, by falling variance.

    The matrix is orthogonal. The largest loading of an axis is positive; a constant group has the axes it came with.

    Parameters
    ----------
    sample : ndarray of shape (group_size, n_samples)
        The features, one line each.

    Returns
    -------
    ndarray of shape (group_size, group_size)

    Examples
    --------
    >>> find_axes(np.array([[0.0, 1.0, 2.0], [5.0, 5.0, 5.0]]))
    array([[1., 0.],
           [0., 1.]])
    """
    centred = sample - sample.mean(axis=1, keepdims=True)
    # Not a matrix product: its last bits depend on how many threads it is given.
    scatter = np.einsum("in,jn->ij", centred, centred)
    if np.abs(centred).max() <= 1e-12 * np.abs(sample).max():
        return np.eye(len(sample))
    axes = np.linalg.eigh(scatter)[1].T[::-1]
    largest = np.abs(axes).argmax(axis=1)
    signs = np.where(axes[np.arange(len(axes)), largest] < 0, -1.0, 1.0)
    return np.asarray(axes * signs[:, None])


class _Pool:
    """The rows that a member sees, by class, to draw samples from."""

    def __init__(self, y: NDArray[Any], weights: NDArray[Any] | None, fraction: float) -> None:
        rows = np.arange(y.size) if weights is None else np.flatnonzero(weights)
        strength = None if weights is None else weights[rows]
        if strength is not None and are_repeats(strength):
            rows, strength = np.repeat(rows, strength.astype(np.intp)), None
        self._cumulated: list[NDArray[np.float64]] | None = None
        groups = y[rows] if y.dtype.kind in "iu" else np.zeros(rows.size, np.intp)
        members = [np.flatnonzero(groups == group) for group in np.unique(groups)]
        self._rows = [rows[places] for places in members]
        if strength is not None:
            self._cumulated = [strength[places].cumsum() for places in members]
        self._fraction = fraction

    def draw(self, generator: np.random.Generator) -> NDArray[np.intp]:
        """Draw rows with replacement from a random non-empty subset of the classes."""
        return self._draw(self._choose_classes(generator), generator, self._fraction)

    def all_rows(self, generator: np.random.Generator) -> NDArray[np.intp]:
        """All rows, repeats included; drawn by their weights where those are not whole numbers."""
        if self._cumulated is None:
            return np.concatenate(self._rows)
        return self._draw(np.arange(len(self._rows)), generator, 1.0)

    def _choose_classes(self, generator: np.random.Generator) -> NDArray[np.intp]:
        while True:  # every second round succeeds even with one class
            chosen = np.flatnonzero(generator.integers(2, size=len(self._rows)))
            if chosen.size:
                return chosen

    def _draw(
        self, classes: NDArray[np.intp], generator: np.random.Generator, fraction: float
    ) -> NDArray[np.intp]:
        rows = np.concatenate([self._rows[index] for index in classes])
        size = max(1, round(fraction * rows.size))
        if self._cumulated is None:
            return rows[generator.integers(rows.size, size=size)]
        parts = [self._cumulated[index] for index in classes]
        before = np.cumsum([0.0, *(part[-1] for part in parts)])
        mass = np.concatenate([part + start for part, start in zip(parts, before[:-1], strict=True)])
        places = np.searchsorted(mass, generator.uniform(0.0, mass[-1], size), side="right")
        return rows[np.minimum(places, rows.size - 1)]
