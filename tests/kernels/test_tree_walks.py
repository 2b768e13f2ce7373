from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import CATEGORIES, COMPILED, NUMBERS, Problem, examples, problems

from hedgerow.trees.class_weights import ClassWeights


def some_forest(problem, n_trees=3):
    rng = np.random.default_rng(0)
    weights = rng.integers(0, 3, (n_trees, len(problem.y)))
    weights[:, 0] = 1
    return problem.grow(weights=weights, max_features=1)


def rows_like(problem, seed):
    """Rows with other values, missing ones, and categories that no tree has seen."""
    rng = np.random.default_rng(seed)
    X = problem.X[rng.integers(0, len(problem.X), 20)] + rng.integers(-1, 3, (20, problem.X.shape[1]))
    X[rng.random(X.shape) < 0.2] = np.nan
    return X


@examples(40)
@given(problems(rows=(2, 60), kinds=NUMBERS + CATEGORIES), st.integers(0, 99))
def test_leaves_and_answers_are_those_of_the_twin(problem, seed):
    forest, X = some_forest(problem), rows_like(problem, seed)
    expected = np.array([[naive.path(forest[t], row)[-1] for t in range(3)] for row in X])
    np.testing.assert_array_equal(forest.apply(X), expected)
    answers = np.array([[naive.leaf_answer(forest[t], leaf) for leaf in expected[:, t]] for t in range(3)])
    width = (..., 0) if problem.n_classes == 0 else ...
    np.testing.assert_allclose(forest.outputs(X), answers[width])
    combination_weights = np.array([1.0, 2.5, 0.0])
    np.testing.assert_allclose(
        forest.sum_outputs(X, combination_weights),
        np.tensordot(combination_weights, answers, 1)[width],
        atol=1e-12,
    )
    if problem.n_classes:
        votes = np.zeros((20, problem.n_classes))
        for t in range(3):
            votes[np.arange(20), answers[t].argmax(axis=1)] += combination_weights[t]
        np.testing.assert_allclose(forest.sum_outputs(X, combination_weights, hard=True), votes)


@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("n_rows", [1, 64])  # rows that walk one by one, and packed trees
def test_lists_of_classes_say_what_a_number_for_every_class_says(hard, n_rows):
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(80, 3)), rng.integers(0, 5, 80)
    problem = Problem(X, y, np.ones(80, int), 5, np.zeros(3, bool), "entropy")
    forest = some_forest(problem)
    dense = replace(forest, values=np.asarray(forest.values))
    for _ in range(3):  # trees are packed when enough rows have asked
        found, expected = (each.sum_outputs(X[:n_rows], None, hard) for each in (forest, dense))
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("n_rows", [1, 64])
def test_a_node_that_lists_no_class_is_no_danger(n_rows):
    problem = Problem(np.arange(4.0)[:, None], np.arange(4), np.ones(4, int), 4, np.zeros(1, bool), "entropy")
    forest = problem.grow(n_trees=3)
    none = ClassWeights(np.empty(0), np.empty(0, np.uint16), np.zeros(len(forest.nodes) + 1, np.int64), 4)
    empty = replace(forest, values=none)
    for _ in range(3):
        votes = empty.sum_outputs(np.zeros((n_rows, 1)), None, True)
        np.testing.assert_array_equal(votes, [[3.0, 0.0, 0.0, 0.0]] * n_rows)
        assert np.isnan(empty.sum_outputs(np.zeros((n_rows, 1)))[:, 0]).all()


@examples(20)
@given(problems(rows=(2, 60), kinds=NUMBERS + CATEGORIES))
def test_any_layout_and_type_of_rows(problem):
    forest, X = some_forest(problem), problem.X
    expected = forest.apply(X)
    readonly = X.copy()
    readonly.setflags(write=False)
    for rows in (
        np.asfortranarray(X),
        readonly,
        np.repeat(X, 2, axis=0)[::2],
        np.repeat(X, 2, axis=1)[:, ::2],
    ):
        np.testing.assert_array_equal(forest.apply(rows), expected)


@pytest.mark.parametrize("n", [0, 1, 255, 256, 257, 1000])
def test_any_number_of_rows(n):
    n = n if COMPILED else min(n, 257)
    rng = np.random.default_rng(n)
    from tests.kernels.test_tree_growth import continuous

    forest = some_forest(continuous(50, "entropy", 1))
    X = rng.normal(size=(n, 3))
    np.testing.assert_array_equal(forest.apply(X)[:, 1], [naive.path(forest[1], row)[-1] for row in X])
    np.testing.assert_allclose(forest.sum_outputs(X), forest.outputs(X).sum(axis=0))
