"""Parts without any meaning, to see what meaning is worth."""

from __future__ import annotations

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, check_parameters
from hedgerow.foundation.parameters import configurable, fitted, parameter


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
