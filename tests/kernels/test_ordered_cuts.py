import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.judging import judge
from tests.kernels.tables import CATEGORIES, COMPILED, NUMBERS, Problem, examples, problems

NEW = ("poisson", "absolute_error")


@examples(40)
@given(problems(rows=(2, 50), criteria=NEW), st.sampled_from(["best", "random"]))
def test_gains_and_values_are_those_of_the_criterion(problem, split):
    tree = problem.grow(split=split)[0]
    if split == "best":
        judge(problem, tree)
        return
    rows_of = naive.rows_of_nodes(tree, problem.X, np.flatnonzero(problem.w > 0))
    for node in np.flatnonzero(~tree.is_leaf):
        rows = rows_of[node]
        left = np.isin(rows, rows_of[tree.children_left[node]])
        gain = naive.gain(problem.y[rows], problem.w[rows].astype(float), left, problem.criterion, 0)
        assert tree.gain[node] == pytest.approx(gain, abs=1e-8)


@examples(20)
@given(problems(rows=(2, 60), criteria=NEW, kinds=NUMBERS), st.integers(1, 5), st.sampled_from([0.0, 0.1]))
def test_the_best_of_the_cuts_that_leaves_allow(problem, min_rows, min_weight):
    tree = problem.grow(min_samples_leaf=min_rows, min_weight_fraction_leaf=min_weight)[0]
    judge(problem, tree, min_rows=min_rows, min_weight=min_weight * problem.w.sum())


@examples(15)
@given(problems(rows=(2, 40), criteria=("poisson",), kinds=(*CATEGORIES, "ties?")))
def test_poisson_finds_the_best_subset_of_categories(problem):
    judge(problem, problem.grow()[0])


@pytest.mark.parametrize("seed", range(4))
def test_absolute_error_takes_the_best_prefix_of_categories_in_order_of_their_means(seed):
    rng = np.random.default_rng(seed)
    column = rng.integers(0, 7, 60).astype(float)
    column[rng.random(60) < 0.2] = np.nan
    y, w = column % 3 + rng.normal(size=60), rng.integers(1, 4, 60)
    y[np.isnan(column)] = rng.normal(size=np.isnan(column).sum())
    problem = Problem(column[:, None], y, w, 0, np.array([True]), "absolute_error")
    tree = problem.grow(max_depth=1)[0]
    labels = np.where(np.isnan(column), 7, column)
    present = np.unique(labels)
    order = present[np.argsort([np.average(y[labels == c], weights=w[labels == c]) for c in present])]
    sides = [np.isin(labels, order[:size]) for size in range(1, present.size)]
    assert tree.gain[0] == pytest.approx(naive.best_gain(sides, y, w.astype(float), "absolute_error", 0))
    check = tree.forest.apply(problem.X)[:, 0] == 1
    assert naive.gain(y, w.astype(float), check, "absolute_error", 0) == pytest.approx(tree.gain[0])


@pytest.mark.parametrize("criterion", NEW)
@pytest.mark.parametrize("n", [511, 512, 513, 1400])
def test_large_nodes_are_sorted_by_bytes(criterion, n):
    n = n if COMPILED else n // 10
    rng = np.random.default_rng(n)
    X = np.stack([rng.normal(size=n), rng.integers(0, 9, n), np.round(rng.normal(size=n), 2)], axis=1)
    X[rng.random(X.shape) < 0.1] = np.nan
    y = np.abs(np.round(np.nan_to_num(X[:, 2]) + rng.normal(size=n), 2))
    problem = Problem(X, y, rng.poisson(1.0, n) + 1, 0, np.zeros(3, bool), criterion)
    tree = problem.grow(max_depth=1)[0]
    w = problem.w.astype(float)
    sides = [side for column in X.T[1:] for side in naive.numeric_sides(column)]
    best = naive.best_gain(sides[:: 1 if COMPILED else 3], y, w, criterion, 0)
    assert tree.gain[0] >= best - 1e-9
    column = X[:, tree.feature[0]]
    left = np.where(np.isnan(column), tree.nodes["missing_left"][0] != 0, column <= tree.threshold[0])
    assert naive.gain(y, w, left, criterion, 0) == pytest.approx(tree.gain[0])


@pytest.mark.parametrize("criterion", NEW)
def test_of_equal_cuts_the_first_feature_and_its_lowest_cut_win(criterion):
    x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    y = np.array([1.0, 2.0, 2.0, 2.0, 2.0, 1.0])  # the cuts below 2 and below 6 gain the same
    problem = Problem(np.stack([x, x], 1), y, np.ones(6, int), 0, np.zeros(2, bool), criterion)
    tree = problem.grow(max_depth=1)[0]
    assert (tree.feature[0], tree.threshold[0]) == (0, 1.5)


@pytest.mark.parametrize("criterion", NEW)
@pytest.mark.parametrize(
    "parameters", [{"split": "pert"}, {"split": "top_k", "n_best": 2}, {"max_leaf_nodes": 5}]
)
def test_other_ways_to_grow(criterion, parameters):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 4))
    y = np.abs(X[:, 0]) + rng.random(60)
    problem = Problem(X, y, np.ones(60, int), 0, np.zeros(4, bool), criterion)
    tree = problem.grow(max_depth=4, **parameters)[0]
    rows_of = naive.rows_of_nodes(tree, X, np.arange(60))
    assert tree.n_leaves > 2
    for node in np.flatnonzero(~tree.is_leaf):
        rows = rows_of[node]
        left = np.isin(rows, rows_of[tree.children_left[node]])
        assert tree.gain[node] == pytest.approx(naive.gain(y[rows], np.ones(rows.size), left, criterion, 0))
