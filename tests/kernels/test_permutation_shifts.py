import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.tables import CATEGORIES, NUMBERS, Problem, examples, problems

from hedgerow._kernels.permutation_shifts import shift_answers
from hedgerow.trees.binning import BinnedTable


def shift(forest, table, in_bag, donors, first=0, last=None):
    width, last = max(forest.n_classes, 1), table.n_samples if last is None else last
    answers, shifts = np.zeros((last - first, width)), np.zeros((table.n_features, last - first, width))
    shift_answers(
        forest.nodes, np.asarray(forest.values), forest.subsets, forest.starts, forest.word_starts, table.codes,
        np.ascontiguousarray(in_bag, np.uint8), donors.astype(np.int32), first, last, forest.n_classes == 0, answers,
        shifts,
    )  # fmt: skip
    return answers, shifts


@pytest.mark.parametrize("split", ["best", "random"])
@examples(40)
@given(problem=problems(rows=(3, 40), kinds=NUMBERS + CATEGORIES, features=(1, 4)), seed=st.integers(0, 999))
def test_permuted_answers_are_those_of_walking_everything_again(split, problem, seed):
    rng = np.random.default_rng(seed)
    n = len(problem.X)
    weights = rng.multinomial(n, np.full(n, 1 / n), 4)
    forest = problem.grow(weights=weights, max_features=2, split=split)
    table = BinnedTable.from_matrix(problem.X, problem.is_categorical)
    donors = rng.permutation(n)
    answers, permuted = naive.shift_answers(forest, problem.X, weights > 0, donors)
    found, shifts = shift(forest, table, weights > 0, donors)
    np.testing.assert_allclose(found, answers, atol=1e-9)
    np.testing.assert_allclose(found + shifts, permuted, atol=1e-9)
    some_answers, some_shifts = shift(forest, table, weights > 0, donors, n // 3, n - 1)
    np.testing.assert_array_equal(some_answers, found[n // 3 : n - 1])
    np.testing.assert_array_equal(some_shifts, shifts[:, n // 3 : n - 1])


@examples(10)
@given(problem=problems(rows=(3, 40), kinds=NUMBERS, features=(2, 3)))
def test_the_identity_shifts_nothing(problem):
    n = len(problem.y)
    forest = problem.grow(weights=np.ones((2, n), np.int64))
    table = BinnedTable.from_matrix(problem.X)
    answers, shifts = shift(forest, table, np.zeros((2, n), bool), np.arange(n))
    assert not shifts.any()
    seen, _ = shift(forest, table, np.ones((2, n), bool), np.arange(n))
    assert not seen.any()
    assert answers.any() or not problem.y.any()


def test_rows_out_of_the_bag_are_walked_as_new_rows_are():
    """A node of values 0 and 8 cuts at 4; other rows of the table have values between."""
    X = np.array([[0.0], [8.0], [3.0], [4.0], [5.0]])
    problem = Problem(X, np.array([0, 1, 0, 0, 1]), np.array([1, 1, 0, 0, 0]), 2, np.zeros(1, bool), "gini")
    forest = problem.grow()
    answers, _ = shift(forest, BinnedTable.from_matrix(X), problem.w[None] > 0, np.arange(5))
    np.testing.assert_array_equal(answers[2:], forest.outputs(X)[0, 2:])
    nan = np.array([[1.0], [2.0], [np.nan], [9.0]])
    problem = Problem(nan, np.array([0, 0, 1, 0]), np.array([1, 1, 1, 0]), 2, np.zeros(1, bool), "gini")
    forest = problem.grow()
    answers, _ = shift(forest, BinnedTable.from_matrix(nan), problem.w[None] > 0, np.arange(4))
    np.testing.assert_array_equal(answers[3], forest.outputs(nan)[0, 3])
