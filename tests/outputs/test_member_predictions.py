"""Every family of ensembles is asked as it asks its own members."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import coo_array, csr_array
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.dummy import DummyRegressor
from sklearn.ensemble import (
    AdaBoostClassifier,
    AdaBoostRegressor,
    BaggingClassifier,
    BaggingRegressor,
    ExtraTreesClassifier,
    ExtraTreesRegressor,
    GradientBoostingClassifier,
    HistGradientBoostingRegressor,
    IsolationForest,
    RandomForestClassifier,
    RandomForestRegressor,
    StackingClassifier,
    StackingRegressor,
    VotingClassifier,
    VotingRegressor,
)
from sklearn.exceptions import NotFittedError
from sklearn.frozen import FrozenEstimator
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression, RidgeClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.multiclass import OneVsRestClassifier, OutputCodeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from tests.ensembles.made_up import HardRows

import hedgerow
from hedgerow.outputs import Outputs
from hedgerow.outputs.member_predictions import has_members, join_labels, predict_members

X, Y = load_iris(return_X_y=True)
FRAME = pd.DataFrame(X, columns=["sepal length", "sepal width", "petal length", "petal width"])
TEXT = np.array(["setosa", "versicolor", "virginica"])[Y]
GAPPED = np.array([1, 2, 5])[Y]  # neither 0..K-1 nor consecutive
X_VALUES, VALUES = load_diabetes(return_X_y=True)
TREE, KNN, LOGISTIC = (
    DecisionTreeClassifier(max_depth=2),
    KNeighborsClassifier(3),
    LogisticRegression(max_iter=500),
)


def ask(ensemble, rows=X, *, out_of_bag=False, probabilities=True, n_jobs=None):
    return predict_members(ensemble, rows, out_of_bag=out_of_bag, probabilities=probabilities, n_jobs=n_jobs)


CLASSIFIERS = {
    "bagging": BaggingClassifier(TREE, 7, max_samples=40, max_features=2, bootstrap_features=True),
    "bagging of neighbours": BaggingClassifier(KNN, 5, max_features=0.5),
    "forest": RandomForestClassifier(6, max_depth=3),
    "extra trees": ExtraTreesClassifier(6, max_depth=3),
    "voting": VotingClassifier([("tree", TREE), ("knn", KNN), ("bayes", GaussianNB())]),
    "stacking": StackingClassifier([("tree", TREE), ("bayes", GaussianNB())], cv=3),
    "boosting": AdaBoostClassifier(TREE, n_estimators=4),
    "hedgerow forest": hedgerow.RandomForestClassifier(5, max_depth=3),
    "hedgerow bagging": hedgerow.BaggingClassifier(GaussianNB(), 5, max_features=2),
    "hedgerow subspace": hedgerow.ensembles.RandomSubspaceClassifier(n_estimators=5),
    "pipeline": make_pipeline(SimpleImputer(), StandardScaler(), RandomForestClassifier(5, max_depth=3)),
}


def answers_by_hand(ensemble, rows, classes):
    """Ask each member by itself, as the documentation of its family says."""
    if hasattr(ensemble, "steps"):
        return answers_by_hand(ensemble[-1], ensemble[:-1].transform(rows), classes)
    if hasattr(ensemble, "member_outputs"):
        return classes[ensemble.member_outputs(rows).argmax(axis=2)]
    table = np.asarray(rows)
    said = []
    for position, member in enumerate(ensemble.estimators_):
        columns = getattr(ensemble, "estimators_features_", {})
        own = table[:, columns[position]] if len(columns) else table
        named = rows if hasattr(member, "feature_names_in_") else own
        answer = member.predict(named)
        said.append(answer if isinstance(ensemble, AdaBoostClassifier) else classes[answer.astype(int)])
    return np.array(said)


@pytest.mark.parametrize("labels", [Y, TEXT, GAPPED, Y == 1], ids=["codes", "text", "gapped", "bool"])
@pytest.mark.parametrize("name", CLASSIFIERS)
def test_the_answers_are_those_of_the_members(name, labels):
    ensemble = clone(CLASSIFIERS[name])
    if "random_state" in ensemble.get_params():
        ensemble.set_params(random_state=3)
    ensemble.fit(FRAME, labels)
    said = ask(ensemble, FRAME)
    assert_array_equal(said.classes, np.unique(labels))
    assert_array_equal(said.classes[said.answers], answers_by_hand(ensemble, FRAME, said.classes))
    assert said.answers.dtype == np.uint8
    assert_allclose(said.probabilities.sum(axis=2), 1.0)
    assert said.predicted is None


REGRESSORS = {
    "bagging": BaggingRegressor(DecisionTreeRegressor(max_depth=3), 5, max_features=4, random_state=0),
    "forest": RandomForestRegressor(5, max_depth=3, random_state=0),
    "extra trees": ExtraTreesRegressor(5, max_depth=3, random_state=0),
    "voting": VotingRegressor([("line", LinearRegression()), ("tree", DecisionTreeRegressor(max_depth=2))]),
    "stacking": StackingRegressor(
        [("line", LinearRegression()), ("tree", DecisionTreeRegressor(max_depth=2))]
    ),
    "hedgerow forest": hedgerow.RandomForestRegressor(5, max_depth=3, random_state=0),
    "hedgerow bagging": hedgerow.BaggingRegressor(LinearRegression(), 5, max_features=4, random_state=0),
}


@pytest.mark.parametrize("name", REGRESSORS)
def test_values_average_to_what_the_ensemble_says(name):
    ensemble = clone(REGRESSORS[name]).fit(X_VALUES, VALUES)
    said = ask(ensemble, X_VALUES)
    assert said.classes is None
    assert said.probabilities is None
    assert said.answers.dtype == np.float64
    expected = ensemble.transform(X_VALUES).mean(axis=1) if name == "stacking" else ensemble.predict(X_VALUES)
    assert_allclose(said.answers.mean(axis=0), expected)


@pytest.mark.parametrize("name", ["bagging", "forest", "extra trees", "hedgerow forest", "hedgerow bagging"])
def test_probabilities_average_to_what_the_ensemble_says(name):
    ensemble = clone(CLASSIFIERS[name]).set_params(random_state=0).fit(X, TEXT)
    assert_allclose(ask(ensemble).probabilities.mean(axis=0), ensemble.predict_proba(X))


def test_boosting_votes_with_its_weights():
    booster = AdaBoostClassifier(TREE, n_estimators=6, random_state=0).fit(X, TEXT)
    outputs = Outputs.from_estimator(booster, X)
    assert_array_equal(outputs.weights, booster.estimator_weights_)
    assert_array_equal(outputs.classes[outputs.consensus()], booster.predict(X))


def test_a_boosted_regressor_has_weights_even_where_its_only_member_counts_nothing():
    steep = AdaBoostRegressor(DecisionTreeRegressor(max_depth=3), n_estimators=4, random_state=0)
    steep.fit(X_VALUES, VALUES)
    assert_array_equal(ask(steep, X_VALUES).weights, steep.estimator_weights_[: len(steep.estimators_)])
    target = np.array([0.0] * 5 + [1.0] * 5)
    hopeless = AdaBoostRegressor(DummyRegressor(), random_state=0).fit(np.zeros((10, 1)), target)
    assert not hopeless.estimator_weights_.any()
    assert ask(hopeless, np.zeros((10, 1))).weights is None


@pytest.mark.parametrize(("combination", "predicted"), [("vote", False), ("weighted_vote", True)])
def test_hedgerows_weights_are_told_where_its_combination_listens_to_them(combination, predicted):
    ensemble = hedgerow.EnsembleClassifier(
        TREE, n_estimators=6, resampling=HardRows(), combination=combination, random_state=0
    ).fit(X, TEXT)
    outputs = Outputs.from_estimator(ensemble, X)
    assert (outputs.weights is not None) == predicted
    assert_array_equal(outputs.classes[outputs.consensus()], ensemble.predict(X))


def test_voting_leaves_out_what_is_dropped():
    voting = VotingClassifier([("tree", TREE), ("gone", "drop"), ("knn", KNN)], weights=[2.0, 9.0, 1.0]).fit(
        FRAME, TEXT
    )
    said = ask(voting, FRAME)
    assert said.names == ("tree", "knn")
    assert_array_equal(said.weights, [2.0, 1.0])
    outputs = Outputs.from_estimator(voting, FRAME)
    assert_array_equal(outputs.classes[outputs.consensus()], voting.predict(FRAME))


def test_stacking_and_voting_may_hold_estimators_that_were_fitted_before():
    fitted = [("tree", clone(TREE).fit(X, GAPPED)), ("bayes", GaussianNB().fit(X, GAPPED))]
    stacking = StackingClassifier(fitted, cv="prefit").fit(X, GAPPED)
    voting = VotingClassifier([(name, FrozenEstimator(each)) for name, each in fitted], voting="soft").fit(
        X, GAPPED
    )
    for ensemble in (stacking, voting):
        said = ask(ensemble)
        for answers, (_, estimator) in zip(said.answers, fitted, strict=True):
            assert_array_equal(said.classes[answers], estimator.predict(X))


def test_a_member_that_missed_a_class_never_says_it():
    rare = np.array([1] * 20 + [2] * 20 + [5])
    rows = np.random.default_rng(0).normal(size=(41, 2)) + rare[:, None]
    bagging = BaggingClassifier(KNN, 12, max_samples=0.5, random_state=0).fit(rows, rare)
    missing = [len(member.classes_) < 3 for member in bagging.estimators_]
    assert 0 < sum(missing) < 12
    said = ask(bagging, rows)
    assert_array_equal(said.classes, [1, 2, 5])
    for member, missed in enumerate(missing):
        own = bagging.estimators_[member]
        columns = own.classes_.astype(int)
        shown = rows[:, bagging.estimators_features_[member]]
        assert_array_equal(said.answers[member], own.predict(shown))
        assert_array_equal(said.probabilities[member][:, columns], own.predict_proba(shown))
        assert missed == (said.probabilities[member][:, 2] == 0).all()


def test_estimators_of_a_list_may_know_different_classes():
    few = np.flatnonzero(Y != 1)
    pair = [clone(KNN).fit(FRAME, TEXT), clone(LOGISTIC).fit(FRAME.iloc[few], TEXT[few])]
    said = ask(pair, FRAME)
    assert_array_equal(said.classes, np.unique(TEXT))
    for answers, estimator in zip(said.answers, pair, strict=True):
        assert_array_equal(said.classes[answers], estimator.predict(FRAME))
    assert_array_equal(said.probabilities[1, :, 1], 0.0)


def test_pipelines_with_imputation_keep_their_names_and_holes():
    holes = FRAME.mask(np.random.default_rng(0).random(FRAME.shape) < 0.2)
    inner = [make_pipeline(SimpleImputer(), clone(LOGISTIC)).fit(holes, TEXT), clone(TREE).fit(holes, TEXT)]
    said = ask(inner, holes)
    for answers, estimator in zip(said.answers, inner, strict=True):
        assert_array_equal(said.classes[answers], estimator.predict(holes))
    nested = make_pipeline(
        make_pipeline(SimpleImputer()), make_pipeline(RandomForestClassifier(4, random_state=0))
    )
    nested.fit(holes, TEXT)
    assert_allclose(ask(nested, holes).probabilities.mean(axis=0), nested.predict_proba(holes))
    bagging = BaggingClassifier(make_pipeline(SimpleImputer(), TREE), 4, random_state=0).fit(holes, TEXT)
    assert_allclose(ask(bagging, holes).probabilities.mean(axis=0), bagging.predict_proba(holes))


def test_a_search_and_a_frozen_ensemble_are_opened():
    search = GridSearchCV(RandomForestClassifier(3, random_state=0), {"max_depth": [1, 2]}, cv=2).fit(
        X, GAPPED
    )
    frozen = FrozenEstimator(search.best_estimator_)
    expected = ask(search.best_estimator_).answers
    for ensemble in (search, frozen, make_pipeline(search).fit(X, GAPPED)):
        assert_array_equal(ask(ensemble).answers, expected)
        assert has_members(ensemble)


@pytest.mark.parametrize("kind", [csr_array, coo_array])
@pytest.mark.parametrize(
    "ensemble",
    [
        BaggingClassifier(TREE, 3, max_features=2, random_state=0),
        RandomForestClassifier(3, random_state=0),
        AdaBoostClassifier(TREE, n_estimators=3, random_state=0),
        VotingClassifier([("tree", TREE), ("logistic", LOGISTIC)]),
        hedgerow.BaggingClassifier(TREE, 3, random_state=0),
    ],
    ids=lambda ensemble: f"{type(ensemble).__module__.split('.')[0]} {type(ensemble).__name__}",
)
def test_sparse_rows_get_the_answers_of_dense_ones(ensemble, kind):
    ensemble = clone(ensemble).fit(csr_array(X), TEXT)
    assert_array_equal(ask(ensemble, kind(X)).answers, ask(ensemble, X).answers)


def test_lists_of_lists_are_rows():
    for ensemble in (
        hedgerow.RandomForestClassifier(3, random_state=0),
        RandomForestClassifier(3, random_state=0),
    ):
        ensemble.fit(X, Y)
        assert_array_equal(ask(ensemble, X.tolist()).answers, ask(ensemble, X).answers)


WITH_BAGS = {
    "bagging": BaggingClassifier(TREE, 40, max_samples=0.6, oob_score=True, random_state=1),
    "forest": RandomForestClassifier(60, max_samples=0.8, oob_score=True, random_state=1),
    "extra trees": ExtraTreesClassifier(60, bootstrap=True, oob_score=True, random_state=1),
    "hedgerow forest": hedgerow.RandomForestClassifier(60, oob_score=True, random_state=1),
    "hedgerow bagging": hedgerow.BaggingClassifier(GaussianNB(), 40, oob_score=True, random_state=1),
}


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("name", WITH_BAGS)
def test_out_of_bag_answers_are_those_behind_the_ensembles_own_estimate(name, weighted):
    weights = np.where(Y == 0, 2.0, 1.0) if weighted else None
    ensemble = clone(WITH_BAGS[name]).fit(X, TEXT, sample_weight=weights)
    said = ask(ensemble, out_of_bag=True)
    predicted = said.predicted.sum(axis=0)
    assert predicted.min() > 0
    shares = np.einsum("tnk,tn->nk", said.probabilities, said.predicted) / predicted[:, None]
    assert_allclose(shares, ensemble.oob_decision_function_)
    bags = [np.bincount(rows, minlength=len(X)) for rows in ensemble.estimators_samples_]
    assert_array_equal(said.predicted, np.array(bags) == 0)


def test_out_of_bag_values_are_those_behind_the_ensembles_own_estimate():
    forest = RandomForestRegressor(40, oob_score=True, random_state=0).fit(X_VALUES, VALUES)
    outputs = Outputs.from_estimator(forest, X_VALUES, VALUES, out_of_bag=True)
    assert_allclose(outputs.consensus(), forest.oob_prediction_)


@pytest.mark.parametrize(
    ("ensemble", "message"),
    [
        (ExtraTreesClassifier(2), "ExtraTreesClassifier does not keep"),
        (VotingClassifier([("tree", TREE)]), "VotingClassifier does not keep"),
        (BaggingClassifier(TREE, 2, bootstrap=False), "every member was fitted on every row"),
        (hedgerow.BaggingClassifier(TREE, 2, bootstrap=False), "every member was fitted on every row"),
    ],
)
def test_without_unseen_rows_there_is_nothing_out_of_bag(ensemble, message):
    with pytest.raises(ValueError, match=message):
        ask(ensemble.fit(X, Y), out_of_bag=True)


@pytest.mark.parametrize("rows", [X[:20], X[:-1], np.vstack([X, X])], ids=["few", "one less", "twice"])
@pytest.mark.parametrize(
    "ensemble",
    [
        RandomForestClassifier(3, random_state=0),
        BaggingClassifier(TREE, 3, random_state=0),
        hedgerow.RandomForestClassifier(3, random_state=0),
    ],
    ids=["forest", "bagging", "hedgerow forest"],
)
def test_out_of_bag_wants_the_training_rows(ensemble, rows):
    fitted = clone(ensemble).fit(X, Y)
    with pytest.raises(ValueError, match=f"fitted on {len(X)} rows and X has {len(rows)}; pass the X of fit"):
        ask(fitted, rows, out_of_bag=True)


def test_an_ensemble_that_does_not_count_its_rows_is_believed_as_far_as_it_goes():
    forest = RandomForestClassifier(3, random_state=0).fit(X, Y)
    stranger = Strange(coded=False).fit(X, Y)
    stranger.estimators_, stranger.estimators_samples_ = forest.estimators_, forest.estimators_samples_
    with pytest.raises(ValueError, match=r"fitted on at least 1[0-9]+ rows and X has 20"):
        ask(stranger, X[:20], out_of_bag=True)
    assert ask(stranger, out_of_bag=True).predicted is not None


def test_members_whose_samples_are_forgotten_are_not_heard_out_of_bag():
    pruned = hedgerow.pruning.PrunedEnsembleClassifier(random_state=0).fit(X, Y)
    with pytest.raises(ValueError, match="which PrunedEnsembleClassifier does not keep"):
        ask(pruned, out_of_bag=True)


def test_no_rows_are_nothing_to_ask_about():
    forest = hedgerow.RandomForestClassifier(3, random_state=0).fit(X, Y)
    with pytest.raises(ValueError, match="X has no rows"):
        ask(forest, X[:0])


@pytest.mark.parametrize("name", ["bagging", "forest", "hedgerow forest", "voting"])
def test_no_probabilities_are_kept_unless_they_are_wanted(name):
    ensemble = clone(CLASSIFIERS[name]).fit(X, Y)
    with_them, without = ask(ensemble), ask(ensemble, probabilities=False)
    assert without.probabilities is None
    assert_array_equal(without.answers, with_them.answers)


def test_one_member_without_probabilities_silences_those_of_all():
    said = ask([clone(TREE).fit(X, Y), RidgeClassifier().fit(X, Y), LinearSVC().fit(X, Y)])
    assert said.probabilities is None


@pytest.mark.parametrize("name", ["bagging of neighbours", "forest", "voting"])
def test_n_jobs_changes_nothing(name):
    ensemble = clone(CLASSIFIERS[name]).fit(X, TEXT)
    one, two = ask(ensemble), ask(ensemble, n_jobs=2)
    assert_array_equal(one.answers, two.answers)
    assert_array_equal(one.probabilities, two.probabilities)


def test_blocks_of_rows_change_nothing(monkeypatch):
    forest = hedgerow.RandomForestClassifier(7, random_state=0).fit(FRAME, TEXT)
    whole = ask(forest, FRAME)
    monkeypatch.setattr("hedgerow.outputs.member_predictions._MAX_BLOCK_CELLS", 7 * 3 * 11)
    blocks = ask(forest, FRAME)
    assert_array_equal(blocks.answers, whole.answers)
    assert_array_equal(blocks.probabilities, whole.probabilities)


def test_read_only_rows_are_left_alone():
    rows = X.copy()
    rows.setflags(write=False)
    for name in ("bagging", "forest", "hedgerow forest", "boosting"):
        ensemble = clone(CLASSIFIERS[name]).fit(rows, Y)
        before = ensemble.predict(rows)
        ask(ensemble, rows)
        assert_array_equal(ensemble.predict(rows), before)
    assert_array_equal(rows, X)


class Strange(ClassifierMixin, BaseEstimator):
    """An ensemble of a package that nobody here has predicted of."""

    def __init__(self, coded=True, only=None):
        self.coded = coded
        self.only = only

    def fit(self, X, y):
        self.classes_, codes = np.unique(y, return_inverse=True)
        target = codes if self.coded else np.asarray(y)
        kept = np.full(len(target), True) if self.only is None else np.isin(codes, self.only)
        members = (make_pipeline(StandardScaler(), GaussianNB()), RandomForestClassifier(3, random_state=0))
        self.estimators_ = [member.fit(X[kept], target[kept]) for member in members]
        return self


@pytest.mark.parametrize("coded", [True, False])
@pytest.mark.parametrize("labels", [TEXT, GAPPED], ids=["text", "gapped"])
def test_a_strangers_members_are_asked_whole(coded, labels):
    said = ask(Strange(coded).fit(X, labels))
    assert said.answers.shape == (
        2,
        150,
    )  # a forest and a pipeline can both be indexed, and are members all the same
    assert (said.classes[said.answers] == labels).mean() > 0.9


def test_a_strangers_members_must_know_its_classes():
    with pytest.raises(TypeError, match=r"know the classes \[0, 2\], while it knows \[1, 2, 5\]"):
        ask(Strange(only=[0, 2]).fit(X, GAPPED))


SEVERAL = np.column_stack([Y, Y])


@pytest.mark.parametrize(
    ("ensemble", "error", "message"),
    [
        (GradientBoostingClassifier(n_estimators=1).fit(X, Y), ValueError, "corrects the stages before it"),
        (HistGradientBoostingRegressor(max_iter=1).fit(X, Y), ValueError, "corrects the stages before it"),
        (OneVsRestClassifier(TREE).fit(X, TEXT), ValueError, "predict different targets"),
        (OutputCodeClassifier(TREE).fit(X, TEXT), ValueError, "predict different targets"),
        (IsolationForest(n_estimators=2).fit(X), TypeError, "IsolationForest has no estimators_ that classify"),
        (clone(TREE).fit(X, Y), TypeError, "DecisionTreeClassifier has no estimators_"),
        (RandomForestClassifier(2).fit(X, SEVERAL), ValueError, "RandomForestClassifier predicts several targets"),
        (RandomForestRegressor(2).fit(X, SEVERAL), ValueError, "DecisionTreeRegressor predicts several targets"),
        ([clone(TREE).fit(X, SEVERAL)], ValueError, "and this DecisionTreeClassifier has 2"),
        (RandomForestClassifier(), NotFittedError, "not fitted"),
        (hedgerow.RandomForestClassifier(), NotFittedError, "not fitted"),
        (make_pipeline(RandomForestClassifier()), NotFittedError, "not fitted"),
        ([clone(TREE)], NotFittedError, "not fitted"),
        ("forest", TypeError, "'forest' is neither a fitted ensemble nor a list"),
        ([], ValueError, "the list of estimators is empty"),
        ([clone(TREE).fit(X, Y), LinearRegression().fit(X, Y)], ValueError, "mixes classifiers and regressors"),
        ([clone(TREE).fit(X, Y), clone(TREE).fit(X, TEXT)], ValueError, "text and others are numbers"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_is_refused_with_a_reason(ensemble, error, message):
    with pytest.raises(error, match=message):
        ask(ensemble)


def test_a_column_of_values_is_one_target():
    said = ask([LinearRegression().fit(X_VALUES, VALUES[:, None])], X_VALUES)
    assert said.answers.shape == (1, len(VALUES))


@pytest.mark.parametrize(
    ("estimator", "expected"),
    [
        (hedgerow.RandomForestClassifier(2), True),
        (BaggingClassifier(TREE, 2), True),
        (make_pipeline(StandardScaler(), RandomForestClassifier(2)), True),
        (VotingClassifier([("tree", TREE)]), True),
        (GradientBoostingClassifier(n_estimators=1), False),
        (OneVsRestClassifier(TREE), False),
        (TREE, False),
        (IsolationForest(n_estimators=2), False),
    ],
)
def test_ensembles_are_told_from_others(estimator, expected):
    assert has_members(clone(estimator).fit(X, Y)) is expected


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1), min_size=1))
def test_labels_are_joined_in_order(parts):
    joined = join_labels([np.array(part) for part in parts])
    assert joined.tolist() == sorted({label for part in parts for label in part})


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ([["a", "b"], [0, 1]], "text and others are numbers"),
        ([np.array(["a", 1], dtype=object)], "text and others are numbers"),
        ([[0.0, np.nan]], "some labels are missing"),
        ([np.array(["a", None], dtype=object)], "some labels are missing"),
    ],
)
def test_labels_of_different_kinds_are_refused(parts, message):
    with pytest.raises(ValueError, match=message):
        join_labels([np.asarray(part) for part in parts])
