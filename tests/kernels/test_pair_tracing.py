import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import CATEGORIES, NUMBERS, Problem, examples, problems

from hedgerow._kernels.pair_tracing import count_meetings
from hedgerow._kernels.records import NODE
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.statistics import trace_local_gains, trace_masking
from hedgerow.trees.tree import Tree


def bagged(problem, seed, n_trees=3):
    n = len(problem.y)
    return np.random.default_rng(seed).multinomial(n, np.full(n, 1 / n), n_trees)


@examples(40)
@given(problems(rows=(3, 50), kinds=NUMBERS + CATEGORIES), st.integers(0, 99), st.booleans())
def test_local_gains_are_those_of_the_twin(problem, seed, inside):
    weights = bagged(problem, seed)
    forest = problem.grow(weights=weights, max_features=1)
    counted = (weights > 0) == inside
    table = BinnedTable.from_matrix(problem.X, problem.is_categorical)
    record = trace_local_gains(forest, table, problem.y, counted)
    totals, counts = naive.local_gains(forest, problem.X, problem.y, counted)
    np.testing.assert_allclose(record.totals, totals, rtol=1e-5, atol=1e-4)
    np.testing.assert_array_equal(record.counts, counts)


@examples(30)
@given(
    problems(rows=(3, 60), kinds=("wide", "steps"), weights=("ones",), criteria=("entropy", "squared_error"))
)
def test_local_gains_of_a_node_average_to_its_gain(problem):
    """Rogers 2007, eq. 7.23: summed over the rows of a node they are n times its gain."""
    tree = problem.grow(max_depth=1)[0]
    table = BinnedTable.from_matrix(problem.X)
    record = trace_local_gains(tree.forest, table, problem.y, np.ones((1, len(problem.y)), bool))
    assert record.totals.sum() == pytest.approx(len(problem.y) * tree.gain[0], rel=1e-5, abs=1e-4)


@examples(30)
@given(problems(rows=(3, 60), kinds=("wide",), criteria=("entropy", "gini")), st.integers(0, 99))
def test_local_gains_of_full_trees_add_up_to_the_information_at_the_root(problem, seed):
    """Rogers 2007, eq. 7.24."""
    weights = (bagged(problem, seed) > 0).astype(np.int64)
    forest = problem.grow(weights=weights, max_features=1)
    record = trace_local_gains(forest, BinnedTable.from_matrix(problem.X), problem.y, weights > 0)
    expected = np.zeros(len(problem.y))
    for t in range(3):
        shares = forest[t].values[0] / forest[t].values[0].sum()
        seen = weights[t] > 0
        expected[seen] -= np.log2(shares[problem.y[seen]])
    np.testing.assert_allclose(record.totals.sum(axis=1), expected, atol=1e-4)


@examples(40)
@given(problems(rows=(3, 50), kinds=NUMBERS, weights=("ones", "integers")), st.integers(0, 99))
def test_masking_is_that_of_the_twin(problem, seed):
    weights = bagged(problem, seed)
    forest = problem.grow(weights=weights)
    table = BinnedTable.from_matrix(problem.X, problem.is_categorical)
    np.testing.assert_allclose(
        trace_masking(forest, table, weights),
        naive.masking(forest, problem.X, weights.astype(float)),
        atol=1e-6,
    )


def test_association_by_pencil():
    """CV-C2: six of ten go left and the surrogate agrees on nine: .75; an alternating one (-.25) is no surrogate."""
    x = np.arange(10.0)
    y = (x >= 6).astype(int)
    other = np.array([0, 1, 2, 3, 4, 7, 6, 8, 9, 10.0])  # with the cut at 5 only row 5 strays
    constant = np.zeros(10)
    X = np.stack([x, other, constant], axis=1)
    problem = Problem(X, y, np.ones(10, np.int64), 2, np.zeros(3, bool), "gini")
    tree = problem.grow(max_depth=1)[0]
    assert tree.feature[0] == 0
    masking = trace_masking(tree.forest, BinnedTable.from_matrix(X), np.ones((1, 10)))
    left = x < 6
    assert naive.association(left, other <= 4.5, np.ones(10)) == pytest.approx(0.75)
    assert naive.association(left, np.arange(10) % 2 == 0, np.ones(10)) == pytest.approx(-0.25)
    np.testing.assert_allclose(masking[0] / tree.gain[0], [1.0, 0.75, 0.0], atol=1e-6)
    assert not masking[1:].any()


def test_reversed_surrogates_count():
    x = np.arange(10.0)
    X = np.stack([x, -x], axis=1)
    problem = Problem(X, (x >= 6).astype(int), np.ones(10, np.int64), 2, np.zeros(2, bool), "gini")
    forest = problem.grow()
    masking = trace_masking(forest, BinnedTable.from_matrix(X), np.ones((1, 10)))
    assert masking[0, 1] == pytest.approx(masking[0, 0]) == pytest.approx(forest.nodes["gain"][0])


def test_masking_by_pencil():
    """CV-C3: gains 2.0 and .5 (times the node's share of the rows), associations .75 and .4 -> 1.7."""
    # 20 rows, cut into 12 | 8 with two strays of the surrogate, then the 12 into 5 | 7 with three.
    surrogate = [0, 0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 0, 1]
    X = np.stack([np.arange(20.0), surrogate], axis=1)
    nodes = np.zeros(5, NODE)
    nodes["feature"], nodes["left"] = [0, 0, -1, -1, -1], [1, 3, -1, -1, -1]
    nodes["threshold"], nodes["code"] = [11.5, 4.5, 0, 0, 0], [11, 4, 0, 0, 0]
    nodes["gain"] = [2.0, 0.5 * 20 / 12, 0, 0, 0]
    tree = Tree(nodes, np.ones((5, 2)), np.empty(0, np.uint64), 2, 2)
    masking = trace_masking(tree.forest, BinnedTable.from_matrix(X), np.ones((1, 20)))
    np.testing.assert_allclose(masking, [[2.5, 1.7], [0.0, 0.0]], atol=1e-6)


def test_masking_adds_up_over_trees():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(60, 3))
    problem = Problem(
        X, (X[:, 0] + X[:, 1] > 0).astype(int), np.ones(60, np.int64), 2, np.zeros(3, bool), "gini"
    )
    weights = rng.multinomial(60, np.full(60, 1 / 60), 2)
    forest, table = problem.grow(weights=weights), BinnedTable.from_matrix(X)
    apart = sum(trace_masking(forest[t].forest, table, weights[t : t + 1]) for t in range(2))
    np.testing.assert_allclose(trace_masking(forest, table, weights), apart)
    # A feature imitates its own splits perfectly.
    np.testing.assert_allclose(np.diag(apart), forest.gains().sum(axis=0), atol=1e-6)


@examples(30)
@given(st.integers(0, 12), st.integers(0, 9), st.integers(1, 5), st.integers(0, 99))
def test_meetings_are_counted(n, m, n_trees, seed):
    rng = np.random.default_rng(seed)
    leaves = rng.integers(0, 4, (n, n_trees)).astype(np.int32)
    others = rng.integers(0, 4, (m, n_trees)).astype(np.int32)
    found = np.zeros((n, m))
    count_meetings(leaves, others, found)
    np.testing.assert_allclose(found, naive.meetings(leaves, others).reshape(n, m))
