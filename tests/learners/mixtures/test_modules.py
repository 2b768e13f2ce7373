import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.mixtures.experts import ExpertFitter
from hedgerow.learners.mixtures.gate_rules import GATES
from hedgerow.learners.mixtures.modules import Blueprint, Draft

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
