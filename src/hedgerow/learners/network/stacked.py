"""Records of many networks: every array has one slice a network."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


class Stacked:
    """A record whose fields are arrays, or other such records, with one slice a network.

    Examples
    --------
    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Slopes(Stacked):
    ...     values: NDArray[np.float64]
    >>> Slopes(np.array([1.0, 2.0, 3.0])).select(slice(2)).join([Slopes(np.array([4.0]))])
    Slopes(values=array([1., 2., 4.]))
    """

    def select(self, chosen: NDArray[np.intp] | slice) -> Self:
        """Some of the networks."""
        parts: dict[str, Any] = {
            name: part.select(chosen) if isinstance(part, Stacked) else part[chosen]
            for name, part in vars(self).items()
        }
        return replace(self, **parts)  # type: ignore[type-var]

    def join(self, others: Sequence[Self]) -> Self:
        """Append networks of the same shape."""
        parts: dict[str, Any] = {}
        for name, part in vars(self).items():
            more = [getattr(other, name) for other in others]
            parts[name] = part.join(more) if isinstance(part, Stacked) else np.concatenate([part, *more])
        return replace(self, **parts)  # type: ignore[type-var]
