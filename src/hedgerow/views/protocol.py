"""What the engine asks of a view: through which features a member looks."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class ColumnView(Protocol):
    """A view that picks columns, so that all members share one table."""

    kind: ClassVar[Literal["all", "columns"]]

    def draw(self, seed: int, n_features: int) -> NDArray[np.intp]:
        """Draw the sorted columns of one member; a function of the seed."""
        ...


class FittedView(Protocol):
    """The transform of one member."""

    def transform(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Make the member's table."""
        ...


@runtime_checkable
class MatrixView(Protocol):
    """A view that makes new features, so that each member has its own table."""

    kind: ClassVar[Literal["matrix"]]

    def fit_view(self, seed: int, X: NDArray[np.float64], y: NDArray[Any]) -> FittedView:
        """Learn the transform of one member; a function of the seed and the data."""
        ...
