import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC
from tests.contract import parametrize_with_contract
from tests.docstrings import list_wrong_defaults

from hedgerow import RandomForestClassifier
from hedgerow.foundation.constraints import check_parameters
from hedgerow.relevance.profile_tree import ProfileTreeClassifier, RegionNode

LEAVES = [RegionNode(f"region {number}", 1.0, np.zeros(2), region=number) for number in range(3)]
LOWER = RegionNode("", 2.0, np.ones(2), 1, 2.0, is_category=True, angle=1.0, children=(LEAVES[0], LEAVES[1]))
ROOT = RegionNode("", 3.0, np.ones(2), 0, 0.5, angle=1.2, children=(LOWER, LEAVES[2]))


def test_rows_find_their_way():
    table = np.array([[0.5, 2.0], [0.4, 1.0], [0.6, 2.0], [np.nan, 2.0], [0.0, np.nan]])
    assert_array_equal(ROOT.route(table), [0, 1, 2, 2, 1])
    assert ROOT.route(table[:0]).shape == (0,)


def test_leaves_stand_from_left_to_right():
    assert ROOT.leaves() == LEAVES
    assert LEAVES[1].leaves() == [LEAVES[1]]


def test_a_leaf_asks_nothing_and_a_node_is_no_region():
    leaf = RegionNode("", 1.0, np.zeros(2))
    assert (leaf.feature, leaf.is_category, leaf.children) == (-1, False, ())
    assert np.isnan([leaf.limit, leaf.angle]).all()
    assert (ROOT.region, LOWER.region) == (-1, -1)


def make_data(n=600, seed=0, n_noise=2):
    """Column 2 says whether column 0 or column 1 decides."""
    X = np.random.default_rng(seed).random((n, 3 + n_noise))
    return X, np.where(np.where(X[:, 2] < 0.5, X[:, 0], X[:, 1]) > 0.5, "yes", "no")


@pytest.mark.parametrize("seed", range(5))
def test_it_finds_the_boundary_between_regions(seed):
    X, y = make_data(seed=seed)
    tree = ProfileTreeClassifier(LogisticRegression(), max_depth=1).fit(X, y)
    assert tree.root_.feature == 2
    assert tree.root_.limit == pytest.approx(0.5, abs=0.05)
    left, right = tree.root_.leaves()
    assert left.profile.argmax() == 0
    assert right.profile.argmax() == 1
    assert tree.root_.angle > 1.3


def test_models_of_regions_need_not_know_of_each_other():
    X, y = make_data(seed=1)
    new, truth = make_data(2000, seed=2)
    plain = LogisticRegression().fit(X, y).score(new, truth)
    assert plain < 0.8
    assert ProfileTreeClassifier(LogisticRegression()).fit(X, y).score(new, truth) > 0.9


def test_rows_are_answered_by_the_model_of_their_region():
    X, y = make_data()
    tree = ProfileTreeClassifier(LogisticRegression()).fit(X, y)
    regions = tree.apply(X)
    assert set(regions) == set(range(len(tree.estimators_)))
    for region, model in enumerate(tree.estimators_):
        here = regions == region
        assert_allclose(tree.predict_proba(X[here]), model.predict_proba(X[here]))
        assert_array_equal(tree.predict(X[here]), model.predict(X[here]))
        expected = LogisticRegression().fit(X[here], y[here])
        assert_allclose(model.coef_, expected.coef_)
    assert tree.frame()["weight"].tolist() == [
        np.sum(regions == region) for region in range(len(tree.estimators_))
    ]


def test_nothing_to_part_leaves_the_model_alone():
    generator = np.random.default_rng(0)
    X, y = generator.random((300, 3)), generator.integers(0, 2, 300)
    y[X[:, 0] > 0.5] = 1
    tree = ProfileTreeClassifier(random_state=0).fit(X, y)
    assert len(tree.estimators_) == 1
    assert tree.frame()["condition"].tolist() == ["everywhere"]
    assert ProfileTreeClassifier(LogisticRegression(), max_depth=0).fit(*make_data()).root_.children == ()


def test_depth_size_and_angle_are_limits():
    X, y = make_data()
    assert ProfileTreeClassifier(min_angle=np.pi).fit(X, y).root_.children == ()
    assert ProfileTreeClassifier(min_samples_region=301).fit(X, y).root_.children == ()
    weights = [leaf.weight for leaf in ProfileTreeClassifier(min_samples_region=200).fit(X, y).root_.leaves()]
    assert min(weights) >= 200
    assert sum(weights) == 600


