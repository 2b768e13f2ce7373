"""New features that are random mixtures of all the old ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Flag, Multiple, Word, check, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.views.preparation import MixingView, Scaling

__all__ = ["FittedProjection", "RandomProjection", "Scaling", "count_components", "mix", "round_to_grain"]

Matrix = NDArray[np.float64]

GRAIN = 2.0**-30  # of a standard deviation: far above rounding errors, far below what data mean
_SMALL_PRODUCT, _FEWEST_ROWS = 2**18, 32  # multiplications that one thread does; blocks that are worth a call


COMPONENTS = Count() | Multiple() | Word("sub", "same", "super")


@configurable
class RandomProjection(MixingView):
    """Each member sees its own random mixtures of the features: Z = X R, with a fresh matrix R of p x d.

    A cut of a mixed feature is an oblique cut of the table, so learners which look at one feature at a time, such
    as stumps, see what features say together.

    Parameters
    ----------
    n_components : "sub", "same", "super", int or float, default="same"
        Number d of new features: half of the p features (rounded down, at least one), as many, or twice as many; a
        number; or a multiple of p, halves rounded up.
    entries : {"normal", "sign", "uniform", "orthonormal"}, default="normal"
        What R holds: standard normal numbers; -1 or 1; numbers uniform in [-1, 1], each column scaled to length one;
        or orthonormal columns, drawn uniformly, of which there are at most p.
    standardise : bool, default=True
        Whether features are brought to mean 0 and standard deviation 1 before they are mixed. Otherwise the feature
        with the largest scale is most of every mixture.

    See Also
    --------
    RpBoostClassifier, RandomSubspaceClassifier

    Notes
    -----
    A missing number becomes the median of its feature, since a mixture needs all its parts. New features are rounded to
    2^-30 of a standard deviation, so rows which are equal on paper are equal here: the last bit of a sum depends
    on how many rows are multiplied at once. The matrix is drawn again from the seed whenever it is needed. Casale,
    Pujol & Radeva call the first three kinds N, U and P ("pure random"); with two features, "sign" has only two
    directions. Features are standardised first.

    Formula::

        Z = X R; R of F x d with normal, sign, uniform or orthonormal columns.

    Cost: N F d per member, and a coded table each.

    References
    ----------
    P. Casale, O. Pujol and P. Radeva, Embedding random projections in regularized gradient boosting machines, SUEMA
    workshop, Barcelona, 2010.

    Examples
    --------
    >>> RandomProjection(2, entries="sign").draw(seed=1, n_features=3)
    array([[-1.,  1.],
           [ 1.,  1.],
           [-1., -1.]])
    """

    n_components: float | str = parameter(COMPONENTS, default="same", kw_only=False)
    entries: str = parameter(Word("normal", "orthonormal", "sign", "uniform"), default="normal")
    standardise: bool = parameter(Flag(), default=True)

    def draw(self, seed: int, n_features: int) -> Matrix:
        """Draw the matrix of one member, (n_features, n_components); a function of the seed."""
        check_parameters(self)
        shape = n_features, count_components(self.n_components, n_features)
        return _ENTRIES[self.entries](np.random.default_rng(seed), shape)

    def fit_member(
        self,
        seeds: NDArray[np.uint64],
        position: int,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[Any] | None,
    ) -> FittedProjection:
        """Fix the seed and the grain; the target is not looked at."""
        widest = 1.0 if self.standardise else float(X.std(axis=0).max())
        return FittedProjection(self, int(seeds[position]), X.shape[1], GRAIN * (widest or 1.0))


@dataclass(frozen=True)
class FittedProjection:
    """The mixtures that one member sees.

    Attributes
    ----------
    projection : RandomProjection
        How the matrix is drawn.
    seed : int
        What it is drawn from.
    n_features : int
        Number of features.
    grain : float
        What mixtures are rounded to multiples of.
    """

    projection: RandomProjection
    seed: int
    n_features: int
    grain: float = GRAIN

    @property
    def orthonormal(self) -> bool:
        """Whether importances of the mixtures can be handed back to the features."""
        return self.projection.entries == "orthonormal"

    @property
    def n_components(self) -> int:
        """Number of mixtures."""
        return count_components(self.projection.n_components, self.n_features)

    def matrix(self) -> Matrix:
        """Draw the matrix again: column j says how the features are mixed into new feature j."""
        return self.projection.draw(self.seed, self.n_features)

    def transform(self, X: NDArray[np.float64]) -> Matrix:
        """Mix the features."""
        if X.shape[1] != self.n_features:  # which the matrix, drawn for it, would say too late
            raise ValueError(f"X has {X.shape[1]} features; this view was learned on {self.n_features}")
        return round_to_grain(mix(X, self.matrix()), self.grain)


def mix(X: NDArray[np.float64], matrix: Matrix) -> Matrix:
    """The product X @ matrix, block by block where it is small.

    Many small products follow each other here. Threads of the linear algebra library would wait for each other longer
    than they work, two and a half times as long in all on a busy machine; a block is small enough to get none.

    Examples
    --------
    >>> mix(np.array([[1.0, 2.0]]), np.array([[1.0], [10.0]]))
    array([[21.]])
    """
    size = _SMALL_PRODUCT // matrix.size
    if size < _FEWEST_ROWS:
        return np.asarray(X @ matrix, np.float64)
    product = np.empty((X.shape[0], matrix.shape[1]))
    for start in range(0, X.shape[0], size):
        np.matmul(X[start : start + size], matrix, out=product[start : start + size])
    return product


def round_to_grain(Z: Matrix, grain: float = GRAIN) -> Matrix:
    """Round sums in place, so those which are equal on paper are equal.

    Examples
    --------
    >>> bool((round_to_grain(np.array([0.1 + 0.2])) == round_to_grain(np.array([0.3])))[0])
    True
    """
    Z /= grain
    np.rint(Z, out=Z)
    Z *= grain
    return Z


def count_components(n_components: float | str, n_features: int) -> int:
    """Turn `n_components` into a number of new features.

    Examples
    --------
    >>> [count_components(size, 5) for size in ("sub", "same", "super", 3, 0.5)]
    [2, 5, 10, 3, 3]
    """
    named = {"sub": max(1, n_features // 2), "same": n_features, "super": 2 * n_features}
    if isinstance(n_components, str) and n_components in named:
        return named[n_components]
    check("n_components", n_components, COMPONENTS)
    if isinstance(n_components, float | np.floating):
        return max(1, int(np.floor(n_components * n_features + 0.5)))
    return int(n_components)


def _draw_uniform(generator: np.random.Generator, shape: tuple[int, int]) -> Matrix:
    matrix = generator.uniform(-1.0, 1.0, shape)
    return np.asarray(matrix / np.linalg.norm(matrix, axis=0))


def _draw_orthonormal(generator: np.random.Generator, shape: tuple[int, int]) -> Matrix:
    n_features, n_components = shape
    if n_components > n_features:
        raise ValueError(
            f"entries='orthonormal' has no {n_components} orthogonal directions in {n_features} dimensions; ask for "
            f"n_components of {n_features} or fewer, or use entries='normal'"
        )
    basis, triangle = np.linalg.qr(generator.standard_normal(shape))
    # The signs that QR happens to choose would favour some directions (Mezzadri 2007).
    return np.asarray(basis * np.where(np.diag(triangle) < 0, -1.0, 1.0))


_ENTRIES: dict[str, Callable[[np.random.Generator, tuple[int, int]], Matrix]] = {
    "normal": lambda generator, shape: generator.standard_normal(shape),
    "orthonormal": _draw_orthonormal,
    "sign": lambda generator, shape: np.where(generator.integers(2, size=shape) == 1, 1.0, -1.0),
    "uniform": _draw_uniform,
}
