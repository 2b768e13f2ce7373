import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier as OtherTree
from tests.contract import parametrize_with_contract
from tests.kernels import naive
from tests.kernels.tables import NUMBERS, examples, problems

from hedgerow.datasets import load, make_friedman, make_simple
from hedgerow.selection.forest import TreeSelector
from hedgerow.selection.forest.tree import cut_at_quantiles, describe_splits, feature_costs, find_feasible
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor


@pytest.mark.filterwarnings("ignore:TreeSelector found none")
@parametrize_with_contract([TreeSelector(), TreeSelector("feasible"), TreeSelector("frequency")])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def kept(rule, make, n_samples, n_runs):
    runs = (make(n_samples=n_samples, random_state=seed) for seed in range(n_runs))
    return [TreeSelector(rule).fit(run.X, run.y).get_support(indices=True).tolist() for run in runs]


def test_simple_data_needs_two_features():
    """Rogers 2007, section 8.4: 2.00 features kept."""
    assert kept("used", make_simple, 270, 20) == [[0, 1]] * 20
    feasible = kept("feasible", make_simple, 270, 20)
    assert all(set(run) >= {0, 1} for run in feasible)
    assert sum(run == [0, 1] for run in feasible) >= 18


def test_friedman_data_hides_weak_features():
    """Rogers 2007, section 8.4: 3.22 of 200 rows; 2.4 and 3.0 of 180."""
    used = [len(run) for run in kept("used", make_friedman, 180, 60)]
    feasible = [len(run) for run in kept("feasible", make_friedman, 180, 60)]
    assert np.mean(used) == pytest.approx(2.4, abs=0.25)
    assert np.mean(feasible) == pytest.approx(3.0, abs=0.25)
    assert all(more >= less for more, less in zip(feasible, used, strict=True))


def test_feasible_features_include_those_used():
    table = load("votes")
    used = TreeSelector().fit(table.features, table.target)
    feasible = TreeSelector("feasible").fit(table.features, table.target)
    assert feasible.support_[used.support_].all()
    assert feasible.support_.sum() > used.support_.sum()
    pd.testing.assert_frame_equal(used.flat_tree_.frame(), feasible.flat_tree_.frame())


def test_scores_are_shares_of_the_splits():
    sample = make_friedman(random_state=0)
    selector = TreeSelector("frequency").fit(sample.X, sample.y)
    splits = selector.flat_tree_.feature[~selector.flat_tree_.is_leaf]
    assert selector.scores_.sum() == pytest.approx(1.0)
    np.testing.assert_allclose(selector.scores_, np.bincount(splits, minlength=10) / splits.size)
    assert selector.p_values_ is None
    assert list(selector.frame()) == ["feature", "score", "selected", "n_splits"]
    np.testing.assert_array_equal(selector.found_, selector.scores_ >= 0.1)


def test_a_threshold_or_a_number():
    sample = make_friedman(n_samples=500, random_state=0)
    scores = TreeSelector().fit(sample.X, sample.y).scores_
    third = np.sort(scores)[-3]
    few = TreeSelector("frequency", threshold=third).fit(sample.X, sample.y)
    np.testing.assert_array_equal(few.found_, scores >= third)
    two = TreeSelector("frequency", n_features=2).fit(sample.X, sample.y)
    assert set(np.flatnonzero(two.found_)) == set(np.argsort(-scores, kind="stable")[:2])
    many = TreeSelector("frequency", n_features=10).fit(sample.X, sample.y)
    np.testing.assert_array_equal(many.found_, scores > 0)


