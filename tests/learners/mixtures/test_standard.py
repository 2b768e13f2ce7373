import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.base import is_classifier
from sklearn.datasets import make_moons
from sklearn.linear_model import LinearRegression, LogisticRegression
from tests.contract import parametrize_with_contract

from hedgerow.learners import MixtureOfExpertsClassifier, MixtureOfExpertsRegressor

DRAWN = "rows are drawn as starts and held out, so weights act like repeats in distribution only"
X, y = make_moons(300, noise=0.2, random_state=0)


@parametrize_with_contract(
    [
        MixtureOfExpertsClassifier(branching=2, max_iter=2, n_init=1),
        MixtureOfExpertsRegressor(LinearRegression(), branching=(2, 2), max_iter=2, n_init=1),
    ],
    expected_failed_checks=lambda mixture: (
        {"check_sample_weight_equivalence_on_dense_data": DRAWN} if is_classifier(mixture) else {}
    ),
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def test_experts_with_straight_borders_make_a_bent_one():
    linear = LogisticRegression().fit(X, y).score(X, y)
    model = MixtureOfExpertsClassifier(random_state=0).fit(X, y)
    assert model.score(X, y) > linear + 0.05
    assert (np.diff(model.loglikelihood_) >= 0).all()
    assert model.n_iter_ == len(model.loglikelihood_) == len(model.held_out_loglikelihood_)


@pytest.mark.parametrize(("branching", "n_experts"), [(3, 3), ((2, 2), 4), ([2, 1, 2], 4), (1, 1)], ids=str)
def test_branching_makes_a_hierarchy(branching, n_experts):
    model = MixtureOfExpertsClassifier(branching=branching, max_iter=2, random_state=0).fit(X, y)
    assert model.weigh_experts(X).shape == (300, n_experts)
    assert len(model.estimators_) == n_experts


def test_one_expert_is_the_expert():
    model = MixtureOfExpertsRegressor(LinearRegression(), branching=1, early_stopping=False).fit(
        X, X[:, 0] + y
    )
    assert_allclose(model.predict(X), LinearRegression().fit(X, X[:, 0] + y).predict(X))


def test_more_starts_are_never_worse_to_the_likelihood_that_chooses():
    merits = [
        MixtureOfExpertsClassifier(n_init=n_init, max_iter=5, early_stopping=False, random_state=0)
        .fit(X, y)
        .loglikelihood_[-1]
        for n_init in (1, 4)
    ]
    assert merits[1] >= merits[0]


def test_seeds_average_out():
    """The spread of answers over seeds is smaller for means of mixtures than for single ones."""
    spreads = []
    for n_repeats in (1, 4):
        answers = [
            MixtureOfExpertsClassifier(n_repeats=n_repeats, n_init=1, max_iter=2, random_state=seed)
            .fit(X, y)
            .predict_proba(X)
            for seed in range(4)
        ]
        spreads.append(np.std(answers, axis=0).mean())
    assert spreads[1] < spreads[0]


def test_errors_say_what_is_wrong():
    wrong = {
        "branching": 0,
        "decay": -1,
        "max_iter": 0,
        "tol": None,
        "n_init": 0,
        "validation_fraction": 0.9,
        "n_iter_no_change": 0,
        "variance_floor": 2.0,
        "variance": "two",
    }
    for name, value in wrong.items():
        with pytest.raises(ValueError, match=f"{name}={value!r} must be "):
            MixtureOfExpertsRegressor().set_params(**{name: value}).fit(X, X[:, 0])
    with pytest.raises(ValueError, match=r"branching=\(\) must be an int of 1 or more, or a list of these"):
        MixtureOfExpertsClassifier(branching=()).fit(X, y)
