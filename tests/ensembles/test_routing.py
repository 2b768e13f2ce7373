import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn import config_context
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin
from sklearn.exceptions import UnsetMetadataPassedError

from hedgerow import BaggingClassifier, BaggingRegressor

X = np.arange(40.0).reshape(20, 2)
y = np.arange(20) % 2


class Noting(RegressorMixin, BaseEstimator):
    """Notes the metadata that it is given."""

    def fit(self, X, y, marks=None, label=None):
        self.rows_, self.marks_, self.label_ = X[:, 0], marks, label
        return self

    def predict(self, X, shift=0.0):
        return X[:, 0] + shift


class Voting(ClassifierMixin, BaseEstimator):
    """Votes for the class that it is told."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X, side=0):
        return np.full(len(X), side)

    def decision_function(self, X, side=0):
        return np.full(len(X), side - 0.5)


@pytest.fixture(autouse=True)
def _route():
    with config_context(enable_metadata_routing=True):
        yield


def test_metadata_of_rows_follow_the_rows():
    member = Noting().set_fit_request(marks=True, label=True)
    bagging = BaggingRegressor(member, 3, random_state=0).fit(X, y, marks=X[:, 0] / 2, label="all")
    for each, rows in zip(bagging.estimators_, bagging.estimators_samples_, strict=True):
        assert_array_equal(each.rows_, X[rows, 0])
        assert_array_equal(each.marks_, X[rows, 0] / 2)
        assert each.label_ == "all"


def test_predictions_get_what_they_ask_for():
    member = Noting().set_predict_request(shift=True)
    bagging = BaggingRegressor(member, 3, random_state=0).fit(X, y)
    assert_array_equal(bagging.predict(X, shift=5.0), X[:, 0] + 5)
    assert_array_equal(bagging.predict(X), X[:, 0])
    votes = Voting().set_predict_request(side=True).set_decision_function_request(side=True)
    voting = BaggingClassifier(votes, 3, random_state=0).fit(X, y)
    assert_array_equal(voting.predict(X, side=1), np.ones(20))
    assert_array_equal(voting.predict_proba(X, side=1), np.tile([0.0, 1.0], (20, 1)))
    assert_array_equal(voting.predict_log_proba(X, side=1)[:, 1], np.zeros(20))
    assert_array_equal(voting.decision_function(X, side=1), np.full(20, 0.5))


def test_what_nobody_asks_for_is_refused():
    with pytest.raises(UnsetMetadataPassedError, match="marks"):
        BaggingRegressor(Noting(), 3).fit(X, y, marks=X[:, 0])
    with pytest.raises(TypeError, match="unexpected"):
        BaggingRegressor(n_estimators=3).fit(X, y, marks=X[:, 0])


def test_without_routing_nothing_is_handed_on():
    with (
        config_context(enable_metadata_routing=False),
        pytest.raises(ValueError, match="only supported if enable_metadata_routing"),
    ):
        BaggingRegressor(Noting(), 3).fit(X, y, marks=X[:, 0])
