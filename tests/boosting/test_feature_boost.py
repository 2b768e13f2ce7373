import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris, make_classification
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.contract import parametrize_with_contract
from tests.ensembles.made_up import InterruptedTree

from hedgerow.boosting.feature_boost import FeatureBoostClassifier
from hedgerow.ensembles.bagging import BaggingClassifier
from hedgerow.outputs import Outputs

X, y = load_iris(return_X_y=True)
DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"


@parametrize_with_contract(
    [FeatureBoostClassifier(DecisionTreeClassifier(), 5)],
    expected_failed_checks=lambda estimator: {"check_sample_weight_equivalence_on_dense_data": DRAWN},
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_the_first_member_sees_everything_and_the_next_less():
    boosted = FeatureBoostClassifier(n_estimators=15, random_state=0).fit(X, y)
    features = boosted.estimators_features_
    assert len(features) == 15
    assert_array_equal(features[0], np.arange(4))
    assert all(0 < columns.size < 4 for columns in features[1:])


@pytest.mark.parametrize("learner", [None, GaussianNB()])
def test_a_member_leaves_out_what_the_one_before_relied_on(learner):
    boosted = FeatureBoostClassifier(learner, n_estimators=15, random_state=0).fit(X, y)
    assert boosted.reliances_.shape == (15, 4)
    assert_allclose(boosted.reliances_.sum(axis=1), 1.0)
    features = boosted.estimators_features_
    for reliance, before, after in zip(boosted.reliances_, features, features[1:], strict=False):
        dropped = np.setdiff1d(np.arange(4), after)
        assert np.all(reliance[dropped] > 0)
        if reliance.max() > 0.25:  # otherwise nothing mattered, and all features have the same share
            assert np.all(np.isin(np.flatnonzero(reliance), before))


def test_members_use_the_features_that_they_see():
    boosted = FeatureBoostClassifier(n_estimators=12, random_state=0).fit(X, y)
    for member, columns in zip(boosted.estimators_, boosted.estimators_features_, strict=True):
        assert np.isin(np.flatnonzero(member.feature_importances_), columns).all()
    fitted = FeatureBoostClassifier(GaussianNB(), 6, random_state=0).fit(X, y)
    assert [m.n_features_in_ for m in fitted.estimators_] == [c.size for c in fitted.estimators_features_]


def test_two_copies_of_what_matters_take_turns():
    generator = np.random.default_rng(0)
    signal = generator.normal(size=300)
    table = np.stack([signal, signal + 0.01 * generator.normal(size=300), generator.normal(size=300)], axis=1)
    boosted = FeatureBoostClassifier(DecisionTreeClassifier(max_depth=1), 10, random_state=0)
    boosted.fit(table, (signal > 0).astype(int))
    favourites = boosted.reliances_.argmax(axis=1)
    assert set(favourites) == {0, 1}
    assert np.all(favourites[1:] != favourites[:-1])


def test_workers_and_warm_starts_leave_no_trace():
    one = FeatureBoostClassifier(n_estimators=9, random_state=0).fit(X, y)
    two = FeatureBoostClassifier(n_estimators=9, random_state=0, n_jobs=2).fit(X, y)
    warm = FeatureBoostClassifier(n_estimators=4, random_state=0, warm_start=True).fit(X, y)
    warm.set_params(n_estimators=9).fit(X, y)
    for other in (two, warm, pickle.loads(pickle.dumps(one))):
        assert_array_equal(other.member_outputs(X), one.member_outputs(X))
        assert_array_equal(other.reliances_, one.reliances_)
        assert len(other.estimators_features_) == 9


def test_names_categories_and_holes():
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    frame["kind"] = pd.Categorical(np.where(X[:, 2] > 4, "long", "short"))
    frame.loc[::5, "c"] = np.nan
    labels = np.array(["s", "v", "w"])[y]
    boosted = FeatureBoostClassifier(n_estimators=25, oob_score=True, random_state=0).fit(frame, labels)
    assert boosted.oob_score_ > 0.9
    assert boosted.reliances_.shape == (25, 5)
    assert Outputs.from_estimator(boosted, frame, labels).answers.shape == (25, 150)
    assert len(list(boosted.staged_predict(frame))) == 25


def test_a_single_feature_makes_it_bagging():
    boosted = FeatureBoostClassifier(n_estimators=6, random_state=0).fit(X[:, 2:3], y)
    bagged = BaggingClassifier(n_estimators=6, random_state=0).fit(X[:, 2:3], y)
    assert_array_equal(boosted.member_outputs(X[:, 2:3]), bagged.member_outputs(X[:, 2:3]))


def test_members_differ_more_than_bagged_ones_and_survive_a_broken_feature():
    """What FeatureBoost is for: no feature is indispensable to all members."""
    table, target = make_classification(
        600, 10, n_informative=3, n_redundant=5, n_clusters_per_class=1, random_state=2
    )
    train, test = slice(0, 300), slice(300, None)
    losses, agreements = [], []
    for each in (FeatureBoostClassifier, BaggingClassifier):
        ensemble = each(n_estimators=40, random_state=0).fit(table[train], target[train])
        broken = table[test].copy()
        worst = ensemble.feature_importances_.argmax()
        broken[:, worst] = np.random.default_rng(0).permutation(broken[:, worst])
        losses.append(ensemble.score(table[test], target[test]) - ensemble.score(broken, target[test]))
        answers = ensemble.member_outputs(table[test]).argmax(axis=2)
        agreements.append(np.mean(answers[:20] == answers[20:]))
    assert losses[0] < losses[1]
    assert agreements[0] < agreements[1]


def test_an_interrupted_fit_leaves_it_as_it_was():
    InterruptedTree.fits = 0
    boosted = FeatureBoostClassifier(InterruptedTree(), 8)
    with pytest.raises(KeyboardInterrupt):
        boosted.fit(X, y)
    assert not hasattr(boosted, "classes_")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"tolerance": -0.1}, r"tolerance=-0.1 must be a number in \[0, 1\)"),
        ({"tolerance": 1.0}, "tolerance=1.0"),
        ({"n_corruptions": 0}, "n_corruptions=0 must be an int of 1 or more"),
    ],
)
def test_wrong_parameters_are_named(parameters, message):
    with pytest.raises(ValueError, match=message):
        FeatureBoostClassifier(**parameters).fit(X, y)
