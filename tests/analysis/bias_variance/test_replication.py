import logging
import pickle

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from hedgerow import bias_variance
from hedgerow.analysis.bias_variance import FreshSamples, RepeatedFolds, Resamples
from hedgerow.analysis.bias_variance.replication import (
    LabelledRows,
    deal,
    encode_labels,
    need_own_rows,
    need_rows,
    set_up,
)


@pytest.mark.parametrize("kind", [np.asarray, sparse.csr_array, pd.DataFrame, pl.DataFrame])
def test_rows_of_any_table_can_be_taken_repeatedly(kind):
    table = np.arange(6.0).reshape(3, 2)
    taken = LabelledRows(
        kind(table), np.array(["a", "b", "c"]), np.array([1.0, 2.0, 3.0]), np.array([0, 1, 2])
    ).take(np.array([2, 0, 2]))
    X = taken.X.toarray() if sparse.issparse(taken.X) else np.asarray(taken.X)
    assert_array_equal(X, table[[2, 0, 2]])
    assert_array_equal(taken.y, ["c", "a", "c"])
    assert_array_equal(taken.sample_weight, [3, 1, 3])
    assert_array_equal(taken.strata, [2, 0, 2])


@settings(max_examples=30)
@given(st.lists(st.integers(0, 2), min_size=2, max_size=30), st.integers(2, 5), st.integers(0, 99))
def test_hands_are_even_in_size_and_in_every_stratum(strata, n_hands, seed):
    hands = deal(np.array(strata), len(strata), n_hands, np.random.default_rng(seed))
    for members in (hands, *(hands[np.array(strata) == each] for each in set(strata))):
        sizes = np.bincount(members, minlength=n_hands)
        assert sizes.max() - sizes.min() <= 1
    plain = deal(None, len(strata), n_hands, np.random.default_rng(seed))
    assert np.ptp(np.bincount(plain, minlength=n_hands)) <= 1


def test_what_is_missing_or_too_much_is_named():
    with pytest.raises(ValueError, match="pass both"):
        need_rows("bootstrap", None)
    part = LabelledRows(np.zeros((1, 1)), np.zeros(1))
    assert need_rows("bootstrap", part) is part
    assert need_own_rows("folds", part, None) is part
    with pytest.raises(ValueError, match="leave test out"):
        need_own_rows("folds", part, part)


def test_shared_randomness_is_apart_from_that_of_the_seeds():
    seeds = np.random.PCG64(7).random_raw(4)
    assert not np.isin(set_up(7).bit_generator.random_raw(4), seeds).any()


RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 3))
Y = np.array(["low", "mid", "high"])[np.digitize(X[:, 0] + 0.5 * RNG.normal(size=60), [-0.5, 0.5])]
LOW_AND_HIGH = [int(np.flatnonzero(label == Y)[place]) for place in (0, 1) for label in ("low", "high")]


class Broken(ClassifierMixin, BaseEstimator):
    """Fails, or is interrupted, at the fit of one training set."""

    def __init__(self, error=None, marker=-1.0):
        self.error, self.marker = error, marker

    def fit(self, X, y):
        if self.error is not None and self.marker in X[:, 0]:
            raise self.error
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])


def test_the_number_of_workers_changes_nothing():
    options = {"n_replicates": 6, "random_state": 0, "keep_predictions": True}
    tree = DecisionTreeClassifier(max_features=1)
    one, two = (bias_variance(tree, X, Y, n_jobs=n_jobs, **options) for n_jobs in (1, 2))
    assert_array_equal(one.evidence.predictions, two.evidence.predictions)
    assert one.totals == two.totals


def test_replicates_can_be_sent_to_other_processes():
    part = LabelledRows(X, Y)
    for protocol, train in ((Resamples(), part), (RepeatedFolds(3), part), (FreshSamples("twonorm"), None)):
        replicate = next(iter(protocol.arrange(train, None, 1, entropy=0).replicates))
        assert_array_equal(pickle.loads(pickle.dumps(replicate)).draw().X, replicate.draw().X)