def test_a_lone_leaf_keeps_everything():
    """Without a split there is nothing to go by."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(40, 3)), rng.integers(0, 2, 40)
    for rule in ("used", "feasible", "frequency"):
        with pytest.warns(UserWarning, match="TreeSelector found none of 3 features .* kept all"):
            selector = TreeSelector(rule).fit(X, y)
        assert selector.support_.all()
        assert not selector.found_.any()
        assert not selector.scores_.any()


def test_categories_and_missing_values_are_read():
    rng = np.random.default_rng(0)
    word = rng.choice(["a", "b", "c"], 200)
    X = pd.DataFrame({"noise": rng.normal(size=200), "word": word, "gap": np.where(word == "a", np.nan, 1.0)})
    selector = TreeSelector("feasible").fit(X, np.where(word == "a", "yes", "no"))
    assert list(selector.transform(X)) == ["word", "gap"]


@pytest.mark.parametrize("rule", ["used", "feasible", "frequency"])
def test_values_are_cut_into_classes(rule):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 5))
    y = 2.0 * X[:, 1] + X[:, 3] + 0.3 * rng.normal(size=300)
    selector = TreeSelector(rule).fit(X, y)
    assert selector.get_support(indices=True).tolist() == [1, 3]
    assert selector.flat_tree_.n_classes == 4
    assert selector.classes_ is None


def test_a_tree_for_values_takes_them_as_they_are():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 5))
    y = 2.0 * X[:, 1] + 0.3 * rng.normal(size=300)
    selector = TreeSelector("used", tree=DecisionTreeRegressor(max_depth=1)).fit(X, y)
    assert selector.get_support(indices=True).tolist() == [1]
    assert selector.flat_tree_.n_classes == 0


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=40).filter(lambda y: len(set(y)) > 1), st.integers(2, 5)
)
def test_quantiles_make_at_least_two_classes(values, n_bins):
    values = np.array(values, float)
    classes = cut_at_quantiles(values, n_bins)
    assert 2 <= len(set(classes)) == classes.max() + 1 <= n_bins
    order = np.argsort(values, kind="stable")
    assert (np.diff(classes[order]) >= 0).all()
    assert len(set(zip(values, classes, strict=True))) == len(set(values))  # equal values stay together


@pytest.mark.parametrize("rule", ["used", "feasible"])
def test_whole_weights_are_repeats(rule):
    sample = make_friedman(n_samples=150, random_state=3)
    counts = np.random.default_rng(0).integers(0, 4, 150)
    weighted = TreeSelector(rule).fit(sample.X, sample.y, sample_weight=counts)
    repeated = TreeSelector(rule).fit(np.repeat(sample.X, counts, axis=0), np.repeat(sample.y, counts))
    np.testing.assert_array_equal(weighted.scores_, repeated.scores_)


def test_other_weights_only_count_in_proportion():
    sample = make_friedman(n_samples=150, random_state=3)
    weights = np.random.default_rng(0).random(150) + 0.5
    one, ten = (
        TreeSelector("feasible").fit(sample.X, sample.y, sample_weight=factor * weights)
        for factor in (0.1, 7.0)
    )
    np.testing.assert_array_equal(one.scores_, ten.scores_)
    assert (one.scores_ > 0).sum() > 1


def test_weights_of_classes_are_weights_of_rows():
    sample = make_friedman(n_samples=150, random_state=3)
    tree = DecisionTreeClassifier(pruning="mdl", class_weight={-1: 1, 1: 2})
    one = TreeSelector("feasible", tree=tree).fit(sample.X, sample.y)
    other = TreeSelector("feasible").fit(sample.X, sample.y, sample_weight=np.where(sample.y > 0, 2, 1))
    np.testing.assert_array_equal(one.scores_, other.scores_)
    assert tree.class_weight == {-1: 1, 1: 2}


def test_permuted_columns_permute_the_selection():
    sample = make_friedman(random_state=1)
    order = np.random.default_rng(0).permutation(10)
    one = TreeSelector("feasible").fit(sample.X, sample.y)
    other = TreeSelector("feasible").fit(sample.X[:, order], sample.y)
    np.testing.assert_array_equal(other.scores_, one.scores_[order])


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"rule": "often"}, "rule='often' must be 'used', 'feasible' or 'frequency'"),
        ({"rule": "frequency", "threshold": 0.0}, r"threshold=0.0 must be a number in \(0, 1\]"),
        ({"rule": "frequency", "n_features": 0}, "n_features=0 must be an int of 1 or more"),
        ({"tree": OtherTree()}, "must be a DecisionTreeClassifier or DecisionTreeRegressor of hedgerow"),
        ({"tree": DecisionTreeRegressor()}, "does not fit a target for classification"),
        ({"rule": "feasible", "tree": DecisionTreeClassifier()}, "has not; pass tree=None"),
        (
            {"rule": "feasible", "task": "regression", "tree": DecisionTreeRegressor()},
            "has not; pass tree=None",
        ),
        ({"task": "regression", "n_bins": 1}, "n_bins=1 must be an int of 2 or more"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    sample = make_simple(n_samples=60, random_state=0)
    with pytest.raises(ValueError, match=message):
        TreeSelector(**parameters).fit(sample.X, sample.y)


CHECKS = [
    ((5, 5), (5, 0), (0, 5), 10.0, 3.9772799235),
    ((1, 1), (1, 0), (0, 1), 2.0, 0.8073549221),
    ((2, 1), (2, 0), (0, 1), 2.7548875022, 1.9707632539),
    ((10, 10), (8, 2), (2, 8), 5.5614381023, 7.9429948151),
    ((15, 15), (12, 3), (3, 12), 8.3421571534, 8.5530482967),
]


@pytest.mark.parametrize(("whole", "left", "right", "saved", "cost"), CHECKS)
def test_the_description_of_a_cut_by_pencil(whole, left, right, saved, cost):
    """Rogers 2007, eq. 2.23."""
    found = describe_splits(*(np.array([side], float) for side in (whole, left, right)))
    assert found == (pytest.approx([saved], abs=1e-9), pytest.approx([cost], abs=1e-9))


def test_the_price_of_a_feature_by_pencil():
    """Rogers 2007, eq. 2.24."""
    used = np.zeros(10, bool)
    np.testing.assert_allclose(feature_costs(used, 0), 3.3219280949, atol=1e-9)
    used[:2] = True
    costs = feature_costs(used, 3)
    np.testing.assert_allclose(costs[:2], 1.0)
    np.testing.assert_allclose(costs[2:], 6.6617780978, atol=1e-9)


def describe(labels, weights, n_classes):
    """Weight, number of classes and entropy."""
    counts = np.bincount(labels, weights, n_classes)
    return counts.sum(), np.count_nonzero(counts), naive.impurity(counts, "entropy")


def feasible_naively(problem, tree, rows, node, used, n_splits):
    """Features whose best cut of the node's rows pays for itself, by trying every cut."""
    y, w, n_features = problem.y[rows], problem.w[rows], problem.X.shape[1]
    feasible = set()
    for feature in range(n_features):
        best, best_side = -1.0, None
        for side in problem.sides(feature, rows):
            if side.any() and not side.all() and w[side].any() and w[~side].any():
                gain = naive.gain(y, w, side, "entropy", problem.n_classes)
                if gain > best + 1e-9:
                    best, best_side = gain, side
        if best_side is None:
            continue
        parts = [
            describe(y[s], w[s], problem.n_classes) for s in (np.full(rows.size, True), best_side, ~best_side)
        ]
        (n, k, bits), (n_1, k_1, bits_1), (n_2, k_2, bits_2) = parts
        cost = math.log2(max(n - 1, 1)) + math.log2(3**k - 2) - k * bits + k_1 * bits_1 + k_2 * bits_2
        if feature in used:
            cost += math.log2(len(used))
        else:
            known = n_splits * math.log2(len(used)) if used else 0.0
            cost += math.log2(n_features) + (n_splits + 1) * math.log2(len(used) + 1) - known
        if n * bits - n_1 * bits_1 - n_2 * bits_2 >= cost - 1e-9:
            feasible.add(feature)
    return feasible


