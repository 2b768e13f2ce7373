from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import make_moons
from sklearn.linear_model import LinearRegression, LogisticRegression

from hedgerow import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.foundation.threads import ONE_THREAD
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import SmallNetworkClassifier
from hedgerow.learners.mixtures.expectation import Course, draw_posteriors, train_mixture
from hedgerow.learners.mixtures.experts import ExpertFitter

COURSE = Course((2, 2), 1e-3, "common", 1e-3, 10, 0.0, None, 5)
X, y = make_moons(200, noise=0.3, random_state=0)
VALUES = np.abs(X[:, 0]) + 0.1 * np.random.default_rng(0).normal(size=200)


def bind(estimator, n_classes=2):
    target = VALUES if n_classes is None else y
    return ExpertFitter.bind(TrainingSet.of(X, target, n_classes=n_classes, weights=np.ones(200)), estimator)


FITTERS = {
    "logistic": bind(
        LogisticRegression(C=0.01)
    ),  # so strong a penalty that a fit need not raise the likelihood
    "network": bind(SmallNetworkClassifier(2, max_iter=5, warm_start=True)),
    "tree": bind(DecisionTreeClassifier(max_depth=2)),
    "line": bind(LinearRegression(), None),
    "regression tree": bind(DecisionTreeRegressor(max_depth=2), None),
}


@pytest.fixture(autouse=True)
def _one_thread():
    with ONE_THREAD:
        yield


@pytest.mark.parametrize("name", FITTERS)
@pytest.mark.parametrize("branching", [(3,), (2, 2)], ids=str)
def test_the_likelihood_never_falls(name, branching):
    for variance in ("common", "each"):
        course = replace(COURSE, variance=variance, branching=branching, max_iter=6)
        history = train_mixture(FITTERS[name], course, 0).loglikelihood
        assert len(history) > 1
        assert (np.diff(history) >= -1e-10).all()


def test_two_lines_are_found():
    """A bent line is two experts and a border where they meet."""
    x = np.linspace(-1, 1, 300)[:, None]
    fitter = ExpertFitter.bind(TrainingSet.of(x, np.abs(x[:, 0]), weights=np.ones(300)), LinearRegression())
    course = replace(COURSE, branching=(2,), max_iter=100, variance_floor=1e-6, decay=0.0, tol=1e-6)
    mixture = train_mixture(fitter, course, 0)
    slopes = sorted(expert[0].coef_[0] for expert in mixture.experts)
    assert_allclose(slopes, [-1, 1], atol=0.05)
    weights = mixture.weigh(np.array([[-0.5], [0.5]]))
    assert_allclose(np.sort(weights), [[0, 1], [0, 1]], atol=0.05)


def test_variances_have_a_floor():
    x = np.arange(20.0)[:, None]
    fitter = ExpertFitter.bind(TrainingSet.of(x, x[:, 0], weights=np.ones(20)), LinearRegression())
    for variance in ("common", "each"):
        course = replace(COURSE, branching=(2,), variance=variance, variance_floor=0.01)
        mixture = train_mixture(fitter, course, 0)
        assert_allclose(mixture.variances, 0.01 * x.var())
        assert np.isfinite(mixture.loglikelihood).all()


def test_a_trained_mixture_judges_new_rows():
    posteriors, likelihood = train_mixture(FITTERS["line"], COURSE, 0).judge(X, VALUES)
    assert_allclose(posteriors.sum(axis=1), 1)
    assert likelihood.shape == (200,)


def test_training_stops_when_rows_held_out_no_longer_profit():
    course = replace(COURSE, branching=(4,), max_iter=20, validation_fraction=0.3, n_iter_no_change=2)
    fitter = bind(SmallNetworkClassifier(6, decay=0.0, max_iter=10, warm_start=True))
    mixture = train_mixture(fitter, course, 0)
    held = np.array(mixture.held_out_loglikelihood)
    assert len(held) < 20
    assert held.argmax() == len(held) - 3  # two idle rounds end it, and the best one is what is kept
    assert mixture.merit == held.max()
    assert (np.diff(mixture.loglikelihood) >= 0).all()
    free = train_mixture(fitter, replace(course, validation_fraction=None), 0)
    X_new, y_new = make_moons(2000, noise=0.3, random_state=1)
    likelihoods = [each.judge(X_new, y_new)[1].mean() for each in (mixture, free)]
    assert likelihoods[0] > likelihoods[1] + 0.1


def test_small_tables_hold_out_nothing():
    course = replace(COURSE, validation_fraction=0.1)
    fitter = FITTERS["logistic"]
    assert not train_mixture(fitter.select(np.arange(40)), course, 0).held_out_loglikelihood
    assert train_mixture(fitter, course, 0).held_out_loglikelihood


@pytest.mark.parametrize("branching", [(1,), (3,), (2, 2), (2, 1, 3)], ids=str)
def test_a_start_gives_most_of_a_row_to_one_expert(branching):
    posteriors = draw_posteriors(np.random.default_rng(0), X, branching)
    assert posteriors.shape == (200, np.prod(branching))
    assert_allclose(posteriors.sum(axis=1), 1)
    depth = sum(width > 1 for width in branching)
    assert_allclose(posteriors.max(axis=1), 0.8**depth)


def test_more_experts_than_rows_can_start():
    assert draw_posteriors(np.random.default_rng(0), X[:2], (5,)).shape == (2, 5)
