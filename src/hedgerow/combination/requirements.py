"""What a combination reads of the members, and how it is handed over."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.protocol import (
    Combination,
    LearnedCombination,
    PlacedCombination,
    SizedCombination,
)


def reads_sizes(combination: Combination) -> bool:
    """Whether it uses the training weight behind each prediction."""
    return isinstance(combination, SizedCombination) and combination.sized


def reads_answers_alone(combination: Combination) -> bool:
    """Whether the classes that the members settle for are all it looks at, and no probability."""
    return combination.hard and (combination.additive or isinstance(combination, LearnedCombination))


def combine_with(
    combination: Combination,
    outputs: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
    sizes: NDArray[np.float64] | None,
    places: NDArray[Any] | None = None,
) -> NDArray[np.float64]:
    """Combine, with the sizes, or the places of the rows, where the combination needs them.

    Examples
    --------
    >>> from hedgerow.combination import Mean
    >>> combine_with(Mean(), np.array([[1.0], [3.0]]), None, sizes=None)
    array([2.])
    """
    if isinstance(combination, SizedCombination) and combination.sized:
        return combination.combine(outputs, weights, sizes)
    if isinstance(combination, PlacedCombination):
        return combination.combine(outputs, weights, places)
    return combination.combine(outputs, weights)
