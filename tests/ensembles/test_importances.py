import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.ensembles.made_up import Dichotomies, Rotation

from hedgerow.ensembles import importances
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.views import PCARotation, RandomRotation

X, y = load_iris(return_X_y=True)


def fit(**choices):
    choices = {"estimator": DecisionTreeClassifier(), "n_estimators": 6, "random_state": 0} | choices
    return EnsembleClassifier(**choices).fit(X, y)


@pytest.mark.parametrize("code", [None, Dichotomies()], ids=["real", "coded"])
def test_importances_are_those_of_the_members_at_their_columns(code):
    ensemble = fit(view="subspace", code=code)
    expected = np.zeros(4)
    for member, columns in zip(ensemble.estimators_, ensemble.estimators_features_, strict=True):
        expected[columns] += member.feature_importances_
    assert_allclose(ensemble.feature_importances_, expected / expected.sum())


@pytest.mark.parametrize("code", [None, Dichotomies()], ids=["real", "coded"])
def test_importances_of_mixtures_are_handed_back_by_squared_loadings(code):
    ensemble = fit(view=RandomRotation(), code=code)
    members = ensemble.members_ if code is None else ensemble.members_.members
    expected = np.zeros(4)
    for member, view in zip(ensemble.estimators_, members.views, strict=True):
        expected += (view.matrix(4) ** 2).T @ member.feature_importances_
    assert_allclose(ensemble.feature_importances_, expected / expected.sum())


def test_importances_of_indicators_are_summed():
    frame = pd.DataFrame({"noise": X[:, 0] % 0.1, "kind": pd.Categorical(np.array(["a", "b", "c"])[y])})
    ensemble = EnsembleClassifier(view=PCARotation(2), n_estimators=10, random_state=0).fit(frame, y)
    assert ensemble.feature_importances_.shape == (2,)
    assert_allclose(ensemble.feature_importances_.sum(), 1.0)
    assert ensemble.feature_importances_[1] > 0.6


@pytest.mark.parametrize(
    "choices",
    [{"view": Rotation()}, {"view": "combinations"}, {"estimator": GaussianNB()}],
    ids=["view", "combinations", "learner"],
)
def test_no_importances_where_members_have_none(choices):
    assert not hasattr(fit(**choices), "feature_importances_")


def test_importances_do_not_depend_on_how_many_unit_vectors_are_turned_at_a_time(monkeypatch):
    forest = fit(view=RandomRotation())
    whole = forest.feature_importances_
    monkeypatch.setattr(importances, "_MOST_CELLS", 4)
    assert_allclose(forest.feature_importances_, whole, rtol=1e-12)


def test_a_width_that_is_not_that_of_the_members_asks_for_no_square_of_it():
    forest = fit(view=RandomRotation())
    forest.n_features_in_ = 100_000  # its square is 80 GB
    with pytest.raises(ValueError, match=r"mismatch|broadcast"):
        forest.feature_importances_  # noqa: B018
