import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import (
    AdaBoostClassifier,
    BaggingClassifier,
    ExtraTreesRegressor,
    RandomForestClassifier,
    StackingClassifier,
    VotingClassifier,
)
from sklearn.linear_model import Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

import hedgerow
from hedgerow import datasets
from hedgerow.learners.adapter import AdaptedMembers
from hedgerow.outputs import Outputs
from hedgerow.pruning import committee as module
from hedgerow.pruning.committee import Committee, Part, keep_members, narrow

X, y = load_iris(return_X_y=True)
LABELS = np.array(["setosa", "versicolor", "virginica"])[y]
KEPT = np.array([4, 0, 2])
NAMED = [
    ("bayes", GaussianNB()),
    ("left out", "drop"),
    *((f"tree {d}", DecisionTreeClassifier(max_depth=d)) for d in (1, 2, 3, 4)),
]

CLASSIFIERS = [
    hedgerow.RandomForestClassifier(6, random_state=0),
    hedgerow.ensembles.RandomSubspaceClassifier(GaussianNB(), n_estimators=6, random_state=0),
    hedgerow.EnsembleClassifier(GaussianNB(), n_estimators=6, code="identity", random_state=0),
    RandomForestClassifier(6, random_state=0),
    BaggingClassifier(max_features=0.5, n_estimators=6, random_state=0),
    AdaBoostClassifier(n_estimators=6, random_state=0),
    VotingClassifier(NAMED, weights=[1, 5, 2, 3, 4, 5]),
    make_pipeline(StandardScaler(), RandomForestClassifier(6, random_state=0)),
    GridSearchCV(RandomForestClassifier(6, random_state=0), {"max_depth": [2]}, cv=2),
]


@pytest.mark.parametrize("ensemble", CLASSIFIERS, ids=lambda e: type(e).__name__)
def test_the_kept_members_say_what_they_said(ensemble):
    ensemble.fit(X, LABELS)
    some = narrow(ensemble, KEPT)
    whole, part = Outputs.from_estimator(ensemble, X), Outputs.from_estimator(some, X)
    assert part.n_members == 3
    np.testing.assert_array_equal(part.answers, whole.answers[KEPT])
    np.testing.assert_allclose(part.probabilities, whole.probabilities[KEPT])
    assert Outputs.from_estimator(ensemble, X).n_members == whole.n_members  # which is as it was


def test_members_are_shared():
    forest = RandomForestClassifier(6, random_state=0).fit(X, y)
    assert [
        a is forest.estimators_[b] for a, b in zip(narrow(forest, KEPT).estimators_, KEPT, strict=True)
    ] == [True] * 3
    ours = hedgerow.RandomForestClassifier(6, random_state=0).fit(X, y)
    some = narrow(ours, KEPT)
    assert some.members_._forest.nodes is ours.members_.forest.nodes
    for single, position in zip(some.estimators_, KEPT, strict=True):
        np.testing.assert_array_equal(single.predict(X), ours.estimators_[position].predict(X))


def test_trees_with_categories_and_missing_values():
    table = datasets.load("votes")
    forest = hedgerow.RandomForestClassifier(6, random_state=0).fit(table.features, table.target)
    some = narrow(forest, KEPT)
    np.testing.assert_allclose(
        some.member_outputs(table.features), forest.member_outputs(table.features)[KEPT]
    )


def test_sums_are_those_of_the_kept_members():
    inputs, target = load_diabetes(return_X_y=True)
    forest = hedgerow.RandomForestRegressor(6, random_state=0).fit(inputs, target)
    expected = np.array([1.0, 2.0, 3.0]) @ forest.member_outputs(inputs)[KEPT]
    weights = np.array([1.0, 2.0, 3.0])
    for kept in (keep_members(forest.members_, KEPT), keep_members.dispatch(object)(forest.members_, KEPT)):
        np.testing.assert_allclose(kept.sum_outputs(inputs, weights, False), expected)
        np.testing.assert_allclose(kept.outputs(inputs), forest.member_outputs(inputs)[KEPT])
        assert len(kept) == 3
    theirs = ExtraTreesRegressor(6, random_state=0).fit(inputs, target)
    np.testing.assert_allclose(
        Outputs.from_estimator(narrow(theirs, KEPT), inputs).answers,
        Outputs.from_estimator(theirs, inputs).answers[KEPT],
    )


