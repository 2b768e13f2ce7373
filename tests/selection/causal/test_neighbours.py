import numpy as np
from hypothesis import given
from tests.selection.causal.oracle import Oracle, graphs

from hedgerow.selection.causal.independence.linear import LinearTest
from hedgerow.selection.causal.neighbours import Neighbourhood, find_neighbours, hiton, keep_mutual, mmpc


def first(alone, least):
    return 0


@given(graphs())
def test_separators_separate(oracle):
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        found = find_neighbours(oracle, node, others, 9, first)
        assert set(found.members) >= set(oracle.neighbours(node))
        assert sorted([*found.members, *found.separators]) == others
        assert all(oracle.separates(node, other, set(given)) for other, given in found.separators.items())


def test_without_sets_everything_dependent_is_a_neighbour():
    chain = Oracle([[], [0], [1], []])
    assert find_neighbours(chain, 0, [1, 2, 3], 0, first).members == [1, 2]
    assert find_neighbours(chain, 0, [1, 2, 3], 1, first).members == [1]
    assert find_neighbours(chain, 0, [2, 1, 3], 1, first).separators == {3: (), 2: (1,)}


def test_choices_see_what_is_left_given_any_subset():
    seen = []

    def choose(alone, least):
        seen.append((alone.copy(), least.copy()))
        return 0

    find_neighbours(Oracle([[], [0], [1], [1]]), 1, [0, 2, 3], 2, choose)
    assert [len(alone) for alone, _ in seen] == [3, 2, 1]
    assert all((least <= alone).all() and np.isfinite(least).all() for alone, least in seen)


def test_only_mutual_neighbours_stay():
    found = Neighbourhood([0, 1], {3: ()})
    back = {0: Neighbourhood([2]), 1: Neighbourhood([], {2: (0,)})}
    mutual = keep_mutual(found, 2, back.__getitem__)
    assert mutual.members == [0]
    assert mutual.separators == {3: (), 1: (0,)}


@given(graphs())
def test_with_true_independences_it_finds_parents_and_children(oracle):
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        assert sorted(mmpc(oracle, node, others, 9)) == oracle.neighbours(node)


def test_spouses_are_not_among_them():
    rng = np.random.default_rng(0)
    target, spouse = rng.normal(size=(2, 500))
    child = target + spouse + rng.normal(size=500)
    test = LinearTest.of([column[:, None] for column in (spouse, child, target)])
    assert mmpc(test, 2, [0, 1], 2) == [1]


@given(graphs())
def test_with_true_independences_it_finds_the_blanket(oracle):
    for node in range(oracle.n_variables):
        others = [other for other in range(oracle.n_variables) if other != node]
        assert sorted(hiton(oracle, node, others, 9)) == oracle.blanket(node)


def test_spouses_come_last():
    rng = np.random.default_rng(0)
    target, spouse = rng.normal(size=(2, 500))
    child = target + spouse + rng.normal(size=500)
    test = LinearTest.of([column[:, None] for column in (spouse, child, target)])
    assert hiton(test, 2, [0, 1], 2) == [1, 0]
