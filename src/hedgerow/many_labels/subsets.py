"""Random subsets of the labels: disjoint, or overlapping."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

_MOST_LISTED = 20_000  # subsets that are listed; of more, some are drawn until enough differ


def draw_disjoint(n_labels: int, size: int, generator: np.random.Generator) -> list[NDArray[np.intp]]:
    """Part the labels at random into subsets of a size; the last has what is left.

    Examples
    --------
    >>> [part.size for part in draw_disjoint(7, 3, np.random.default_rng(0))]
    [3, 3, 1]
    """
    order = generator.permutation(n_labels)
    return [np.sort(order[start : start + size]) for start in range(0, n_labels, size)]


def draw_overlapping(
    n_labels: int, size: int, n_subsets: int, generator: np.random.Generator
) -> list[NDArray[np.intp]]:
    """Draw distinct subsets of a size, at most all that there are, and one more for each label that is in none.

    Examples
    --------
    >>> subsets = draw_overlapping(6, 3, 20, np.random.default_rng(0))
    >>> len({tuple(subset) for subset in subsets})
    20
    """
    size = min(size, n_labels)
    n_possible = comb(n_labels, size)
    n_subsets = min(n_subsets, n_possible)
    if n_possible <= max(_MOST_LISTED, 2 * n_subsets):
        listed = list(combinations(range(n_labels), size))
        chosen = [listed[place] for place in generator.permutation(n_possible)[:n_subsets]]
    else:
        chosen = _draw_distinct(n_labels, size, n_subsets, generator)
    covered = {label for subset in chosen for label in subset}
    for label in range(n_labels):
        if label not in covered:  # so the new subset differs from all others
            others = np.delete(np.arange(n_labels), label)
            company = generator.choice(others, size - 1, replace=False)
            chosen.append(tuple(sorted([label, *company.tolist()])))
            covered.update(chosen[-1])
    return [np.array(subset, dtype=np.intp) for subset in chosen]


def _draw_distinct(
    n_labels: int, size: int, n_subsets: int, generator: np.random.Generator
) -> list[tuple[int, ...]]:
    """Draw until enough differ; at most every second draw is a repeat on average, as twice as many are possible."""
    chosen: dict[tuple[int, ...], None] = {}
    while len(chosen) < n_subsets:
        drawn = generator.choice(n_labels, size, replace=False)
        chosen[tuple(sorted(drawn.tolist()))] = None
    return list(chosen)
