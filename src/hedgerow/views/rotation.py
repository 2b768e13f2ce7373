"""Random rotations: pairs of features turned by random angles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Flag
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.views.preparation import MixingView
from hedgerow.views.sparse_transform import SparseTransform
from hedgerow.views.view import FittedView


@configurable
class RandomRotation(MixingView):
    """Each member sees the table turned by random angles, so its axis-parallel cuts are oblique to the others'.

    A round pairs the features at random and turns each pair by an angle beta, uniform between 0 and a right angle:

        x_a' = x_a cos(beta) + x_b sin(beta),    x_b' = x_b cos(beta) - x_a sin(beta)

    No information is lost: distances between rows stay as they are.

    Parameters
    ----------
    accumulate : bool, default=True
        Whether each member turns the table of the member before it once more, so features become mixtures of more
        and more others; otherwise each member turns the original table once.
    standardise : bool, default=True
        Whether features are brought to mean 0 and standard deviation 1 first. Otherwise the feature with the larger
        unit is most of every mixture.

    See Also
    --------
    PCARotation, BaggingClassifier, RandomCombinations

    Notes
    -----
    With an odd number of features, one is left as it is in each round; with one feature nothing happens. A missing
    number becomes the median of its feature. Only the seeds of the rounds are kept. Rounding errors accumulate, too:
    after a thousand rounds lengths are off by about 1e-14. Learners that do not notice rotations, such as nearest
    neighbours, gain nothing. Features are standardised first, which the experiments of the thesis do not. Rotations
    accumulate from member to member as in the thesis, or, with ``accumulate=False``, start again for each. Categories
    become indicator columns. Importances are shared out to the input features by squared loadings.

    Formula: Rogers 2007, eq. 4.28 and algorithm 2.

    Cost: Bagging, and O(N F) to turn and O(N F log N) to code the table for each tree; a member keeps a seed.

    References
    ----------
    J. D. Rogers, PhD thesis, University of Southampton, 2007, section 4.3.2, eq. 4.28 and algorithm 2.

    Examples
    --------
    >>> view = RandomRotation(standardise=False).fit_view(seed=0, X=np.eye(2), y=np.array([0, 1]))
    >>> turned = view.transform(np.array([[3.0, 4.0]]))
    >>> float(np.linalg.norm(turned).round(9))
    5.0
    """

    accumulate: bool = parameter(Flag(), default=True)
    standardise: bool = parameter(Flag(), default=True)

    def fit_member(
        self,
        seeds: NDArray[np.uint64],
        position: int,
        X: NDArray[np.float64],
        y: NDArray[Any],
        weights: NDArray[Any] | None,
    ) -> Turns:
        """Take the rounds up to the member, or its own round; the data are not looked at."""
        if self.accumulate:
            return Turns(seeds, position)
        return Turns(seeds[position : position + 1].copy(), 0)


@dataclass(frozen=True)
class Turns:
    """The rotation of one member: rounds of turned pairs.

    Attributes
    ----------
    seeds : ndarray of shape (n_members,)
        The seed of each round, shared by all members that accumulate.
    position : int
        The last round that counts.
    """

    seeds: NDArray[np.uint64]
    position: int
    orthonormal: ClassVar[bool] = True

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn the table, from the first round on."""
        return _turn(X, self.seeds[: self.position + 1])

    def follows(self, earlier: FittedView) -> bool:
        """Whether the earlier member's rounds are the first of these; equal seeds are equal histories."""
        return (
            isinstance(earlier, Turns)
            and earlier.position < self.position
            and bool(earlier.seeds[earlier.position] == self.seeds[earlier.position])
        )

    def follow(self, earlier: FittedView, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn the table of the earlier member on."""
        if not isinstance(earlier, Turns):
            raise TypeError(f"a rotation goes on from a rotation, not from {earlier!r}")
        return _turn(table, self.seeds[earlier.position + 1 : self.position + 1])

    def matrix(self, n_features: int) -> NDArray[np.float64]:
        """Compute A of the rotation x -> A x."""
        return np.ascontiguousarray(self.transform(np.eye(n_features)).T)


def draw_turn(seed: int, n_features: int) -> SparseTransform:
    """Draw one round: a random pairing of the features, and an angle for each pair.

    Examples
    --------
    >>> draw_turn(seed=3, n_features=5).sources.shape
    (5, 2)
    """
    generator = np.random.default_rng(seed)
    pairs = generator.permutation(n_features)[: n_features // 2 * 2].reshape(-1, 2)
    return turn_pairs(pairs, generator.uniform(0.0, np.pi / 2, len(pairs)), n_features)


def turn_pairs(
    pairs: NDArray[np.integer[Any]], angles: NDArray[np.float64], n_features: int
) -> SparseTransform:
    """Turn pairs of features by angles, and leave the other features as they are (Rogers 2007, eq. 4.28).

    Examples
    --------
    >>> quarter = turn_pairs(np.array([[0, 1]]), np.array([np.pi / 2]), n_features=3)
    >>> quarter.apply(np.array([[1.0, 2.0, 3.0]])).round(12)
    array([[ 2., -1.,  3.]])
    """
    first, second = pairs.T
    sources = np.repeat(np.arange(n_features)[:, None], 2, axis=1)
    coefficients = np.tile([1.0, 0.0], (n_features, 1))
    sources[first, 1], sources[second, 1] = second, first
    coefficients[first] = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    coefficients[second] = np.stack([np.cos(angles), -np.sin(angles)], axis=1)
    return SparseTransform(sources, coefficients)


def _turn(X: NDArray[np.float64], seeds: NDArray[np.uint64]) -> NDArray[np.float64]:
    for seed in seeds:
        X = draw_turn(int(seed), X.shape[1]).apply(X)
    return X
