import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from tests.kernels.tables import examples
from tests.kernels.test_family_scores import draw_table, naive_score

from hedgerow._kernels.structure_search import anneal_structure, climb_structure

MOST = 3


def list_parents(parents):
    return [[int(each) for each in row if each >= 0] for row in parents]


def has_circle(parents):
    left = set(range(len(parents)))
    while left:
        free = [node for node in left if not set(parents[node]) & left]
        if not free:
            return True
        left -= set(free)
    return False


def is_legal(variables, parents):
    return (
        not has_circle(parents)
        and all(len(each) <= MOST for each in parents)
        and all(
            variables[parent].is_discrete or not variables[node].is_discrete
            for node, each in enumerate(parents)
            for parent in each
        )
    )


def naive_neighbours(variables, parents):
    """Every legal graph that one arc more, one less, or one turned makes."""
    n = len(parents)
    for parent in range(n):
        for child in range(n):
            if parent == child:
                continue
            for turns in (False, True):
                made = [set(each) for each in parents]
                if parent in made[child]:
                    made[child].discard(parent)
                    if turns:
                        made[parent].add(child)
                elif turns:
                    continue
                else:
                    made[child].add(parent)
                if is_legal(variables, made):
                    yield made


def start(variables, n_lines=2**12):
    n = len(variables)
    return (
        np.full((n, MOST), -1, np.int32),
        np.full((n_lines, MOST + 1), -1, np.int32),
        np.empty(n_lines),
        np.empty(4),
    )


def give(variables, rows, weights, penalty=1.5):
    n_states = np.array([each.n_states for each in variables], np.int64)
    return rows.codes, rows.values, n_states, weights.astype(float), penalty, 1.0


def total(variables, rows, weights, parents, penalty=1.5):
    return sum(
        naive_score(variables, rows, weights, penalty, 1.0, node, each) for node, each in enumerate(parents)
    )


@examples(8)
@given(st.integers(0, 999))
def test_climbing_ends_where_no_neighbour_is_better(seed):
    variables, rows, weights = draw_table(seed, 60, gaps=0.0, widest=4)
    parents, keys, scores, trace = start(variables)
    climb_structure(*give(variables, rows, weights), 500, parents, keys, scores, trace)
    found = list_parents(parents)
    assert is_legal(variables, found)
    here = total(variables, rows, weights, found)
    assert trace[0] == pytest.approx(here)
    assert all(
        total(variables, rows, weights, each) <= here + 1e-6 for each in naive_neighbours(variables, found)
    )


@examples(12)
@given(st.integers(0, 999), st.booleans())
def test_an_annealed_search_keeps_the_best_legal_graph(seed, reverses):
    variables, rows, weights = draw_table(seed, 60, widest=4)
    parents, keys, scores, trace = start(variables)
    how = (seed, 400, 10.0, 0.98, reverses)
    anneal_structure(*give(variables, rows, weights), *how, parents, keys, scores, trace)
    found = list_parents(parents)
    assert is_legal(variables, found)
    assert all(each == sorted(each) for each in found)
    assert trace[0] == pytest.approx(total(variables, rows, weights, found))
    assert trace[0] >= total(variables, rows, weights, [[]] * 6) - 1e-9


def test_what_is_remembered_is_what_would_be_computed():
    """A memory of two lines is full at once, and changes nothing but the work."""
    variables, rows, weights = draw_table(5, 80, widest=4)
    told = []
    for n_lines in (2, 2**12):
        parents, keys, scores, trace = start(variables, n_lines)
        how = (7, 600, 10.0, 0.99, False)
        anneal_structure(*give(variables, rows, weights), *how, parents, keys, scores, trace)
        told.append((parents.copy(), trace.copy()))
    assert_array_equal(told[0][0], told[1][0])
    assert told[0][1][0] == told[1][1][0]
    assert told[0][1][1] > 2 * told[1][1][1]


@pytest.mark.parametrize(("temperature", "expected"), [(1.0, 0.135335), (4.0, 0.606531)])
def test_harm_is_accepted_as_often_as_the_temperature_says(temperature, expected):
    """Between two constant variables of two states an arc explains nothing, and costs one parameter: a loss of 2."""
    given = np.zeros((2, 4), np.int32), np.zeros((2, 4)), np.array([2, 2], np.int64), np.ones(4), 2.0, 0.0
    parents = np.full((2, 1), -1, np.int32)
    keys, scores, trace = np.full((64, 2), -1, np.int32), np.empty(64), np.empty(4)
    anneal_structure(*given, 0, 60_000, temperature, 1.0, True, parents, keys, scores, trace)
    n_harmful, n_accepted = trace[2:]
    assert n_harmful > 10_000
    assert n_accepted / n_harmful == pytest.approx(expected, abs=4 * np.sqrt(expected / n_harmful))
    assert (parents < 0).all()  # what is visited is not kept where it is worse


def test_a_temperature_near_zero_accepts_no_harm():
    variables, rows, weights = draw_table(1, 60, widest=4)
    parents, keys, scores, trace = start(variables)
    how = (0, 400, 1e-9, 1.0, False)
    anneal_structure(*give(variables, rows, weights), *how, parents, keys, scores, trace)
    assert trace[2] > 0 == trace[3]
