"""MMPC: parents and children by the largest of the least associations."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hedgerow.selection.causal.independence.protocol import IndependenceTest
from hedgerow.selection.causal.neighbours import Neighbourhood, find_neighbours, keep_mutual


def mmpc(test: IndependenceTest, target: int, candidates: Sequence[int], max_condition: int) -> list[int]:
    """Parents and children of a variable by max-min association.

    The next to join is the candidate whose weakest association with the target, over all subsets of the members, is
    strongest. A candidate that one subset separates from the target never joins; neither does one for which the
    target does not join in turn.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The variable.
    candidates : sequence of int
        The variables that may join.
    max_condition : int
        Size of the largest subset.

    Returns
    -------
    list of int
        Parents and children, in the order of joining; spouses are not among them.

    References
    ----------
    I. Tsamardinos, L. Brown and C. Aliferis, "The max-min hill-climbing Bayesian network structure learning algorithm",
    Machine Learning 65 (2006).
    """
    family = [*candidates, target]

    def search(variable: int) -> Neighbourhood:
        others = [other for other in family if other != variable]
        return find_neighbours(test, variable, others, max_condition, lambda _, least: int(np.argmax(least)))

    return keep_mutual(search(target), target, search).members
