"""The second half of Grow-Shrink and IAMB: members of a blanket that the others make superfluous leave it."""

from __future__ import annotations

from hedgerow.selection.causal.independence.protocol import IndependenceTest


def shrink_blanket(test: IndependenceTest, target: int, members: list[int]) -> list[int]:
    """Let members leave, one at a time in the order they came, that are independent of the target given the others.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable whose blanket it is.
    members : list of int
        The blanket so far.

    Returns
    -------
    list of int
        Who stays.
    """
    staying = list(members)
    for member in members:
        others = [other for other in staying if other != member]
        if test.measure([member], target, others).is_independent[0]:
            staying = others
    return staying
