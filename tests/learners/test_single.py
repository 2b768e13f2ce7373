import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import RegressorMixin
from sklearn.exceptions import NotFittedError

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError
from hedgerow.learners.single import ProbabilityMixin, SingleMember


class Frequencies:
    """Members that answer with the shares of the classes, or the mean, of the rows they saw."""

    def __init__(self, X, y, n_classes):
        self.X, self.y, self.n_classes = X, y, n_classes

    def grow(self, seeds, weights, columns=None, targets=None):
        if (self.y < 0).any():
            raise MemberError(0) from KeyError("no")
        self.answer = (
            np.average(self.y, weights=weights[0])
            if self.n_classes is None
            else np.bincount(self.y, weights[0], self.n_classes) / weights[0].sum()
        )
        return self

    def outputs(self, X):
        return np.broadcast_to(self.answer, (1, len(X), *np.shape(self.answer)))


class Prior(ProbabilityMixin, SingleMember):
    def prepare(self, training):
        return Frequencies(training.X, training.y, training.n_classes)


class Mean(RegressorMixin, SingleMember):
    def prepare(self, training):
        return Frequencies(training.X, training.y, training.n_classes)


X = np.arange(6.0)[:, None]


def test_a_classifier_keeps_labels_and_breaks_ties_by_the_prior():
    model = Prior().fit(X, ["b", "a", "b", "a", "c", "b"])
    assert_array_equal(model.classes_, ["a", "b", "c"])
    assert_allclose(model.predict_proba(X[:1]), [[2 / 6, 3 / 6, 1 / 6]])
    assert_array_equal(model.predict(X[:2]), ["b", "b"])
    assert_allclose(model.class_prior_, [2 / 6, 3 / 6, 1 / 6])
    fair = model.wrap(model.members_, 1, np.array([1.0, 1.0, 4.0]))
    fair.members_.answer = np.array([0.4, 0.2, 0.4])
    assert_array_equal(fair.predict(X[:1]), [2])
    assert fair.n_features_in_ == 1


def test_rows_without_weight_are_not_seen():
    weights = [0, 1, 0, 2, 0, 1]
    model = Prior().fit(X, ["b", "a", "b", "a", "c", "b"], weights)
    assert_array_equal(model.classes_, ["a", "b", "c"])
    assert_allclose(model.predict_proba(X[:1]), [[3 / 4, 1 / 4, 0]])
    assert len(model.members_.X) == 3
    assert Mean().fit(X, X[:, 0], weights).predict(X[:1]) == pytest.approx((1 + 6 + 5) / 4)


def test_a_frame_is_encoded_with_the_codes_it_was_learned_with():
    frame = pd.DataFrame({"colour": ["red", "blue", "red"]})
    model = Prior().fit(frame, [0, 1, 1])
    assert_array_equal(model.members_.X, [[1], [0], [1]])
    assert_array_equal(model.feature_names_in_, ["colour"])
    assert model.predict(frame).tolist() == [1, 1, 1]


def test_errors():
    with pytest.raises(NotFittedError):
        Prior().predict(X)
    with pytest.raises(KeyError, match="no"):  # the cause, not the number of the only member
        Mean().fit(X, -X[:, 0])
    with pytest.raises(ValueError, match="Negative values in data passed to `sample_weight`"):
        Prior().fit(X, [0, 1] * 3, [-1, 1, 1, 1, 1, 1])
    with pytest.raises(NotImplementedError):
        SingleMember().prepare(TrainingSet.of(X, X[:, 0], n_classes=None))
