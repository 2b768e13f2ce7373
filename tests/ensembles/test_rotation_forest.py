import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris, load_wine
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.tree import DecisionTreeRegressor
from tests.contract import parametrize_with_contract

from hedgerow import datasets
from hedgerow.ensembles.bagging import BaggingClassifier
from hedgerow.ensembles.rotation import (
    RandomRotationClassifier,
    RotationForestClassifier,
    RotationForestRegressor,
)

X, y = load_wine(return_X_y=True)
LEARNED = "axes are learned from samples, so weights act like repeats in distribution only"


@parametrize_with_contract(
    [
        RotationForestRegressor(DecisionTreeRegressor(), 5, sub_sample=False),
    ],
    expected_failed_checks=lambda estimator: (
        {"check_sample_weight_equivalence_on_dense_data": LEARNED} if estimator.sub_sample else {}
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_a_member_is_a_tree_on_the_axes_of_its_groups():
    forest = RotationForestClassifier(n_estimators=4, random_state=0).fit(X, y)
    standard = (X - X.mean(axis=0)) / X.std(axis=0)
    for member, view, outputs in zip(
        forest.estimators_, forest.members_.views, forest.member_outputs(X), strict=True
    ):
        table = np.empty_like(X)
        for new in range(13):
            start = new // 3 * 3
            group = view.order[start : start + 3]
            table[:, new] = standard[:, group] @ view.loadings[new, : group.size].astype(float)
        assert_allclose(member.predict_proba(table), outputs)
        assert_array_equal(member.predict(table), y)  # all rows, and a tree that is fully grown


@pytest.mark.parametrize("choices", [{}, {"bootstrap": True}, {"sub_sample": False}, {"group_size": 5}])
def test_workers_and_warm_starts_leave_no_trace(choices):
    one = RotationForestClassifier(n_estimators=30, random_state=1, n_jobs=1, **choices).fit(X, y)
    two = RotationForestClassifier(n_estimators=30, random_state=1, n_jobs=2, **choices).fit(X, y)
    warm = RotationForestClassifier(n_estimators=11, random_state=1, warm_start=True, **choices).fit(X, y)
    warm.set_params(n_estimators=30).fit(X, y)
    for other in (two, warm, pickle.loads(pickle.dumps(one))):
        assert_array_equal(other.member_outputs(X), one.member_outputs(X))


def test_out_of_bag_rows_are_unseen_by_the_axes_too():
    forest = RotationForestClassifier(n_estimators=5, bootstrap=True, random_state=0).fit(X, y)
    out_of_bag = np.setdiff1d(np.arange(len(X)), forest.estimators_samples_[0])
    spoiled = X.copy()
    spoiled[out_of_bag] = np.random.default_rng(0).permuted(X[out_of_bag], axis=0)  # same means, same spread
    again = RotationForestClassifier(n_estimators=5, bootstrap=True, random_state=0).fit(spoiled, y)
    assert_allclose(forest.members_.views[0].loadings, again.members_.views[0].loadings, atol=1e-5)


def test_importances_are_shared_out_by_squared_loadings():
    forest = RotationForestClassifier(n_estimators=6, random_state=0).fit(X, y)
    expected = np.zeros(13)
    for member, view in zip(forest.estimators_, forest.members_.views, strict=True):
        for new in range(13):
            group = view.order[new // 3 * 3 : new // 3 * 3 + 3]
            for feature, loading in zip(group, view.loadings[new], strict=False):
                expected[feature] += float(loading) ** 2 * member.feature_importances_[new]
    assert_allclose(forest.feature_importances_, expected / expected.sum(), rtol=1e-6)


def test_permuting_classes_permutes_answers():
    forest = RotationForestClassifier(n_estimators=10, random_state=0).fit(X, y)
    names = np.array(["a", "b", "c"])
    named = RotationForestClassifier(n_estimators=10, random_state=0).fit(X, names[y])
    assert_array_equal(named.predict(X), names[forest.predict(X)])


def test_few_features_are_one_group():
    iris, species = load_iris(return_X_y=True)
    for width in (1, 2, 4):
        forest = RotationForestClassifier(n_estimators=5, random_state=0).fit(iris[:, :width], species)
        assert forest.members_.views[0].loadings.shape == (width, min(3, width))


def test_wrong_parameters_leave_nothing():
    forest = RotationForestClassifier(group_size=0)
    with pytest.raises(ValueError, match="group_size=0"):
        forest.fit(X, y)
    assert not hasattr(forest, "classes_")


@pytest.mark.parametrize("name", ["sonar", "ionosphere"])
def test_better_than_bagging_as_published(name):
    """That is what Rodriguez et al. (2006) report, over many tables."""
    table = datasets.load(name)
    codes, target = table.features.to_numpy(float), table.target.to_numpy()
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scores = {
        each: cross_val_score(each(n_estimators=50, random_state=0), codes, target, cv=folds).mean()
        for each in (RotationForestClassifier, BaggingClassifier)
    }
    assert scores[RotationForestClassifier] > scores[BaggingClassifier]


def test_members_agree_more_and_err_less_than_randomly_rotated_ones():
    """Rogers (2007, section 4.3.2) reports both."""
    table = datasets.load("sonar")
    codes, target = table.features.to_numpy(float), (table.target == table.target.iloc[0]).to_numpy(int)
    answers = {
        each: each(n_estimators=40, bootstrap=True, random_state=0)
        .fit(codes[::2], target[::2])
        .member_outputs(codes[1::2])
        .argmax(axis=2)
        for each in (RotationForestClassifier, RandomRotationClassifier)
    }
    errors = {each: np.mean(said != target[1::2]) for each, said in answers.items()}
    agreement = {each: np.mean(said[:20] == said[20:]) for each, said in answers.items()}
    assert errors[RotationForestClassifier] < errors[RandomRotationClassifier]
    assert agreement[RotationForestClassifier] > agreement[RandomRotationClassifier]


def test_regression_on_principal_axes():
    table, values = load_diabetes(return_X_y=True)
    forest = RotationForestRegressor(bootstrap=True, oob_score=True, random_state=0).fit(table, values)
    assert 0.4 < forest.oob_score_ < 0.6
