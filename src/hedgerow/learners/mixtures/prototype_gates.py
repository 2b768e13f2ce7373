"""Gates of random prototypes: how near a row is to rows drawn at random weighs the experts, and nothing is learned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator

from hedgerow.foundation.axis import Axis
from hedgerow.foundation.constraints import Number, check_parameters
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.learners.prototype_oracle import PrototypeOracle

_ROUNDING = 1e-13  # times the squared lengths: what a squared distance of 0 may come out as


@runtime_checkable
class GateRule(Protocol):
    """A rule; an axis value that holds no data."""

    def weigh(self, distances: NDArray[np.float64], typical: float) -> NDArray[np.float64]:
        """Weigh the experts of one module.

        Parameters
        ----------
        distances : ndarray of shape (n_points, n_prototypes)
            From each point to each prototype.
        typical : float
            Median of the squared distances of the training rows, for rules that need a scale.

        Returns
        -------
        ndarray of shape (n_points, n_prototypes)
            Rows sum to 1.
        """
        ...


class DynamicGate(BaseEstimator):
    r"""Overlapping experts: the nearer a prototype, the larger the weight of its expert.

    .. math:: h_i = \frac{1 - d_i / \sum_k d_k}{N - 1}

    The paper's weights lack the denominator and sum to N - 1. The largest weight is 1/(N - 1), so they flatten as
    experts grow many.

    Examples
    --------
    >>> DynamicGate().weigh(np.array([[1.0, 2.0, 3.0]]), 1.0).round(6)
    array([[0.416667, 0.333333, 0.25    ]])
    """

    def weigh(self, distances: NDArray[np.float64], typical: float) -> NDArray[np.float64]:
        """Weights of the experts, see `GateRule`; equal where all distances are 0."""
        totals, n_prototypes = distances.sum(axis=1, keepdims=True), distances.shape[1]
        if n_prototypes == 1:
            return np.ones_like(distances)
        even = np.full_like(distances, 1.0 / n_prototypes)
        shares = np.divide(distances, totals, out=even, where=totals > 0)
        return np.asarray((1.0 - shares) / (n_prototypes - 1))


@configurable
class StaticGate(BaseEstimator):
    """Disjoint experts: fixed weights by the rank of the distance; of equal ones the earlier prototype is nearer.

    Parameters
    ----------
    shares : array-like of shape (n_experts,) or None, default=None
        Weights from the nearest to the farthest, made to sum to 1; None for N, N - 1, ..., 1.

    Examples
    --------
    >>> StaticGate().weigh(np.array([[3.0, 1.0, 2.0]]), 1.0).round(6)
    array([[0.166667, 0.5     , 0.333333]])
    """

    shares: ArrayLike | None = parameter(default=None, kw_only=False)

    def weigh(self, distances: NDArray[np.float64], typical: float) -> NDArray[np.float64]:
        """Weights of the experts, see `GateRule`."""
        n_prototypes = distances.shape[1]
        given = np.arange(n_prototypes, 0, -1) if self.shares is None else np.asarray(self.shares, np.float64)
        if given.ndim != 1 or len(given) < n_prototypes or given.min() < 0 or (np.diff(given) > 0).any():
            raise ValueError(
                f"shares={self.shares!r} does not fit {n_prototypes} experts; pass one weight for each, from the "
                "largest, of the nearest, to the smallest"
            )
        given = given[:n_prototypes]  # fewer where rows do not differ
        if given.sum() <= 0:
            raise ValueError(f"shares={self.shares!r} has no positive weight; give the nearest expert one")
        order = np.argsort(_level(distances), axis=1, kind="stable")
        weights = np.empty_like(distances)
        np.put_along_axis(weights, order, np.broadcast_to(given / given.sum(), distances.shape), axis=1)
        return weights


class WinnerGate(BaseEstimator):
    """The expert of the nearest prototype has all the weight: the random prototype oracle.

    Examples
    --------
    >>> WinnerGate().weigh(np.array([[3.0, 1.0, 1.0]]), 1.0)
    array([[0., 1., 0.]])
    """

    def weigh(self, distances: NDArray[np.float64], typical: float) -> NDArray[np.float64]:
        """Weights of the experts, see `GateRule`."""
        weights = np.zeros_like(distances)
        weights[np.arange(len(distances)), _level(distances).argmin(axis=1)] = 1.0
        return weights


@configurable
class SoftmaxGate(BaseEstimator):
    """Weights that fall with the squared distance as a normal density does.

    Parameters
    ----------
    temperature : float, default=1.0
        What squared distances are divided by, in units of their median over the training rows; the smaller, the more
        the nearest expert decides alone.

    Examples
    --------
    >>> SoftmaxGate().weigh(np.array([[0.0, 1.0]]), 1.0).round(3)
    array([[0.731, 0.269]])
    """

    temperature: float = parameter(Number(0, closed="right"), default=1.0, kw_only=False)

    def weigh(self, distances: NDArray[np.float64], typical: float) -> NDArray[np.float64]:
        """Weights of the experts, see `GateRule`."""
        check_parameters(self)
        temperature = max(self.temperature, np.finfo(float).tiny)  # a scale is no zero
        scale = typical * temperature if typical > 0 else 1.0
        squares = distances**2
        weights = np.exp(-(squares - squares.min(axis=1, keepdims=True)) / scale)
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


@configurable
class PowerGate(BaseEstimator):
    """Weights that fall with a power of the distance; at a prototype its expert decides alone.

    Parameters
    ----------
    power : float, default=2.0
        The exponent, 0 or more.

    Examples
    --------
    >>> PowerGate().weigh(np.array([[1.0, 2.0], [0.0, 2.0]]), 1.0)
    array([[0.8, 0.2],
           [1. , 0. ]])
    """

    power: float = parameter(Number(0), default=2.0, kw_only=False)

    def weigh(self, distances: NDArray[np.float64], typical: float) -> NDArray[np.float64]:
        """Weights of the experts, see `GateRule`; equal among prototypes at distance 0."""
        check_parameters(self)
        nearest = distances.min(axis=1, keepdims=True)
        at_one = np.asarray(distances == nearest, np.float64)
        ratios = np.divide(nearest, distances, out=at_one, where=distances > 0)
        weights = ratios**self.power
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _level(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Distances without their last digits, so a row that lies halfway does so however sums were rounded."""
    farthest = distances.max(axis=1, keepdims=True)
    shares = np.divide(distances, farthest, out=np.zeros_like(distances), where=farthest > 0)
    return np.asarray(np.round(shares, 12))


