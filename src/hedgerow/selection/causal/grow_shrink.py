"""Grow-Shrink: features in a fixed order join the Markov blanket, and superfluous ones leave."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hedgerow.selection.causal.blanket_steps import find_pair, shrink_blanket
from hedgerow.selection.causal.independence.protocol import IndependenceTest


def grow_shrink(
    test: IndependenceTest, target: int, candidates: Sequence[int], *, pairs_at: float | None = None
) -> list[int]:
    """Markov blanket of a variable by Grow-Shrink.

    In the order of their strength alone, candidates join that depend on the target given those that have joined, until
    a pass adds none. Then those leave that are independent of the target given the others.

    All candidates behind the latest newcomer are tested at once; the result is that of one test after another.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may join.
    pairs_at : float or None, default=None
        Level at which two candidates may join together where no single one depends.

    Returns
    -------
    list of int
        The blanket, in the order of joining.

    References
    ----------
    D. Margaritis and S. Thrun, "Bayesian network induction via local neighborhoods", NIPS 1999.
    """
    open_ones = np.asarray(candidates, np.intp)
    order = open_ones[np.argsort(-test.measure(open_ones, target).strength, kind="stable")]
    members: list[int] = []
    has_grown = True
    while has_grown:
        has_grown = False
        ahead = order[~np.isin(order, members)]
        while ahead.size:
            joins = np.flatnonzero(test.measure(ahead, target, members).is_dependent)
            if joins.size == 0:
                break
            members.append(int(ahead[joins[0]]))
            ahead = ahead[joins[0] + 1 :]
            has_grown = True
        if not has_grown and pairs_at is not None:
            pair = find_pair(test, target, np.sort(order[~np.isin(order, members)]), members, pairs_at)
            members += pair
            has_grown = bool(pair)
    return shrink_blanket(test, target, members)