def test_what_cannot_be_narrowed_is_asked_as_a_whole():
    stack = StackingClassifier([("a", GaussianNB()), ("b", DecisionTreeClassifier())]).fit(X, y)
    assert narrow(stack, np.array([0])) is None
    assert narrow(GaussianNB().fit(X, y), np.array([0])) is None
    assert narrow([1, 2, 3], np.array([2, 0])) == [3, 1]


@pytest.mark.parametrize("kept", [[0, 5], [-1], [0.5], [[0]]])
def test_members_that_are_not_there_are_refused(kept):
    X, y = load_iris(return_X_y=True)
    grown = hedgerow.RandomForestClassifier(5, random_state=0).fit(X, y)._grown.members
    members = keep_members(grown, np.array([3, 1]))
    members.check_loaded()
    members.kept = np.array(kept)
    with pytest.raises(ValueError, match="a member is kept that is not there"):
        members.check_loaded()


def test_chosen_trees_are_of_trees():
    X, y = load_iris(return_X_y=True)
    grown = hedgerow.RandomForestClassifier(5, random_state=0).fit(X, y)._grown.members
    members = keep_members(grown, np.array([3, 1]))
    members.members = AdaptedMembers(tuple(grown), None, 3, None)
    with pytest.raises(ValueError, match="members that are not trees"):
        members.check_loaded()


CHOSEN, VOICES = np.array([3, 1]), np.array([2.0, 1.0])


def make(hard=True):
    """Members of two forests, one of which has never met the last class."""
    ours = hedgerow.RandomForestClassifier(5, max_depth=2, random_state=0).fit(X, y)
    theirs = RandomForestClassifier(5, max_depth=2, random_state=0).fit(X[:100], y[:100])
    parts = (Part.keep(ours, CHOSEN, VOICES), Part.keep(theirs, np.array([0]), np.array([1.0])))
    return Committee(parts, np.arange(3), hard), ours, theirs


@pytest.mark.parametrize("hard", [True, False])
def test_scores_are_means_over_all_members(hard):
    committee, ours, theirs = make(hard)
    said = np.concatenate([ours.member_outputs(X)[CHOSEN], np.zeros((1, 150, 3))])
    said[2, :, :2] = theirs.estimators_[0].predict_proba(X)
    np.testing.assert_allclose(committee.ask(X), said)
    if hard:
        said = np.eye(3)[said.argmax(axis=2)]
    expected = np.tensordot([2, 1, 1], said, axes=1) / 4
    np.testing.assert_allclose(committee.combine(X), expected)
    *_, last = committee.stages(X)
    np.testing.assert_allclose(last, expected)
    np.testing.assert_allclose(next(committee.stages(X)), said[0])
    by_row = committee.combine_by_row(X, lambda rows: np.repeat([[2.0], [1.0], [1.0]], len(rows), axis=1))
    np.testing.assert_allclose(by_row, expected)
    assert (len(committee), len(committee.estimators())) == (3, 3)


def test_blocks_of_rows_change_nothing(monkeypatch):
    committee, *_ = make()
    expected = committee.combine(X)
    monkeypatch.setattr(module, "_MAX_BLOCK_CELLS", 1)
    many = np.tile(X, (3, 1))
    np.testing.assert_allclose(committee.combine(many), np.tile(expected, (3, 1)))
    np.testing.assert_allclose(committee.combine(pd.DataFrame(many)), np.tile(expected, (3, 1)))


def test_models_without_probabilities_vote():
    models = [LinearSVC(random_state=0).fit(X, y), GaussianNB().fit(X, y)]
    committee = Committee((Part.keep(models, np.arange(2), np.ones(2)),), np.arange(3))
    assert set(np.unique(committee.ask(X)[0])) == {0.0, 1.0}
    assert (committee.combine(X).argmax(axis=1) == y).mean() > 0.9


def test_members_that_cannot_be_narrowed_are_asked_together():
    stack = StackingClassifier([("a", GaussianNB()), ("b", DecisionTreeClassifier(random_state=0))]).fit(X, y)
    part = Part.keep(stack, np.array([1]), np.ones(1))
    assert part.estimators() == [stack.estimators_[1]]
    np.testing.assert_array_equal(Committee((part,), np.arange(3)).combine(X).argmax(axis=1), y)


def test_values_are_averaged():
    inputs, target = load_diabetes(return_X_y=True)
    models = [Ridge(alpha).fit(inputs, target) for alpha in (0.1, 1.0)]
    committee = Committee((Part.keep(models, np.arange(2), np.array([3.0, 1.0])),), None)
    expected = 0.75 * models[0].predict(inputs) + 0.25 * models[1].predict(inputs)
    np.testing.assert_allclose(committee.combine(inputs), expected)
