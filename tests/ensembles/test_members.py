import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from tests.ensembles.made_up import Dichotomies, Rotation

import hedgerow
from hedgerow.ensembles import members as members_module
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.estimator_sequence import EstimatorSequence
from hedgerow.ensembles.grower import Grower
from hedgerow.ensembles.plan import Plan
from hedgerow.foundation.seeds import draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import AdaptedLearner
from hedgerow.resampling import Bootstrap
from hedgerow.views import AllFeatures, PCARotation, RandomRotation

X, y = load_iris(return_X_y=True)
SEEDS = draw_seeds(0, 3)


def grow(view, code, seeds=SEEDS):
    plan = Plan(Bootstrap(), view, code, *X.shape, 3, None)
    return Grower.prepare(plan, AdaptedLearner(GaussianNB()), TrainingSet.of(X, y, n_classes=3)).grow(seeds)


@pytest.fixture(params=["coded", "rotated", "both"])
def choices(request):
    from hedgerow.codes.member_codes import Identity

    view = AllFeatures() if request.param == "coded" else Rotation()
    return view, Identity() if request.param == "rotated" else Dichotomies()


def test_sums_are_sums_of_outputs(choices):
    members = grow(*choices)
    weights = np.array([1.0, 0.5, 3.0])
    outputs = members.outputs(X)
    assert outputs.shape == (3, 150, 3)
    assert_allclose(members.sum_outputs(X, None, hard=False), outputs.sum(axis=0))
    assert_allclose(members.sum_outputs(X, weights, hard=False), np.tensordot(weights, outputs, 1))


def test_batches_join_to_the_same_members(choices):
    whole = grow(*choices)
    joined = grow(*choices, SEEDS[:1]).join([grow(*choices, SEEDS[1:])])
    assert len(joined) == 3
    assert_array_equal(joined.outputs(X), whole.outputs(X))
    assert isinstance(joined[2], GaussianNB)


def test_a_hard_answer_votes_for_every_class_of_a_group():
    members = grow(AllFeatures(), Dichotomies())
    votes = members.sum_outputs(X, None, hard=True)
    sizes = [np.count_nonzero(members.codes == symbol, axis=1) for symbol in (0, 1)]
    assert set(votes.sum(axis=1)) <= {float(a + b + c) for a in (1, 2) for b in (1, 2) for c in (1, 2)}
    assert_array_equal(sizes[0] + sizes[1], 3)


def test_the_sequence_of_estimators_is_a_sequence():
    estimators = EstimatorSequence(grow(AllFeatures(), Dichotomies()))
    assert len(estimators) == len(list(estimators)) == 3
    assert estimators[-1] is estimators[2]
    assert estimators[:2] == [estimators[0], estimators[1]]
    assert repr(estimators) == "<3 estimators>"
    assert len(pickle.loads(pickle.dumps(estimators))) == 3
    with pytest.raises(IndexError):
        estimators[3]


@pytest.mark.parametrize("split", ["best", "random"])
def test_a_member_learns_the_same_again_from_its_rows(split):
    trees = hedgerow.DecisionTreeClassifier(split=split, max_features=2)
    ensemble = fit(estimator=trees, resampling="full", n_estimators=4)
    assert len({tree.random_state for tree in ensemble.estimators_}) == 4
    for tree, rows in zip(ensemble.estimators_, ensemble.estimators_samples_, strict=True):
        again = clone(tree).fit(X[rows], y[rows])
        assert_array_equal(again.apply(X), tree.apply(X))
    own = fit(estimator=LogisticRegression(max_iter=500, random_state=None), n_estimators=2)
    assert own.estimators_[0].random_state < 2**32  # scikit-learn takes no more


def fit(**choices):
    choices = {"estimator": DecisionTreeClassifier(), "n_estimators": 6, "random_state": 0} | choices
    return EnsembleClassifier(**choices).fit(X, y)


@pytest.mark.parametrize("code", [None, Dichotomies()], ids=["real", "coded"])
def test_importances_are_those_of_the_members_at_their_columns(code):
    ensemble = fit(view="subspace", code=code)
    expected = np.zeros(4)
    for member, columns in zip(ensemble.estimators_, ensemble.estimators_features_, strict=True):
        expected[columns] += member.feature_importances_
    assert_allclose(ensemble.feature_importances_, expected / expected.sum())


@pytest.mark.parametrize("code", [None, Dichotomies()], ids=["real", "coded"])
def test_importances_of_mixtures_are_handed_back_by_squared_loadings(code):
    ensemble = fit(view=RandomRotation(), code=code)
    members = ensemble.members_ if code is None else ensemble.members_.members
    expected = np.zeros(4)
    for member, view in zip(ensemble.estimators_, members.views, strict=True):
        expected += (view.matrix(4) ** 2).T @ member.feature_importances_
    assert_allclose(ensemble.feature_importances_, expected / expected.sum())


def test_importances_of_indicators_are_summed():
    frame = pd.DataFrame({"noise": X[:, 0] % 0.1, "kind": pd.Categorical(np.array(["a", "b", "c"])[y])})
    ensemble = EnsembleClassifier(view=PCARotation(2), n_estimators=10, random_state=0).fit(frame, y)
    assert ensemble.feature_importances_.shape == (2,)
    assert_allclose(ensemble.feature_importances_.sum(), 1.0)
    assert ensemble.feature_importances_[1] > 0.6


@pytest.mark.parametrize(
    "choices",
    [{"view": Rotation()}, {"view": "combinations"}, {"estimator": GaussianNB()}],
    ids=["view", "combinations", "learner"],
)
def test_no_importances_where_members_have_none(choices):
    assert not hasattr(fit(**choices), "feature_importances_")


def test_importances_do_not_depend_on_how_many_unit_vectors_are_turned_at_a_time(monkeypatch):
    forest = fit(view=RandomRotation())
    whole = forest.feature_importances_
    monkeypatch.setattr(members_module, "_MOST_CELLS", 4)
    assert_allclose(forest.feature_importances_, whole, rtol=1e-12)


def test_a_width_that_is_not_that_of_the_members_asks_for_no_square_of_it():
    forest = fit(view=RandomRotation())
    forest.n_features_in_ = 100_000  # its square is 80 GB
    with pytest.raises(ValueError, match="mixtures of 4 features, not of 100000"):
        forest.feature_importances_  # noqa: B018
