"""Floating search: forward steps, and after each as many steps back as pay."""

from __future__ import annotations

from collections.abc import Callable, Generator

import numpy as np

from hedgerow.search.ask_and_tell import Mask, Scores
from hedgerow.search.goal import Goal
from hedgerow.search.masks import flip_each

Asking = Generator[Mask, Scores, Mask]  # asks for masks, is sent scores, goes to a mask
Watch = Callable[[str, Mask], None]

_PATIENCE = 5  # forward steps


def search_floating(
    n_bits: int, goal: Goal, watch: Watch = lambda action, mask: None
) -> Generator[Mask, Scores, dict[int, Mask]]:
    """Set the bit that helps most, then clear bits as long as that gives the best mask of its size.

    Parameters
    ----------
    n_bits : int
        Bits of a mask.
    goal : Goal
        The size to reach; what a better mask is, and how many additions without one end the search.
    watch : callable, default does nothing
        Called with what was done and the mask after it.

    Yields
    ------
    ndarray of bool of shape (n_masks, n_bits)
        Masks to be scored; one by itself that was scored before, to be compared.

    Returns
    -------
    dict of int to ndarray
        The best mask of each size.

    Notes
    -----
    A mask that is worse than one of the same size that was met before gives way to that one.

    Examples
    --------
    >>> from hedgerow.search.ask_and_tell import SteppedSearch
    >>> best = SteppedSearch(search_floating(3, Goal())).run(lambda masks: masks @ np.array([1.0, 3.0, -1.0]))
    >>> best[2]
    array([ True,  True, False])
    """
    mask = np.zeros(n_bits, np.bool_)
    best: dict[int, Mask] = {0: mask}
    top, waited = (yield from _score(mask)), 0
    watch("start", mask)
    most = n_bits if goal.size is None else goal.size
    while mask.sum() < most:
        mask, added = yield from _add(mask, best, watch)
        mask = yield from _remove(mask, added, best, watch)
        reached = -np.inf
        for known in best.values():
            reached = max(reached, (yield from _score(known)))
        waited = 0 if reached > top + goal.tolerance else waited + 1
        top = max(top, reached)
        if goal.size is None and waited > goal.wait(_PATIENCE):
            break
    return best


def _score(mask: Mask) -> Generator[Mask, Scores, float]:
    scores = yield mask[None]
    return float(scores[0])


def _is_better(one: Mask, other: Mask) -> Generator[Mask, Scores, bool]:
    return (yield from _score(one)) > (yield from _score(other))


def _add(mask: Mask, best: dict[int, Mask], watch: Watch) -> Generator[Mask, Scores, tuple[Mask, int]]:
    """Set the best bit; go to the best mask of that size if it is another one."""
    places = np.flatnonzero(~mask)
    candidates = flip_each(mask, places)
    place = int(np.argmax((yield candidates)))
    grown, added = candidates[place], int(places[place])
    watch(f"+{added}", grown)
    size = int(grown.sum())
    if size in best and (yield from _is_better(best[size], grown)):
        watch("back to the best of this size", best[size])
        return best[size], -1
    if size not in best or (yield from _is_better(grown, best[size])):
        best[size] = grown
    return grown, added


def _remove(mask: Mask, added: int, best: dict[int, Mask], watch: Watch) -> Asking:
    """Clear bits while that gives the best mask of its size; each time a record falls, so this ends."""
    while mask.sum() > 2:
        places = np.flatnonzero(mask)
        candidates = flip_each(mask, places)
        place = int(np.argmax((yield candidates)))
        size = int(mask.sum()) - 1
        # Masks of a size are first reached by adding, so there is a record to beat.
        if places[place] == added or not (yield from _is_better(candidates[place], best[size])):
            return mask
        mask, added = candidates[place], -1
        best[size] = mask
        watch(f"-{places[place]}", mask)
    return mask
