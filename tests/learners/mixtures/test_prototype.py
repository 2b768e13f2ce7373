import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.contract import parametrize_with_contract

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import (
    PowerGate,
    PrototypeMixtureClassifier,
    PrototypeMixtureRegressor,
    SmallNetworkClassifier,
)
from hedgerow.learners.mixtures.experts import ExpertFitter
from hedgerow.learners.mixtures.prototype import Blueprint, Draft
from hedgerow.learners.mixtures.prototype_gates import GATES
from hedgerow.learners.prototype_oracle import PrototypePartition

X, y = load_iris(return_X_y=True)


def draw(estimator=None, seed=0, **changes):
    settings = {"n_modules": 2, "n_experts": 3, "rule": GATES.resolve("dynamic"), "joint": False}
    settings |= {"n_folds": 3, "decay": 1e-3} | changes
    fitter = ExpertFitter.bind(
        TrainingSet.of(X, y, n_classes=3, weights=np.ones(150)), estimator or GaussianNB()
    )
    return Draft.draw(fitter, Blueprint(**settings), seed)


def finish(draft):
    return draft.finish([draft.fitter.fit_expert(*each) for each in draft.list_fits()])


def test_every_expert_is_fitted_in_every_fold_and_then_on_all_rows():
    draft = draw()
    fits = list(draft.list_fits())
    assert len(fits) == 4 * 6 == draft.seeds.size
    for number, (_, shares) in enumerate(fits):
        fold, expert = divmod(number, 6)
        assert_array_equal(shares, draft.shares[expert] * (draft.piles != fold))
    assert len(list(draw(joint=True).list_fits())) == 6
    assert len(list(draw(n_modules=1).list_fits())) == 3  # there is no gate to teach


def test_the_gate_above_learns_from_answers_about_rows_not_seen():
    """A tree knows its own rows by heart, so only answers out of fold tell modules apart."""
    draft = draw(DecisionTreeClassifier(), rule=GATES.resolve("winner"))
    fitted = [draft.fitter.fit_expert(*each) for each in draft.list_fits()]
    folds = [tuple(fitted[first : first + 6]) for first in range(0, 24, 6)]
    honest = draft._ask_modules(folds)
    assert_allclose(honest.sum(axis=2), 1)
    assert (honest.argmax(axis=2) == y).mean() < 1
    known = draw(DecisionTreeClassifier(), rule=GATES.resolve("winner"), joint=True)
    fitted = tuple(known.fitter.fit_expert(*each) for each in known.list_fits())
    assert (known._ask_modules([fitted]).argmax(axis=2) == y).mean() > 0.99


def test_the_mixture_weighs_modules_and_then_experts():
    mixture = finish(draw())
    weights = mixture.weigh(X)
    assert weights.shape == (150, 6)
    points = mixture.space.place(X)
    assert_allclose(weights[:, :3].sum(axis=1), mixture.top_gate.weigh(points)[:, 0])
    inner = weights[:, 3:] / weights[:, 3:].sum(axis=1, keepdims=True)
    assert_allclose(inner, mixture.prototype_gates.weigh(points)[1])


@pytest.mark.parametrize("n_rows", [1, 2, 4])
def test_tiny_tables(n_rows):
    training = TrainingSet.of(X[:n_rows], np.arange(n_rows, dtype=float), weights=np.ones(n_rows))
    fitter = ExpertFitter.bind(training, LinearRegression())
    mixture = finish(Draft.draw(fitter, Blueprint(2, 3, GATES.resolve("static"), False, 3, 1e-3), 0))
    assert_allclose(mixture.weigh(X[:5]).sum(axis=1), 1)


def test_values_too():
    data, target = load_diabetes(return_X_y=True)
    fitter = ExpertFitter.bind(TrainingSet.of(data, target, weights=np.ones(len(target))), LinearRegression())
    mixture = finish(Draft.draw(fitter, Blueprint(3, 2, GATES.resolve("softmax"), False, 3, 1e-3), 0))
    assert np.ptp(mixture.top_gate.weigh(mixture.space.place(data))) > 0.01  # the gate has learned something


DRAWN = "rows are drawn as prototypes, so weights act like repeats in distribution only"
GATE_CHOICES = ["dynamic", "static", "winner", "softmax", "power", PowerGate(4)]


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


@pytest.mark.parametrize("gate", GATE_CHOICES, ids=str)
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
