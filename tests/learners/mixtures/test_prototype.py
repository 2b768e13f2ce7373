import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeRegressor
from tests.contract import parametrize_with_contract

from hedgerow.learners import (
    PowerGate,
    PrototypeMixtureClassifier,
    PrototypeMixtureRegressor,
    SmallNetworkClassifier,
)
from hedgerow.learners.prototype_oracle import PrototypePartition

X, y = load_iris(return_X_y=True)
DRAWN = "rows are drawn as prototypes, so weights act like repeats in distribution only"
GATES = ["dynamic", "static", "winner", "softmax", "power", PowerGate(4)]


@parametrize_with_contract(
    [
        PrototypeMixtureClassifier(SmallNetworkClassifier(2, max_iter=10), n_folds=2),
        PrototypeMixtureRegressor(DecisionTreeRegressor(), gate="static", n_folds=2),
    ],
    expected_failed_checks=lambda mixture: {"check_sample_weight_equivalence_on_dense_data": DRAWN},
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


@pytest.mark.parametrize("n_experts", [2, 5])
@pytest.mark.parametrize(
    "expert", [GaussianNB(), SmallNetworkClassifier(2, random_state=0)], ids=["bayes", "net"]
)
def test_winners_are_a_random_prototype_oracle(expert, n_experts):
    """The obvious twin: part the rows by the nearest prototype, fit an expert in each part, ask it there only."""
    model = PrototypeMixtureClassifier(
        expert, gate="winner", n_modules=1, n_experts=n_experts, random_state=1
    ).fit(X, y)
    mixture = model.mixtures_[0]
    parts = PrototypePartition.gather([mixture.prototype_gates.prototypes]).find_parts(
        mixture.space.place(X)
    )[0]
    expected = np.zeros((150, 3))
    for number, fitted in enumerate(model.estimators_):
        rows = parts == number
        twin = clone(fitted).fit(X[rows], y[rows])
        expected[np.ix_(rows, twin.classes_)] = twin.predict_proba(X[rows])
    assert_allclose(model.predict_proba(X), expected, atol=1e-9)


@pytest.mark.parametrize("gate", GATES, ids=str)
def test_every_gate_gives_a_mixture(gate):
    model = PrototypeMixtureClassifier(GaussianNB(), gate=gate, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.9
    assert len(model.estimators_) == 6


def test_experts_learn_from_rows_by_their_nearness():
    model = PrototypeMixtureRegressor(LinearRegression(), n_modules=1, random_state=0).fit(X[:, :3], X[:, 3])
    weights = model.weigh_experts(X[:, :3])
    for expert, weight in zip(model.estimators_, weights.T, strict=True):
        assert_allclose(expert.coef_, LinearRegression().fit(X[:, :3], X[:, 3], weight).coef_)


def test_one_module_of_one_expert_is_the_expert():
    model = PrototypeMixtureClassifier(GaussianNB(), n_modules=1, n_experts=1).fit(X, y)
    assert_allclose(model.predict_proba(X), GaussianNB().fit(X, y).predict_proba(X))


def test_gates_learned_jointly_and_out_of_fold_share_their_experts_but_not_the_gate():
    apart, joint = (
        PrototypeMixtureClassifier(GaussianNB(), joint=joint, random_state=0).fit(X, y)
        for joint in (False, True)
    )
    for one, other in zip(apart.estimators_, joint.estimators_, strict=True):
        assert_array_equal(one.theta_, other.theta_)
    assert np.abs(apart.weigh_experts(X) - joint.weigh_experts(X)).max() > 1e-4


def test_the_gate_above_trusts_the_modules_that_know():
    """Two lines fit a bent one well where the border of a module happens to lie at the bend."""
    x = np.linspace(-1, 1, 101)[:, None]
    bent = np.abs(x[:, 0])
    for seed in range(3):
        model = PrototypeMixtureRegressor(
            LinearRegression(), gate="winner", n_modules=4, n_experts=2, random_state=seed
        ).fit(x, bent)
        weights = model.weigh_experts(x).reshape(101, 4, 2)
        said = np.stack([expert.predict(x) for expert in model.estimators_], axis=1).reshape(101, 4, 2)
        trust = weights.sum(axis=2)
        answers = (weights * said).sum(axis=2) / trust
        errors = ((answers - bent[:, None]) ** 2).mean(axis=0)
        assert errors[trust.mean(axis=0).argmax()] < 1.001 * errors.min()  # two may do equally well


def test_errors_say_what_is_wrong():
    wrong = {"n_modules": 0, "n_experts": 0, "gate": "open", "n_folds": 1, "decay": -1.0}
    for name, value in wrong.items():
        with pytest.raises(ValueError, match=f"{name}={value!r} must be "):
            PrototypeMixtureClassifier(GaussianNB()).set_params(**{name: value}).fit(X, y)
