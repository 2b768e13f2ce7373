"""What a search is to find, and when it may give up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Goal:
    """What a search is to find, and when it may give up.

    Parameters
    ----------
    size : int or None, default=None
        Find a subset of this size; None leaves the size to the scores.
    tolerance : float, default=0.0
        Scores that differ by no more are equal.
    patience : int or None, default=None
        Moves without a better subset before the search ends; None leaves it to the search.

    Examples
    --------
    >>> Goal().wait(5), Goal(patience=2).wait(5)
    (5, 2)
    """

    size: int | None = None
    tolerance: float = 0.0
    patience: int | None = None

    def wait(self, usual: int) -> int:
        """The patience, or what is usual for a search."""
        return usual if self.patience is None else self.patience
