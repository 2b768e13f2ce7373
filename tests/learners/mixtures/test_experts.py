import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from hedgerow import DecisionTreeClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import SmallNetworkClassifier
from hedgerow.learners.mixtures.experts import ExpertFitter, predict_experts

X, y = load_iris(return_X_y=True)
SHARES = np.random.default_rng(0).random(150)
SEED = np.uint64(3)


def bind(estimator, weights=None):
    return ExpertFitter.bind(
        TrainingSet.of(X, y, n_classes=3, weights=np.ones(150) if weights is None else weights), estimator
    )


@pytest.mark.parametrize("estimator", [GaussianNB(), LogisticRegression(max_iter=1000)], ids=str)
def test_an_expert_is_a_weighted_fit(estimator):
    weights = np.linspace(1, 2, 150)
    expert = bind(estimator, weights).fit_expert(SEED, SHARES)
    twin = clone(estimator).fit(X, y, weights * SHARES)
    assert_allclose(expert.outputs(X)[0], twin.predict_proba(X))


def test_hedgerows_trees_and_learners_without_weights_are_experts_too():
    for estimator in (DecisionTreeClassifier(), KNeighborsClassifier(3)):
        expert = bind(estimator).fit_expert(SEED, SHARES)
        assert (expert.outputs(X)[0].argmax(axis=1) == y).mean() > 0.9


def test_classes_that_an_expert_has_not_seen_have_no_probability():
    expert = bind(LogisticRegression(max_iter=1000)).fit_expert(SEED, np.where(y == 0, 1.0, 1e-12))
    assert_array_equal(expert.outputs(X)[0], np.tile([1.0, 0.0, 0.0], (150, 1)))


def test_an_expert_to_whom_nothing_is_given_learns_from_all():
    fitter = bind(GaussianNB())
    nothing, all_rows = (fitter.fit_expert(SEED, np.full(150, share)) for share in (0.0, 1.0))
    assert_array_equal(nothing.outputs(X), all_rows.outputs(X))


def test_experts_that_start_warm_go_on_and_leave_the_old_one_alone():
    fitter = bind(SmallNetworkClassifier(2, max_iter=3, warm_start=True))
    first = fitter.fit_expert(SEED, SHARES)
    said = first.outputs(X)
    second = fitter.fit_expert(SEED, SHARES, first)
    assert second[0].loss_ < first[0].loss_
    assert_array_equal(first.outputs(X), said)
    cold = bind(SmallNetworkClassifier(2, max_iter=3))
    again = cold.fit_expert(SEED, SHARES, cold.fit_expert(SEED, SHARES))
    assert_array_equal(again.outputs(X), said)


def test_a_fitter_can_be_cut():
    rows = np.arange(0, 150, 2)
    half = bind(GaussianNB()).select(rows)
    expert = half.fit_expert(SEED, np.ones(75))
    twin = GaussianNB().fit(X[rows], y[rows])
    assert_allclose(predict_experts((expert, expert), X)[1], twin.predict_proba(X))


def test_the_error_is_that_of_the_expert():
    with pytest.raises(ValueError, match="NaN"):
        ExpertFitter.bind(
            TrainingSet.of(np.full((4, 1), np.nan), np.arange(4.0), weights=np.ones(4)), LinearRegression()
        ).fit_expert(SEED, np.ones(4))
