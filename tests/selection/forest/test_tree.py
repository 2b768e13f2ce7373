import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.tree import DecisionTreeClassifier as OtherTree
from tests.contract import parametrize_with_contract

from hedgerow.datasets import load, make_friedman, make_simple
from hedgerow.selection.forest import TreeSelector
from hedgerow.selection.forest.tree import cut_at_quantiles
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
    pd.testing.assert_frame_equal(used.tree_.frame(), feasible.tree_.frame())


def test_scores_are_shares_of_the_splits():
    sample = make_friedman(random_state=0)
    selector = TreeSelector("frequency").fit(sample.X, sample.y)
    splits = selector.tree_.feature[~selector.tree_.is_leaf]
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
    assert selector.tree_.n_classes == 4
    assert selector.classes_ is None


def test_a_tree_for_values_takes_them_as_they_are():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 5))
    y = 2.0 * X[:, 1] + 0.3 * rng.normal(size=300)
    selector = TreeSelector("used", tree=DecisionTreeRegressor(max_depth=1)).fit(X, y)
    assert selector.get_support(indices=True).tolist() == [1]
    assert selector.tree_.n_classes == 0


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
