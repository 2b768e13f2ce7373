"""The interface of a test of conditional independence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.causal.independence.dependence import Dependence

Variables = Sequence[int] | NDArray[np.integer[Any]]


class IndependenceTest(Protocol):
    """Variables by number: the features in their order, then the target."""

    @property
    def n_variables(self) -> int:
        """Number of features, plus one for the target."""
        ...

    def measure(self, variables: Variables, other: int, given: Sequence[int] = ()) -> Dependence:
        """Whether each of `variables` depends on `other`, given all of `given`.

        The result for one variable does not depend on which others are tested.
        """
        ...