GATES = Axis(
    "gate",
    {name: f"{__name__}:{name.title()}Gate" for name in ("dynamic", "static", "winner", "softmax", "power")},
    (GateRule,),
    "an object with a method `weigh`, such as PowerGate(power=4)",
)


@dataclass(frozen=True, eq=False)
class PrototypeGates:
    """The prototypes of some modules, and the rule by which their nearness becomes weights.

    Attributes
    ----------
    rule : GateRule
        From distances to weights.
    prototypes : ndarray of shape (n_prototypes, n_columns)
        Those of all modules, one after the other.
    sizes : tuple of int
        How many of them each module has.
    typical : float
        Median squared distance of the rows that they were drawn from.

    Examples
    --------
    >>> from hedgerow.learners.mixtures.prototype_gates import GATES
    >>> points = np.array([[0.0], [1.0], [4.0]])
    >>> gates = PrototypeGates(GATES.resolve("dynamic"), points[[0, 2]], (2,), 1.0)
    >>> gates.weigh(points)
    [array([[1.  , 0.  ],
           [0.75, 0.25],
           [0.  , 1.  ]])]
    """

    rule: GateRule
    prototypes: NDArray[np.float64]
    sizes: tuple[int, ...]
    typical: float

    @classmethod
    def draw(
        cls,
        generator: np.random.Generator,
        points: NDArray[np.float64],
        n_modules: int,
        n_experts: int,
        rule: GateRule,
    ) -> Self:
        """Draw different rows for each module, once; fewer where the rows do not differ."""
        drawn = [
            PrototypeOracle(n_experts).draw(generator, points)
            if n_experts > 1
            else points[[generator.integers(len(points))]]
            for _ in range(n_modules)
        ]
        prototypes = np.concatenate(drawn)
        typical = float(np.median(measure_distances(points, prototypes) ** 2))
        return cls(rule, prototypes, tuple(len(each) for each in drawn), typical)

    def weigh(self, points: NDArray[np.float64]) -> list[NDArray[np.float64]]:
        """Weights of the experts of each module, (n_points, n_experts) each; rows sum to 1."""
        distances = measure_distances(points, self.prototypes)
        parts = np.split(distances, np.cumsum(self.sizes)[:-1], axis=1)
        return [self.rule.weigh(part, self.typical) for part in parts]


def measure_distances(points: NDArray[np.float64], prototypes: NDArray[np.float64]) -> NDArray[np.float64]:
    """Euclidean distances by one matrix product; exactly 0 from a prototype to itself.

    Examples
    --------
    >>> measure_distances(np.array([[0.0, 0.0], [3.0, 4.0]]), np.array([[3.0, 4.0]]))
    array([[5.],
           [0.]])
    """
    lengths = (points**2).sum(axis=1)[:, None] + (prototypes**2).sum(axis=1)
    squares = lengths - 2.0 * multiply_rows(points, prototypes.T)
    return np.sqrt(np.where(squares > _ROUNDING * lengths, squares, 0.0))
