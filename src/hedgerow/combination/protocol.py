"""What the engine asks of a combination: how the members' answers become one."""

from __future__ import annotations

from typing import ClassVar, Literal, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray


@runtime_checkable
class Combination(Protocol):
    """A rule that turns what T members said about n rows into one answer per row.

    Attributes
    ----------
    answers : {"classes", "values"}
        Whether it combines class probabilities, (T, n, K), or values, (T, n).
    additive : bool
        Whether the answer is the weighted mean of the members' (hard or soft) outputs. The members may
        then sum themselves, and their outputs are never held in memory together.
    hard : bool
        Whether a member's probabilities count as one vote for the most probable class.
    weighted : bool
        Whether it listens to the weights of the members.
    """

    answers: ClassVar[Literal["classes", "values"]]
    additive: ClassVar[bool]
    hard: ClassVar[bool]
    weighted: ClassVar[bool]

    def combine(
        self, outputs: NDArray[np.float64], weights: NDArray[np.float64] | None = None
    ) -> NDArray[np.float64]:
        """Score classes, (n, K), or value rows, (n,); weights are (T,), or (T, n) to differ by row."""
        ...


@runtime_checkable
class ClassCombination(Combination, Protocol):
    """A combination that also picks a class."""

    def decide(
        self, scores: NDArray[np.float64], priors: NDArray[np.float64] | None = None
    ) -> NDArray[np.intp]:
        """Pick the class code of each row."""
        ...