@examples(60)
@given(
    problems(
        rows=(10, 70), kinds=NUMBERS, features=(1, 4), criteria=("entropy",), weights=("ones", "integers")
    )
)
def test_every_feature_that_pays_is_found(problem):
    prepared = problem.prepare(pruning="mdl")
    tree = prepared.grow(np.zeros(1, np.uint64), problem.w[None]).forest[0]
    found = find_feasible(tree, prepared, problem.w)
    used, row_numbers = [], {0: np.flatnonzero(problem.w > 0)}
    for n_splits, node in enumerate(np.flatnonzero(~tree.is_leaf)):
        rows, feature = row_numbers[node], tree.feature[node]
        expected = feasible_naively(problem, tree, rows, node, set(used), n_splits)
        assert feature in expected
        assert set(np.flatnonzero(found[n_splits])) == expected
        used.append(feature)
        child = tree.forest.apply(problem.X)[:, 0]
        below = descendants(tree, tree.children_left[node])
        goes_left = np.isin(child[rows], below)
        row_numbers[tree.children_left[node]] = rows[goes_left]
        row_numbers[tree.children_right[node]] = rows[~goes_left]


def descendants(tree, node):
    if tree.children_left[node] < 0:
        return [node]
    return descendants(tree, tree.children_left[node]) + descendants(tree, tree.children_right[node])


def test_batches_leave_no_trace(monkeypatch):
    rng = np.random.default_rng(0)
    from tests.kernels.tables import Problem

    X = rng.random((80, 6))
    problem = Problem(
        X, (X[:, 0] + X[:, 1] > 1).astype(int), np.ones(80, np.int64), 2, np.zeros(6, bool), "entropy"
    )
    prepared = problem.prepare(pruning="mdl")
    tree = prepared.grow(np.zeros(1, np.uint64), problem.w[None]).forest[0]
    whole = find_feasible(tree, prepared, problem.w)
    monkeypatch.setattr("hedgerow.selection.forest.tree._MOST_CELLS", 100)
    np.testing.assert_array_equal(find_feasible(tree, prepared, problem.w), whole)
