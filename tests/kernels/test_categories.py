import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare
from tests.kernels import naive
from tests.kernels.judging import judge
from tests.kernels.tables import CATEGORIES, COMPILED, Problem, examples, problems


@examples(60)
@given(
    problems(rows=(2, 90), kinds=CATEGORIES, features=(1, 2)),
    st.sampled_from([(1, 0.0), (5, 0.0), (1, 0.2)]),
)
def test_the_subset_is_the_best_of_all_or_of_the_prefixes(problem, limits):
    """All subsets for two classes (entropy, Gini) and for values; prefixes by class share otherwise.

    With limits on leaves the best allowed subset need not be a prefix, so then prefixes are the promise throughout.
    """
    if limits != (1, 0.0):
        problem.w = np.ones(len(problem.y), np.int64)
        tree = problem.grow(max_depth=1, min_samples_leaf=limits[0], min_weight_fraction_leaf=limits[1])[0]
        left = np.array([naive.goes_left(tree, 0, value) for value in problem.X[:, max(tree.feature[0], 0)]])
        if tree.node_count > 1:
            assert naive.allowed(problem.w, left, limits[0], limits[1] * len(problem.y))
            actual = naive.gain(problem.y, problem.w, left, problem.criterion, problem.n_classes)
            assert tree.gain[0] == pytest.approx(actual, abs=1e-9)
        return
    judge(problem, problem.grow(max_depth=1)[0], max_depth=1)


def one_column(x, y, n_classes=2, criterion="entropy"):
    x = np.array(x, float)[:, None]
    return Problem(x, np.array(y), np.ones(len(y), np.int64), n_classes, np.array([True]), criterion)


def test_a_subset_may_hold_any_categories():
    tree = one_column([0, 1, 2, 3, 4, 5], [0, 1, 0, 1, 0, 1]).grow()[0]
    assert tree.node_count == 3
    assert tree.categories_left(0).tolist() in ([0, 2, 4], [1, 3, 5])
    assert np.isnan(tree.threshold[0])


def test_missing_is_a_category_of_its_own():
    nan = np.nan
    tree = one_column([0, 0, 1, 1, nan, nan], [0, 0, 1, 1, 1, 1]).grow()[0]
    assert tree.node_count == 3
    zero_left = 0 in tree.categories_left(0)
    assert bool(tree.nodes["missing_left"][0]) != zero_left


def test_categories_unseen_in_the_node_follow_the_larger_child():
    x = [0] * 5 + [1] * 3 + [3]
    problem = one_column(x, [0] * 5 + [1] * 3 + [0])
    tree = problem.grow()[0]
    larger = int(tree.n_node_samples[1:3].argmax()) + 1
    for absent in (2.0, np.nan, 17.0, -1.0):
        leaf = tree.forest.apply(np.array([[absent]]))[0, 0]
        assert naive.path(tree, [absent])[-1] == leaf
    assert tree.forest.apply(np.array([[2.0]]))[0, 0] == larger
    assert tree.forest.apply(np.array([[np.nan]]))[0, 0] == larger


@pytest.mark.parametrize("n_categories", [63, 64, 65, 130, 1500])
def test_many_categories(n_categories):
    n_categories = n_categories if COMPILED else min(n_categories, 130)
    rng = np.random.default_rng(n_categories)
    x = np.concatenate([np.arange(n_categories), rng.integers(0, n_categories, n_categories)])
    bad = rng.random(n_categories) < 0.5
    for criterion, y in (("entropy", bad[x].astype(int)), ("squared_error", bad[x] * 1.5)):
        n_classes = 0 if criterion == "squared_error" else 2
        tree = one_column(x, y, n_classes, criterion).grow()[0]
        assert tree.node_count == 3
        assert set(tree.categories_left(0)) in (set(np.flatnonzero(bad)), set(np.flatnonzero(~bad)))


def test_random_subsets_part_the_categories_and_toss_a_coin_for_the_rest():
    """Two categories drawn uniformly must part, so the six non-trivial subsets of three are equally likely."""
    problem = one_column([0, 1, 2] * 4, [0, 1, 0, 1] * 3)
    forest = problem.grow(n_trees=900 if COMPILED else 200, split="random", max_depth=1)
    lefts = [tuple(forest[t].categories_left(0)) for t in range(len(forest))]
    kinds, counts = np.unique([str(left) for left in lefts], return_counts=True)
    assert len(kinds) == 6
    assert chisquare(counts).pvalue > 1e-4