def test_the_number_of_workers_changes_no_bit_of_values():
    tree = DecisionTreeRegressor(max_features=1)
    one, two = (
        bias_variance(tree, X, X[:, 1], n_replicates=7, n_jobs=n_jobs, random_state=0) for n_jobs in (1, 2)
    )
    assert one.totals == two.totals


def test_a_class_that_a_training_set_misses_is_no_obstacle():
    splits = [(np.flatnonzero(Y != "mid"), np.arange(60)), (np.flatnonzero(Y != "low"), np.arange(60))]
    result = bias_variance(GaussianNB(), X, Y, protocol=splits)
    assert result.evidence.classes.tolist() == ["high", "low", "mid"]
    shares = result.evidence.distributions.predicted
    assert_allclose(shares.sum(axis=1), 1)
    assert (shares[:, 1:] <= 0.5).all()  # each of the two models knows only one of these classes


def test_a_training_set_of_one_class_answers_that_class():
    splits = [(np.flatnonzero(Y == "mid"), None), (np.arange(60), None)]
    result = bias_variance(
        LogisticRegression(), X, Y, test=(X[:10], Y[:10]), protocol=splits, keep_predictions=True
    )
    assert (result.evidence.predictions[0] == 2).all()


def test_learners_without_weights_learn_from_rows_drawn_by_weight():
    """All the weight is on the rows of one class, so no other class is ever answered."""
    weights = (Y == "low").astype(float)
    result = bias_variance(
        KNeighborsClassifier(1), X, Y, sample_weight=weights, n_replicates=3, random_state=0, test=(X, Y)
    )
    assert_allclose(result.evidence.distributions.predicted[:, 1], 1)


def test_learners_with_weights_get_them():
    weights = (Y == "low").astype(float)
    result = bias_variance(
        DecisionTreeClassifier(), X, Y, sample_weight=weights, n_replicates=3, random_state=0, test=(X, Y)
    )
    assert_allclose(result.evidence.distributions.predicted[:, 1], 1)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_failure_names_its_replicate(n_jobs):
    splits = [(LOW_AND_HIGH[2:], [5]), (LOW_AND_HIGH[:2], [5]), (LOW_AND_HIGH[2:], [6])]
    broken = Broken(ValueError("no"), marker=X[LOW_AND_HIGH[0], 0])
    with pytest.raises(ValueError, match="no") as caught:
        bias_variance(broken, X, Y, protocol=splits, n_jobs=n_jobs)
    assert caught.value.__notes__ == ["raised by replicate 1 of bias_variance"]


def test_a_failure_on_a_table_of_one_class_is_a_failure():
    broken = Broken(ValueError("no"), marker=X[0, 0])
    with pytest.raises(ValueError, match="no"):
        bias_variance(broken, X, np.zeros(60), protocol=[([0, 1], [2])])


def test_an_interruption_says_how_far_it_came():
    splits = [([0, 1, 2], [5]), ([3, 4], [5])]
    with pytest.raises(KeyboardInterrupt) as caught:
        bias_variance(Broken(KeyboardInterrupt(), marker=X[3, 0]), X, Y, protocol=splits)
    assert "bias_variance of Broken: interrupted after 1 of 2" in caught.value.__notes__[0]


def test_progress_is_logged_when_asked_for(caplog):
    with caplog.at_level(logging.INFO, logger="hedgerow"):
        bias_variance(GaussianNB(), X, Y, n_replicates=10, verbose=0)
        assert not caplog.records
        bias_variance(GaussianNB(), X, Y, n_replicates=10, verbose=1)
    assert len(caplog.records) == 10


def test_labels_that_nobody_knows_are_refused():
    assert_array_equal(encode_labels(np.array([3, 1]), np.array([1, 3])), [1, 0])
    with pytest.raises(ValueError, match=r"a model predicted np.int64\(2\), which is not among the classes"):
        encode_labels(np.array([1, 2]), np.array([1, 3]))
