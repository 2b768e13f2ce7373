"""What the engine asks of a code: which question a member is asked."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class Code(Protocol):
    """A way to turn the K classes into the classes that one member learns, and its answers back."""

    def count_symbols(self, n_classes: int) -> int:
        """Count the classes in a member's question."""
        ...

    def draw(self, seed: int, n_classes: int) -> NDArray[np.intp]:
        """Draw the member's class of each class, (n_classes,); -1 leaves the class out."""
        ...

    def decode(self, member_code: NDArray[np.intp], output: NDArray[np.float64]) -> NDArray[np.float64]:
        """Turn a member's answers, (n, n_symbols), into scores of the classes, (n, n_classes)."""
        ...