def test_categories_missing_values_and_frames():
    generator = np.random.default_rng(0)
    side = generator.choice(["left", "right", "middle"], 600)
    X = pd.DataFrame({"side": side, "a": generator.random(600), "b": generator.random(600)})
    y = np.where(side == "left", X["a"], X["b"]) > 0.5
    tree = ProfileTreeClassifier(random_state=0).fit(X, y)
    assert tree.frame()["condition"].tolist()[:2] == ["side = left", "side != left"]
    assert tree.score(X, y) > 0.95
    new = X.head(3).assign(side=["left", None, "unseen"])
    assert tree.apply(new).tolist() == [0, 1, 1]
    assert tree.estimators_[0].feature_names_in_.tolist() == ["side", "a", "b"]


def test_missing_numbers_can_be_a_region():
    X, y = make_data(n_noise=0)
    X[X[:, 2] >= 0.5, 2] = np.nan
    X[~np.isnan(X[:, 2]), 2] = 7.0
    tree = ProfileTreeClassifier(random_state=0, max_depth=1).fit(X, y)
    assert tree.frame()["condition"].tolist() == ["x2 known", "x2 missing"]
    assert_array_equal(tree.apply(X), np.isnan(X[:, 2]))


def test_a_region_of_one_class_and_a_model_without_probabilities():
    X, y = make_data()
    y = y.astype("U5")
    y[X[:, 2] >= 0.75] = "other"
    tree = ProfileTreeClassifier(LinearSVC(), max_depth=3, min_samples_region=30).fit(X, y)
    assert set(tree.predict(X)) <= {"no", "other", "yes"}
    assert_allclose(tree.predict_proba(X).sum(axis=1), 1)
    assert_array_equal(tree.classes_[tree.predict_proba(X).argmax(axis=1)], tree.predict(X))


def test_whole_weights_are_repeated_rows():
    X, y = make_data(400)
    weights = np.random.default_rng(0).integers(1, 4, 400)
    model = ProfileTreeClassifier(LogisticRegression(tol=1e-9, max_iter=1000))
    weighted = clone(model).fit(X, y, weights)
    repeated = clone(model).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    assert len(weighted.estimators_) > 1
    assert_array_equal(weighted.apply(X), repeated.apply(X))
    assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), atol=1e-4)


def test_the_seed_decides_and_pickles_answer_the_same():
    X, y = make_data()
    one, two = (ProfileTreeClassifier(RandomForestClassifier(5), random_state=3).fit(X, y) for _ in range(2))
    assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    assert_array_equal(pickle.loads(pickle.dumps(one)).predict_proba(X), one.predict_proba(X))
    assert one.estimators_[0].random_state != one.estimators_[1].random_state


@pytest.mark.parametrize(
    ("name", "value"),
    [("max_depth", -1), ("min_samples_region", 0), ("n_bins", 1), ("significance", 1.0), ("min_angle", 4.0)],
)
def test_wrong_parameters_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}={value}"):
        ProfileTreeClassifier(**{name: value}).fit(*make_data())


@parametrize_with_contract(
    [ProfileTreeClassifier(RandomForestClassifier(5))],
    expected_failed_checks=lambda _: {
        "check_sample_weight_equivalence_on_dense_data": "the forest in a region draws rows by weight"
    },
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(ProfileTreeClassifier) == []


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"max_depth": -1}, "max_depth=-1 must be an int of 0 or more"),
        ({"min_samples_region": 0}, "min_samples_region=0 must be an int of 1 or more"),
        ({"min_angle": -0.1}, r"min_angle=-0.1 must be a number in \["),
        ({"min_angle": 3.2}, "min_angle=3.2 must be a number in"),
        ({"significance": 0}, r"significance=0 must be a number in \(0, 1\)"),
        ({"significance": 1}, r"significance=1 must be a number in \(0, 1\)"),
        ({"n_bins": 1}, "n_bins=1 must be an int of 2 or more"),
    ],
)
def test_parameters_that_mean_nothing_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        check_parameters(ProfileTreeClassifier(**parameters))


def test_parameters_may_reach_their_limits():
    check_parameters(ProfileTreeClassifier(max_depth=0, min_samples_region=1, min_angle=0, n_bins=2))
    check_parameters(ProfileTreeClassifier(min_angle=np.pi))


def test_profiles_are_parted_from_45_degrees_on():
    assert np.degrees(ProfileTreeClassifier().min_angle) == pytest.approx(45)
