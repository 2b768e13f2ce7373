"""HITON: parents and children by their association alone, and the other parents of the children."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np

from hedgerow.selection.causal.independence.protocol import IndependenceTest
from hedgerow.selection.causal.neighbours import Neighbourhood, find_neighbours, keep_mutual


def hiton(test: IndependenceTest, target: int, candidates: Sequence[int], max_condition: int) -> list[int]:
    """Markov blanket of a variable by HITON.

    Candidates join in the order of their association with the target alone, unless a subset of the members separates
    them from it. A neighbour of a neighbour is a spouse if it depends on the target given what separates the two,
    together with the neighbour between them.

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
        Parents and children in the order of joining, then spouses.

    Notes
    -----
    Parents and children are found by the semi-interleaved search, and only mutual ones count. The first publication
    looks for spouses in another way, which may let in others; the one here is that of Pena et al.

    References
    ----------
    C. Aliferis, I. Tsamardinos and A. Statnikov, "HITON: a novel Markov blanket algorithm for optimal variable
    selection", AMIA 2003. C. Aliferis, A. Statnikov, I. Tsamardinos, S. Mani and X. Koutsoukos, "Local causal and
    Markov blanket induction for causal discovery and feature selection for classification I", JMLR 11 (2010). J. Pena,
    R. Nilsson, J. Bjorkegren and J. Tegner, "Towards scalable and data efficient learning of Markov boundaries",
    International Journal of Approximate Reasoning 45 (2007).
    """
    family = [*candidates, target]

    @cache
    def search(variable: int) -> Neighbourhood:
        others = [other for other in family if other != variable]
        return find_neighbours(test, variable, others, max_condition, lambda alone, _: int(np.argmax(alone)))

    neighbourhood = keep_mutual(search(target), target, search)
    spouses: list[int] = []
    for middle in neighbourhood.members:
        for other in keep_mutual(search(middle), middle, search).members:
            if other == target or other in neighbourhood.members or other in spouses:
                continue
            between = neighbourhood.separators[other]
            # what already separates the two with the middle known has no need of it as a child
            if middle not in between and test.measure([other], target, (*between, middle)).is_dependent[0]:
                spouses.append(other)
    return [*neighbourhood.members, *spouses]
