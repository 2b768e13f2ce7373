import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.ensembles.made_up import Dichotomies, Rotation

from hedgerow.ensembles.engine import EnsembleClassifier

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


@pytest.mark.parametrize(
    "choices", [{"view": Rotation()}, {"estimator": GaussianNB()}], ids=["view", "learner"]
)
def test_no_importances_where_members_have_none(choices):
    assert not hasattr(fit(**choices), "feature_importances_")
