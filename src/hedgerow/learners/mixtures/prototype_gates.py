"""Gates of random prototypes: modules that weigh their experts by how near a row is to rows drawn at random."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.row_products import multiply_rows
from hedgerow.learners.mixtures.gate_rules import GateRule
from hedgerow.learners.prototype_oracle import PrototypeOracle

_ROUNDING = 1e-13  # times the squared lengths: what a squared distance of 0 may come out as


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
    >>> from hedgerow.learners.mixtures.gate_rules import GATES
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
