import pickle

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier

from hedgerow import DecisionTreeClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import (
    MixtureOfExpertsClassifier,
    MixtureOfExpertsRegressor,
    PrototypeMixtureClassifier,
    PrototypeMixtureRegressor,
    SmallNetworkClassifier,
)
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


NAMES = np.array(["setosa", "versicolor", "virginica"])[y]
TRAINED = MixtureOfExpertsClassifier(branching=(2, 2), max_iter=5, n_init=2, n_repeats=2, random_state=0)
DRAWN = PrototypeMixtureClassifier(SmallNetworkClassifier(2, max_iter=30), n_repeats=2, random_state=0)
every_classifier = pytest.mark.parametrize("mixture", [TRAINED, DRAWN], ids=["trained", "drawn"])
KINDS = [
    (MixtureOfExpertsClassifier, {"max_iter": 3, "branching": 2, "n_init": 1}),
    (PrototypeMixtureClassifier, {}),
]
every_kind = pytest.mark.parametrize(("kind", "settings"), KINDS, ids=["trained", "drawn"])


@every_classifier
def test_answers_are_weighted_sums_of_experts(mixture):
    fitted = clone(mixture).fit(X, NAMES)
    weights = fitted.weigh_experts(X)
    assert weights.shape == (150, len(fitted.estimators_))
    assert_allclose(weights.sum(axis=1), 1)
    said = np.stack([expert.predict_proba(X) for expert in fitted.estimators_], axis=1)
    assert_allclose(fitted.predict_proba(X), np.einsum("ne,nek->nk", weights, said))
    assert_allclose(fitted.predict_proba(X).sum(axis=1), 1)
    assert fitted.score(X, NAMES) > 0.95
    assert_allclose(fitted.class_prior_, 1 / 3)


@every_classifier
def test_the_same_seed_gives_the_same_answer_for_any_number_of_jobs(mixture):
    one, two, other = (
        clone(mixture).set_params(n_jobs=jobs, random_state=seed).fit(X, y).predict_proba(X)
        for jobs, seed in ((1, 0), (2, 0), (1, 1))
    )
    assert_array_equal(one, two)
    assert np.abs(one - other).max() > 1e-6
    again = pickle.loads(pickle.dumps(clone(mixture).fit(X, y)))
    assert_array_equal(again.predict_proba(X), one)


@every_classifier
def test_repeats_are_mixtures_of_their_own_whose_mean_is_answered(mixture):
    fitted = clone(mixture).fit(X, y)
    single = clone(mixture).set_params(n_repeats=1).fit(X, y)
    assert (len(fitted.mixtures_), len(single.mixtures_)) == (2, 1)
    first = fitted.weigh_experts(X)[:, : len(single.estimators_)]
    assert_allclose(2 * first, single.weigh_experts(X))


@every_kind
@pytest.mark.parametrize(
    "expert",
    [
        DecisionTreeClassifier(max_depth=2),
        GaussianNB(),
        KNeighborsClassifier(),
        LogisticRegression(max_iter=500),
    ],
    ids=lambda expert: type(expert).__name__,
)
def test_any_classifier_is_an_expert(kind, settings, expert):
    model = kind(expert, random_state=0, **settings).fit(X, NAMES)
    assert model.score(X, NAMES) > 0.9
    assert isinstance(model.estimators_[0], type(expert))


@pytest.mark.parametrize("kind", [MixtureOfExpertsRegressor, PrototypeMixtureRegressor])
def test_values_have_mixtures_too(kind):
    data, target = load_diabetes(return_X_y=True)
    model = kind(LinearRegression(), random_state=0, n_repeats=2).fit(data, target)
    weights = model.weigh_experts(data)
    said = np.column_stack([expert.predict(data) for expert in model.estimators_])
    assert_allclose(model.predict(data), (weights * said).sum(axis=1))
    assert model.score(data, target) > 0.5


@every_kind
def test_data_frames_with_categories_and_missing_values(kind, settings):
    random = np.random.default_rng(0)
    frame = pd.DataFrame({"colour": random.choice(["red", "green", "blue"], 200), "size": random.random(200)})
    sold = np.where((frame["colour"] == "red") ^ (frame["size"] > 0.5), "yes", "no")
    frame.loc[::17, "size"] = np.nan
    frame.loc[::19, "colour"] = None
    tree = DecisionTreeClassifier(max_depth=4)
    for expert, least in ((None, 0.6), (tree, 0.9)):
        model = kind(expert, random_state=0, **settings).fit(frame, sold)
        assert model.score(frame, sold) > least
        unseen = pd.DataFrame({"colour": ["violet", None], "size": [0.3, np.nan]})
        assert_allclose(model.predict_proba(unseen).sum(axis=1), 1)
    with pytest.raises(ValueError, match="NaN"):
        kind(LogisticRegression(), **settings).fit(frame[["size"]], sold)


@every_kind
def test_rows_without_weight_are_not_seen(kind, settings):
    weights = np.where(y == 2, 0.0, 1.0)
    far = np.where((y == 2)[:, None], 1e3 * X, X)
    model = kind(GaussianNB(), random_state=0, **settings).fit(far, y, weights)
    twin = kind(GaussianNB(), random_state=0, **settings).fit(X[y < 2], y[y < 2])
    assert_allclose(model.predict_proba(X)[:, :2], twin.predict_proba(X), atol=1e-9)
    assert_array_equal(model.class_prior_, [0.5, 0.5, 0])


@every_kind
def test_one_class_and_few_rows(kind, settings):
    assert (kind(**settings).fit(X[:20], NAMES[:20]).predict(X) == "setosa").all()
    few = kind(random_state=0, **settings).fit(X[[0, 60, 120]], NAMES[[0, 60, 120]])
    assert_array_equal(few.classes_, ["setosa", "versicolor", "virginica"])


@every_kind
def test_fit_leaves_its_input_alone(kind, settings):
    rows, labels, weights = X.copy(), NAMES.copy(), np.ones(150)
    kind(GaussianNB(), random_state=0, **settings).fit(rows, labels, weights)
    assert_array_equal(rows, X)
    assert_array_equal(labels, NAMES)
    assert_array_equal(weights, 1)


def test_errors_say_what_is_wrong():
    for kind in (MixtureOfExpertsClassifier, PrototypeMixtureClassifier):
        with pytest.raises(ValueError, match="is not a classifier; pass one, or None for a small network"):
            kind(LinearRegression()).fit(X, y)
        with pytest.raises(ValueError, match="n_repeats=0 must be an int"):
            kind(n_repeats=0).fit(X, y)
    for kind in (MixtureOfExpertsRegressor, PrototypeMixtureRegressor):
        with pytest.raises(ValueError, match="is not a regressor; pass one"):
            kind(GaussianNB()).fit(X, y)
