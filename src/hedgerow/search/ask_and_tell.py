"""What every search by ask and tell promises."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Scores = NDArray[np.float64]
Draws = np.random.Generator | np.random.RandomState
Result = TypeVar("Result")


class PopulationSearch(Protocol):
    """A search that asks for the scores of bit strings, round after round."""

    def ask(self) -> Mask:
        """The candidates of the next round, (n_candidates, n_bits)."""
        ...

    def tell(self, scores: Scores) -> None:
        """Learn the score of each candidate; larger is better."""
        ...


class SteppedSearch(Generic[Result]):
    """A search written as a generator, which yields candidates and receives their scores.

    Parameters
    ----------
    generator : generator
        Yields masks of shape (n_candidates, n_bits), and is sent scores; what it returns is the result.

    Attributes
    ----------
    result : object
        What the search ended with, once it is over.

    Examples
    --------
    >>> def find_better_of_two():
    ...     scores = yield np.array([[True, False], [False, True]])
    ...     return int(scores.argmax())
    >>> SteppedSearch(find_better_of_two()).run(lambda masks: masks @ np.array([1.0, 2.0]))
    1
    """

    result: Result

    def __init__(self, generator: Generator[Mask, Scores, Result]) -> None:
        self._generator = generator
        self._asked: Mask | None = None
        self._advance(lambda: next(generator))

    @property
    def is_over(self) -> bool:
        """Whether there is a result."""
        return self._asked is None

    def ask(self) -> Mask:
        """The candidates of the next round."""
        if self._asked is None:
            raise RuntimeError("the search is over; read its result")
        return self._asked

    def tell(self, scores: Scores) -> None:
        """Learn the score of each candidate; larger is better."""
        self._advance(lambda: self._generator.send(scores))

    def run(self, score: Callable[[Mask], Scores]) -> Result:
        """Go on to the end, and return the result."""
        while not self.is_over:
            self.tell(score(self.ask()))
        return self.result

    def _advance(self, step: Callable[[], Mask]) -> None:
        try:
            self._asked = step()
        except StopIteration as end:
            self._asked, self.result = None, end.value
