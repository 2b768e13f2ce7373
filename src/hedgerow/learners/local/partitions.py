"""What parts a space among local experts: the protocol, the shorthands, parts without meaning, and any clusterer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import has_fit_parameter

from hedgerow.foundation.constraints import Count, Instance, Many, Word, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.learners.adapter import seed_estimator
from hedgerow.learners.local.clusters import ClassClusters, Clusters
from hedgerow.learners.local.feature_intervals import FeatureIntervals

MIXTURE = "all"  # three partitions at once


@configurable
class RandomParts(BaseEstimator):
    """Parts that rows fall into at random, new ones too: the control RSS of Zliobaite (2010).

    Where experts of such parts are as good as those of a real partition, it was not specialisation that helped.

    Parameters
    ----------
    n_parts : int, default=4
        Number of parts.
    random_state : int, RandomState or None, default=None
        The draw.

    Attributes
    ----------
    n_parts_ : int
        Number of parts.

    See Also
    --------
    LocalExpertsClassifier

    Notes
    -----
    A row is sent to its part by a random hash of its values. Equal rows share a part, and the same row is always sent
    to the same one, so predictions do not depend on the other rows that are predicted.

    Formula::

        Part = hash(x) mod k.

    Cost: One pass of the learner.

    References
    ----------
    I. Zliobaite, Three data partitioning strategies for building local classifiers: an experiment, SUEMA 2010.

    Examples
    --------
    >>> points = np.random.default_rng(0).random((1000, 3))
    >>> bool(np.bincount(RandomParts(4, random_state=0).fit(points).assign(points)).min() > 200)
    True
    """

    n_parts: int = parameter(Count(), default=4, kw_only=False)
    random_state: Any = None

    n_parts_: int = fitted()
    _salt: NDArray[np.uint64] = fitted()

    def fit(self, points: NDArray[np.float64], y: Any = None) -> Self:
        """Draw the hash.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)
            Not read.
        y : ignored

        Returns
        -------
        self
        """
        check_parameters(self)
        random = check_random_state(self.random_state)
        self._salt = random.randint(2**32, size=1, dtype=np.uint64)
        self.n_parts_ = self.n_parts
        return self

    def assign(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """Part that each row falls into.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        hashes = np.broadcast_to(_mix(self._salt), len(points))
        for column in (points + 0.0).T:  # 0 and -0 have the same hash
            hashes = _mix(hashes ^ np.ascontiguousarray(column, np.float64).view(np.uint64))
        return (hashes % np.uint64(self.n_parts)).astype(np.intp)


def _mix(values: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """The finaliser of splitmix64: each bit of the result depends on all bits (Steele, Lea and Flood, 2014)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(values ^ (values >> np.uint64(31)))


# What each is, and what its number of parts is called.
_SHORTHANDS: dict[str, tuple[str, Any]] = {
    "clusters": ("n_clusters", Clusters),
    "class-clusters": ("n_parts", ClassClusters),
    "feature": ("n_intervals", FeatureIntervals),
    "random": ("n_parts", RandomParts),
}


@runtime_checkable
class Partition(Protocol):
    """Parts of a space. `fit` sees points: complete numbers, with categories as indicators.

    One that also has ``gather(address)`` says itself which training rows an expert learns from; its experts are trained
    when a row needs them. One with a number ``n_parts_`` promises the addresses 0 to ``n_parts_ - 1``.
    """

    def fit(self, points: NDArray[np.float64], y: NDArray[Any]) -> Any:
        """Find the parts; y holds class codes, or values."""
        ...

    def assign(self, points: NDArray[np.float64]) -> NDArray[Any]:
        """Address of the expert for each point: (n_points,), or several numbers each, (n_points, n_numbers)."""
        ...


_ONE = (
    Word(*_SHORTHANDS)
    | Instance("an object with `fit` and `assign`", has="assign")
    | Instance("a clusterer with `predict`", has="predict")
)
PARTITIONS = _ONE | Word(MIXTURE) | Many(_ONE, "a list of these")


class Everything(BaseEstimator):
    """No partition: one expert for all rows, the control ALL of Zliobaite (2010).

    Attributes
    ----------
    n_parts_ : int
        1.

    Examples
    --------
    >>> Everything().fit(np.zeros((3, 1))).assign(np.zeros((2, 1)))
    array([0, 0])
    """

    n_parts_: int

    def fit(self, points: NDArray[np.float64], y: Any = None) -> Self:
        """Find nothing.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)
            Not read.
        y : ignored

        Returns
        -------
        self
        """
        self.n_parts_ = 1
        return self

    def assign(self, points: NDArray[np.float64]) -> NDArray[np.intp]:
        """Send all points to the one expert.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return np.zeros(len(points), np.intp)


@configurable
class PredictedParts(BaseEstimator):
    """Any estimator with `predict` as a partition: what it predicts is the part.

    Parameters
    ----------
    estimator : estimator
        A clusterer, a mixture model, or a classifier.

    Attributes
    ----------
    estimator_ : estimator
        The fitted one.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> points = np.array([[0.0], [1.0], [10.0], [11.0]])
    >>> parts = PredictedParts(KMeans(2, random_state=0)).fit(points).assign(points)
    >>> bool(parts[0] == parts[1] != parts[2] == parts[3])
    True
    """

    estimator: Any = parameter(Instance("an estimator with `predict`", has="predict"), kw_only=False)

    estimator_: Any = fitted()

    def fit(
        self, points: NDArray[np.float64], y: Any = None, sample_weight: NDArray[np.float64] | None = None
    ) -> Self:
        """Fit a copy of the estimator.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)
            The rows.
        y : ndarray of shape (n_samples,), default=None
            Passed on.
        sample_weight : ndarray of shape (n_samples,), default=None
            Passed on where the estimator takes weights.

        Returns
        -------
        self
        """
        check_parameters(self)
        weighs = sample_weight is not None and has_fit_parameter(self.estimator, "sample_weight")
        parameters = {"sample_weight": sample_weight} if weighs else {}
        self.estimator_ = clone(self.estimator).fit(points, y, **parameters)
        return self

    def assign(self, points: NDArray[np.float64]) -> NDArray[Any]:
        """What the estimator predicts.

        Parameters
        ----------
        points : ndarray of shape (n_samples, n_columns)

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return np.asarray(self.estimator_.predict(points))


def list_choices(choice: Any) -> list[Any]:
    """The partitions that are asked for, as names or objects.

    Examples
    --------
    >>> list_choices("all")
    ['clusters', 'class-clusters', 'feature']
    """
    if isinstance(choice, str) and choice == MIXTURE:
        return [*_SHORTHANDS][:3]
    several = isinstance(choice, Sequence) and not isinstance(choice, str)
    return [*choice] if several else [choice]


def make_partition(choice: Any, n_parts: int, seed: int) -> Partition:
    """An unfitted partition with a seed of its own; objects are copied and keep their numbers of parts.

    Examples
    --------
    >>> make_partition("feature", 3, seed=0)
    FeatureIntervals(n_intervals=3)
    """
    made: Any
    if isinstance(choice, str):
        number, kind = _SHORTHANDS[choice]
        made = kind(**{number: n_parts})
    elif isinstance(choice, Partition):
        made = clone(choice, safe=False)
    else:
        made = PredictedParts(clone(choice))
    partition: Partition = seed_estimator(made, np.uint64(seed)) if hasattr(made, "get_params") else made
    return partition
