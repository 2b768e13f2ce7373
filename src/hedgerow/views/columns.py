"""All the features, or a random subset of them."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Flag, Share, Word, check
from hedgerow.foundation.parameters import configurable, parameter

SIZES = Count() | Share() | Word("sqrt", "log2")


class AllFeatures(BaseEstimator):
    """Every member sees every feature.

    Examples
    --------
    >>> AllFeatures().draw(seed=0, n_features=3)
    array([0, 1, 2])
    """

    kind: ClassVar[Literal["all"]] = "all"

    def draw(self, seed: int, n_features: int) -> NDArray[np.intp]:
        """Return all the columns."""
        return np.arange(n_features)


@configurable
class Subspace(BaseEstimator):
    """Each member sees a random subset of the features, all subsets of one size.

    Parameters
    ----------
    max_features : int, float, "sqrt" or "log2", default=0.5
        Size of the subset; a float is a fraction of the features, halves rounded up, so 0.5 means ceil(F/2).
        "sqrt" and "log2" round down. At least one feature is drawn.
    replace : bool, default=False
        Whether a feature may be drawn twice, as `bootstrap_features` of scikit-learn's bagging allows.

    References
    ----------
    T. K. Ho, "The random subspace method for constructing decision forests", IEEE PAMI 20 (1998).

    Examples
    --------
    >>> Subspace().draw(seed=0, n_features=7).size
    4
    """

    max_features: float | str = parameter(SIZES, default=0.5, kw_only=False)
    replace: bool = parameter(Flag(), default=False)

    kind: ClassVar[Literal["columns"]] = "columns"

    def draw(self, seed: int, n_features: int) -> NDArray[np.intp]:
        """Draw the sorted columns of one member."""
        size = count_features(self.max_features, n_features)
        generator = np.random.default_rng(seed)
        if self.replace:
            return np.sort(generator.integers(n_features, size=size))
        return np.sort(generator.permutation(n_features)[:size])


def count_features(max_features: float | str, n_features: int) -> int:
    """Turn `max_features` into the size of a subset.

    Examples
    --------
    >>> [count_features(size, 7) for size in (0.5, 0.75, 3, "sqrt", "log2")]
    [4, 5, 3, 2, 2]
    """
    if max_features == "sqrt":
        return max(1, int(np.sqrt(n_features)))
    if max_features == "log2":
        return max(1, int(np.log2(n_features)))
    allowed = Count(1, n_features) | Share() | Word("sqrt", "log2")
    size: Any = check("max_features", max_features, allowed)
    return int(size) if Count().accepts(size) else max(1, int(np.floor(size * n_features + 0.5)))
