import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier

from hedgerow import BaggingClassifier

X, y = load_iris(return_X_y=True)


@pytest.mark.parametrize(("rows", "shape"), [(slice(100), (100,)), (slice(None), (150, 3))])
def test_it_is_the_mean_over_the_members(rows, shape):
    bagging = BaggingClassifier(RidgeClassifier(), 5, max_features=3, random_state=0).fit(X[rows], y[rows])
    scores = bagging.decision_function(X[rows])
    parts = zip(bagging.estimators_, bagging.estimators_features_, strict=True)
    assert scores.shape == shape
    assert_allclose(
        scores, np.mean([each.decision_function(X[rows][:, seen]) for each, seen in parts], axis=0)
    )


def test_the_number_of_workers_changes_nothing():
    many = np.tile(X, (14, 1))  # more than one block of rows
    one, two = (
        BaggingClassifier(LogisticRegression(max_iter=500), 3, n_jobs=n_jobs, random_state=0)
        .fit(X, y)
        .decision_function(many)
        for n_jobs in (1, 2)
    )
    assert_array_equal(one, two)


def test_only_where_members_have_one():
    assert hasattr(BaggingClassifier(LinearSVC()), "decision_function")
    for estimator in (None, DecisionTreeClassifier()):
        assert not hasattr(BaggingClassifier(estimator), "decision_function")


def test_a_member_that_has_not_seen_a_class_has_no_score_for_it():
    names = np.array(["setosa", "versicolor", "virginica"])[y]
    bagging = BaggingClassifier(RidgeClassifier(), 5, max_samples=3, random_state=0).fit(X, names)
    with pytest.raises(ValueError, match=r"member \d has seen no row of class .*use predict_proba"):
        bagging.decision_function(X)
