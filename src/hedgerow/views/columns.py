"""Views that pick columns: all, some at random, or those that tell one class best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.constraints import Count, Flag, Many, Share, Word, check, check_parameters
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


@configurable
class InputDecimation(BaseEstimator):
    """Each member sees the features that are most correlated with belonging to one class.

    Member t learns to tell all classes apart, from all rows, but only on the m features f with the largest
    ``|Corr(x_f, I(y = c))|``, where class c = t mod K. So an ensemble of K members has one for each class.

    Parameters
    ----------
    max_features : int, float, "sqrt", "log2" or a list of these, default=0.5
        Size m of the subsets, as for `hedgerow.views.Subspace`. Of several sizes, the first K members have the first,
        the next K members the second, and so on, round and round.
    n_slices : int, default=3
        Where the target has values, it is cut into this many slices of as many rows each, which stand for classes.

    See Also
    --------
    RandomSubspaceClassifier

    Notes
    -----
    Correlations are over the rows that the member sees, with their weights, where the feature is not missing; one that
    is not defined counts as 0, and equal ones go to the first feature. The published method has K members on all rows:
    ``EnsembleClassifier(view="decimation", resampling="full", n_estimators=K)``; without resampling, members beyond K
    times the number of sizes repeat the earlier ones. Regression is an extension. Half of the features unless told
    otherwise; several sizes may take turns. In regression, slices of the target stand for classes.

    Cost: K times the learner, and O(N F) for the correlations of a member.

    References
    ----------
    N. Oza and K. Tumer, Input decimation ensembles: decorrelation through dimensionality reduction, Multiple Classifier
    Systems, LNCS 2096, 2001, pp. 238-247.

    Examples
    --------
    >>> X = np.array([[0.0, 5.0, 1.0], [0.0, 5.0, 2.0], [1.0, 5.0, 2.0], [1.0, 9.0, 1.0]])
    >>> view = InputDecimation(max_features=1).fit_view(seed=0, X=X, y=np.array([0, 0, 1, 1]))
    >>> view.columns
    array([0])
    """

    max_features: float | str | list[float | str] | tuple[float | str, ...] = parameter(
        SIZES | Many(SIZES, "a list of these"), default=0.5, kw_only=False
    )
    n_slices: int = parameter(Count(2), default=3)

    kind: ClassVar[Literal["matrix"]] = "matrix"

    def learn_preparation(self, X: NDArray[np.float64], sample_weight: NDArray[np.float64] | None) -> None:
        """Nothing happens to the table: features are picked as they are."""

    def fit_member(
        self,
        seeds: NDArray[np.uint64],
        position: int,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[Any] | None,
    ) -> PickedColumns:
        """Find the features of the class whose turn it is."""
        classes = y if y.dtype.kind in "iu" else self._slice(y)
        n_classes = int(classes.max()) + 1
        sizes = self.max_features if isinstance(self.max_features, list | tuple) else [self.max_features]
        size = count_features(sizes[position // n_classes % len(sizes)], X.shape[1])
        correlations = np.abs(correlate(X, classes == position % n_classes, weights))
        return PickedColumns(np.sort(np.argsort(-correlations, kind="stable")[:size]))

    def fit_view(self, seed: int, X: NDArray[np.float64], y: NDArray[Any]) -> PickedColumns:
        """Find the features of a member by itself: the seed says whose turn it is."""
        check_parameters(self)
        return self.fit_member(np.array([seed], np.uint64), int(seed), X, y, None)

    def _slice(self, y: NDArray[np.float64]) -> NDArray[np.intp]:
        cuts = np.quantile(y, np.arange(1, self.n_slices) / self.n_slices)
        return np.searchsorted(cuts, y, side="left")


@dataclass(frozen=True)
class PickedColumns:
    """The columns of one member.

    Attributes
    ----------
    columns : ndarray of shape (n_picked,)
        Which ones, in order.
    """

    columns: NDArray[np.intp]
    orthonormal: ClassVar[bool] = True

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pick the columns."""
        return X[:, self.columns]


def correlate(
    X: NDArray[np.floating[Any]], target: NDArray[Any], weights: NDArray[Any] | None = None
) -> NDArray[np.float64]:
    """Correlation of each feature with a target, over the rows where the feature is there; 0 where it is not defined.

    Examples
    --------
    >>> correlate(np.array([[1.0, 7.0], [2.0, 7.0], [np.nan, 7.0], [3.0, 7.0]]), np.array([0, 1, 1, 2]))
    array([1., 0.])
    """
    there = ~np.isnan(X)
    mass = there * (np.ones(len(X)) if weights is None else weights)[:, None]
    total = np.maximum(mass.sum(axis=0), np.finfo(float).tiny)
    values = np.where(there, X, 0.0)
    # Seen from a value that it has, a constant feature is exactly 0.
    values = np.where(there, values - values[there.argmax(axis=0), np.arange(X.shape[1])], 0.0)
    values = np.where(there, values - (mass * values).sum(axis=0) / total, 0.0)
    aims = target[:, None] - (mass * target[:, None]).sum(axis=0) / total
    spread = np.sqrt((mass * values**2).sum(axis=0) * (mass * aims**2).sum(axis=0))
    products = (mass * values * aims).sum(axis=0)
    return np.asarray(np.divide(products, spread, out=np.zeros(X.shape[1]), where=spread > 0))
