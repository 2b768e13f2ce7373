import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_diabetes, load_iris
from sklearn.ensemble import RandomForestClassifier, StackingClassifier
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

import hedgerow
from hedgerow.pruning import committee as module
from hedgerow.pruning.committee import Committee, Part

X, y = load_iris(return_X_y=True)
KEPT, VOICES = np.array([3, 1]), np.array([2.0, 1.0])


def make(hard=True):
    """Members of two forests, one of which has never met the last class."""
    ours = hedgerow.RandomForestClassifier(5, max_depth=2, random_state=0).fit(X, y)
    theirs = RandomForestClassifier(5, max_depth=2, random_state=0).fit(X[:100], y[:100])
    parts = (Part.keep(ours, KEPT, VOICES), Part.keep(theirs, np.array([0]), np.array([1.0])))
    return Committee(parts, np.arange(3), hard), ours, theirs


@pytest.mark.parametrize("hard", [True, False])
def test_scores_are_means_over_all_members(hard):
    committee, ours, theirs = make(hard)
    said = np.concatenate([ours.member_outputs(X)[KEPT], np.zeros((1, 150, 3))])
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
