from itertools import permutations, product

import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.learners.bayes_net.equivalence import count_differences, find_equivalence_class
from hedgerow.learners.bayes_net.graph import find_circle


def list_graphs(n):
    """Every graph of n nodes without a circle."""
    pairs = list(permutations(range(n), 2))
    for chosen in product([False, True], repeat=len(pairs)):
        arcs = np.zeros((n, n), bool)
        for (parent, child), is_there in zip(pairs, chosen, strict=True):
            arcs[parent, child] = is_there
        if not (arcs & arcs.T).any() and not find_circle(arcs):
            yield arcs


def describe(arcs):
    """Skeleton and meetings, which are the same for all graphs of a class (Verma and Pearl 1990)."""
    near = arcs | arcs.T
    meetings = {
        (min(a, b), c, max(a, b))
        for a, c, b in permutations(range(len(arcs)), 3)
        if arcs[a, c] and arcs[b, c] and not near[a, b]
    }
    return near.tobytes(), frozenset(meetings)


def test_the_class_is_what_all_its_graphs_share():
    """All 543 graphs of four nodes, put into classes by their skeletons and meetings."""
    graphs = list(list_graphs(4))
    assert len(graphs) == 543
    classes = {}
    for arcs in graphs:
        classes.setdefault(describe(arcs), []).append(arcs)
    assert len(classes) == 185
    for members in classes.values():
        union = np.any(members, axis=0)
        for arcs in members:
            assert_array_equal(find_equivalence_class(arcs), union)


def test_differences_are_edges_of_the_classes():
    chain = np.array([[0, 1, 0], [0, 0, 1], [0, 0, 0]], bool)
    fork = np.array([[0, 0, 0], [1, 0, 1], [0, 0, 0]], bool)
    meeting = np.array([[0, 1, 0], [0, 0, 0], [0, 1, 0]], bool)
    assert count_differences(chain, fork) == 0
    assert count_differences(chain, meeting) == 2
    assert count_differences(chain, np.zeros((3, 3), bool)) == 2
