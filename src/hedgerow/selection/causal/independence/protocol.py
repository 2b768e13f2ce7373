"""What a test of conditional independence is asked, and what it answers, for many variables at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Variables = Sequence[int] | NDArray[np.integer[Any]]


class IndependenceTest(Protocol):
    """Variables by number: the features in their order, then the target."""

    def measure(self, variables: Variables, other: int, given: Sequence[int] = ()) -> Dependence:
        """Whether each of `variables` depends on `other`, given all of `given`.

        The result for one variable does not depend on which others are tested.
        """
        ...


@dataclass(frozen=True, eq=False)
class Dependence:
    """How strongly each of some variables depends on one other variable, given a set of variables.

    A test that the rows do not suffice for says neither that a variable depends nor that it does not.

    Parameters
    ----------
    strength : ndarray of shape (n_variables,)
        Conditional mutual information in bits; 0 where it cannot be tested.
    p_values : ndarray of shape (n_variables,)
        P-values; NaN where the test has none.
    is_dependent : ndarray of bool of shape (n_variables,)
        Whether independence is rejected.
    is_independent : ndarray of bool of shape (n_variables,)
        Whether independence is accepted.
    """

    strength: NDArray[np.float64]
    p_values: NDArray[np.float64]
    is_dependent: NDArray[np.bool_]
    is_independent: NDArray[np.bool_]

    @property
    def is_tested(self) -> NDArray[np.bool_]:
        """Whether the rows suffice for the test."""
        return self.is_dependent | self.is_independent
