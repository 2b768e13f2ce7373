import pickle
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn import ensemble as peer
from sklearn import tree as their_tree
from sklearn.base import clone
from sklearn.datasets import load_diabetes, load_iris, make_classification
from sklearn.dummy import DummyClassifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from tests.contract import parametrize_with_contract

from hedgerow.boosting.adaptive import (
    AdaBoostClassifier,
    AdaBoostR2Regressor,
    ArcX4Classifier,
    BoostByMajorityClassifier,
    DivBoostClassifier,
)
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.outputs import Outputs
from hedgerow.resampling import DivBoost, margin_p_value
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

BOOSTERS = [AdaBoostClassifier, ArcX4Classifier, DivBoostClassifier, BoostByMajorityClassifier]
X, y = load_iris(return_X_y=True)
NAMES = np.array(["setosa", "versicolor", "virginica"])[y]


@parametrize_with_contract(
    [booster(DecisionTreeClassifier(max_depth=2), 5, method="reweighting") for booster in BOOSTERS]
)
def test_scikit_learn_accepts_reweighting_with_no_exception(estimator, check):
    check(estimator)


@pytest.mark.parametrize("booster", BOOSTERS)
@pytest.mark.parametrize("method", ["resampling", "reweighting"])
class TestEveryBooster:
    def test_it_learns_names_from_a_frame_with_gaps_and_categories(self, booster, method):
        frame = pd.DataFrame(X, columns=list("abcd"))
        frame.loc[::7, "a"] = np.nan
        frame["kind"] = pd.Categorical(np.where(X[:, 2] > 2, "long", "short"))
        fitted = booster(n_estimators=11, method=method, random_state=0).fit(frame, NAMES)
        assert fitted.score(frame, NAMES) > 0.95
        assert_allclose(fitted.predict_proba(frame).sum(axis=1), 1.0)
        assert fitted.feature_names_in_.tolist() == ["a", "b", "c", "d", "kind"]

    def test_the_number_of_workers_changes_nothing(self, booster, method):
        one, two = (
            booster(n_estimators=6, method=method, random_state=1, n_jobs=n_jobs).fit(X, y)
            for n_jobs in (1, 2)
        )
        assert_array_equal(one.predict_proba(X), two.predict_proba(X))
        assert_array_equal(one.row_weights_, two.row_weights_)

    def test_row_weights_sum_to_one_and_survive_a_pickle(self, booster, method):
        fitted = booster(n_estimators=4, method=method, random_state=0).fit(X, y)
        assert fitted.row_weights_.shape == y.shape
        assert fitted.row_weights_.sum() == pytest.approx(1.0)
        assert fitted.row_weights_.min() >= 0
        assert_array_equal(pickle.loads(pickle.dumps(fitted)).row_weights_, fitted.row_weights_)
        assert not hasattr(clone(fitted), "row_weights_")

    def test_outputs_read_it(self, booster, method):
        fitted = booster(n_estimators=7, method=method, random_state=0).fit(X, NAMES)
        outputs = Outputs.from_estimator(fitted, X, NAMES)
        assert outputs.n_members == len(fitted.estimators_)
        said = [member.predict(X) for member in fitted.estimators_]
        assert_array_equal(outputs.answers, said)
        stages = list(fitted.staged_predict(X))
        assert_array_equal(stages[-1], fitted.predict(X))

    def test_scores_and_stages_agree_with_predictions(self, booster, method):
        for rows in (slice(100), slice(None)):  # two classes, and three
            fitted = booster(n_estimators=4, method=method, random_state=0).fit(X[rows], NAMES[rows])
            scores = fitted.decision_function(X[rows])
            stages = list(fitted.staged_decision_function(X[rows]))
            assert_allclose(stages[-1], scores)
            shares = fitted.predict_proba(X[rows])
            *_, last = fitted.staged_predict_proba(X[rows])
            assert_allclose(last, shares)
            *_, score = fitted.staged_score(X[rows], NAMES[rows])
            assert score == fitted.score(X[rows], NAMES[rows])
            if rows == slice(100):
                assert_allclose(scores, 2 * (shares[:, 1] - shares[:, 0]))
                winner = (scores > 0).astype(int)
                is_clear = scores != 0
            else:
                assert_allclose(scores.sum(axis=1), 0, atol=1e-12)
                winner = scores.argmax(axis=1)
                is_clear = np.ptp(np.sort(scores)[:, 1:], axis=1) > 1e-9
            assert_array_equal(fitted.classes_[winner][is_clear], fitted.predict(X[rows])[is_clear])

    def test_errors_are_of_the_rows_as_the_members_saw_them_weighted(self, booster, method):
        fitted = booster(DecisionTreeClassifier(max_depth=1), 5, method=method, random_state=0).fit(X, y)
        first = fitted.estimators_[0].predict(X) != y  # all rows weigh the same for it
        assert fitted.estimator_errors_[0] == pytest.approx(first.mean())
        assert fitted.estimator_errors_.shape == fitted.estimator_weights_.shape == (len(fitted.estimators_),)
        assert ((fitted.estimator_errors_ >= 0) & (fitted.estimator_errors_ <= 1)).all()

    def test_rows_of_weight_0_are_absent(self, booster, method):
        learner = DecisionTreeClassifier(max_depth=2)
        weights = (np.arange(len(y)) % 3 > 0).astype(float)
        fitted = booster(learner, 5, method=method, random_state=0).fit(X, y, weights)
        assert (fitted.row_weights_[::3] == 0).all()
        if method == "reweighting":
            kept = booster(learner, 5, method=method, random_state=0).fit(X[weights > 0], y[weights > 0])
            assert_array_equal(fitted.predict(X), kept.predict(X))


@pytest.mark.parametrize("booster", [AdaBoostClassifier, ArcX4Classifier, DivBoostClassifier])
def test_a_warm_start_goes_on_exactly(booster):
    cold = booster(n_estimators=12, random_state=3).fit(X, y)
    warm = booster(n_estimators=5, warm_start=True, random_state=3).fit(X, y)
    warm.set_params(n_estimators=12).fit(X, y)
    assert_array_equal(warm.predict_proba(X), cold.predict_proba(X))
    assert_array_equal(warm.member_weights_, cold.member_weights_)
    assert_array_equal(warm.row_weights_, cold.row_weights_)


def test_boost_by_majority_cannot_grow_later():
    assert "warm_start" not in BoostByMajorityClassifier().get_params()


@pytest.mark.parametrize(
    ("booster", "weights_alike"),
    [
        (AdaBoostClassifier, False),
        (ArcX4Classifier, True),
        (DivBoostClassifier, True),
        (BoostByMajorityClassifier, True),
    ],
)
def test_votes_count_as_the_papers_say(booster, weights_alike):
    fitted = booster(n_estimators=9, random_state=0).fit(X, y)
    assert (np.ptp(fitted.member_weights_) == 0) == weights_alike
    votes = np.zeros((len(y), 3))
    for member, weight in zip(fitted.estimators_, fitted.member_weights_, strict=True):
        votes[np.arange(len(y)), member.predict(X)] += weight
    assert_allclose(fitted.predict_proba(X), votes / votes.sum(axis=1, keepdims=True))


def test_the_recipe_is_the_axis_value():
    recipe = DivBoostClassifier(n_estimators=10, weighting="w1", random_state=0).fit(X, y)
    mixture = EnsembleClassifier(
        DecisionTreeClassifier(pruning="mdl"),
        resampling=DivBoost("w1"),
        combination="vote",
        n_estimators=10,
        random_state=0,
    ).fit(X, y)
    assert_array_equal(recipe.predict_proba(X), mixture.predict_proba(X))


def test_it_mixes_with_a_view_and_a_search():
    mixture = EnsembleClassifier(
        resampling="divboost", view="subspace", combination="vote", n_estimators=5, random_state=0
    )
    search = GridSearchCV(mixture, {"resampling": [DivBoost()], "resampling__weighting": ["w1", "w2"]}, cv=2)
    assert search.fit(X, y).best_score_ > 0.8


def test_divboost_says_how_sure_its_margins_are():
    fitted = DivBoostClassifier(n_estimators=15, random_state=0).fit(X, y)
    votes = np.stack([member.predict(X) for member in fitted.estimators_])
    own = (votes == y).sum(axis=0)
    rival = np.stack([(votes == other).sum(axis=0) * (y != other) for other in range(3)]).max(axis=0)
    assert_allclose(fitted.margins_, (own - rival) / 15)
    assert_allclose(fitted.margin_p_values_, margin_p_value(own, rival))


def plant_outliers(seed):
    """Two overlapping clouds, and ten rows with wrong labels far inside the other cloud."""
    random = np.random.default_rng(seed)
    truth = np.repeat([0, 1], 200)
    rows = random.normal(size=(400, 2)) + 2.5 * truth[:, None]
    inside = (rows.sum(axis=1) - 2.5) * np.where(truth == 1, 1, -1)
    planted = np.argsort(-inside)[20:220:20]
    labels = truth.copy()
    labels[planted] = 1 - labels[planted]
    return rows, labels, planted


def test_divboost_lets_planted_outliers_go_and_adaboost_chases_them():
    learner = DecisionTreeClassifier(max_depth=2)
    ratios = {AdaBoostClassifier: [], DivBoostClassifier: []}
    for seed in range(9):
        rows, labels, planted = plant_outliers(seed)
        for booster, found in ratios.items():
            weights = booster(learner, 60, random_state=seed).fit(rows, labels).row_weights_
            found.append(weights[planted].mean() / np.delete(weights, planted).mean())
    assert np.median(ratios[AdaBoostClassifier]) > 4
    assert np.median(ratios[DivBoostClassifier]) < 0.25


def test_boosting_stumps_learns_what_a_stump_cannot():
    rows, target = make_classification(400, 6, n_informative=4, class_sep=0.8, random_state=0)
    stump = DecisionTreeClassifier(max_depth=1)
    alone = stump.fit(rows[:200], target[:200]).score(rows[200:], target[200:])
    boosted = AdaBoostClassifier(stump, 60, method="reweighting").fit(rows[:200], target[:200])
    assert boosted.score(rows[200:], target[200:]) > alone + 0.05


def test_the_training_error_stays_below_the_product_of_the_normalisers():
    rows, target = make_classification(200, 6, random_state=1)
    boosted = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), 25, method="reweighting").fit(
        rows, target
    )
    bound = 1.0
    stages = boosted.staged_predict(rows)
    for alpha, predicted in zip(boosted.member_weights_, stages, strict=True):
        error = 1 / (1 + np.exp(2 * alpha))
        bound *= 2 * np.sqrt(error * (1 - error))
        assert np.mean(predicted != target) <= bound + 1e-12


def test_labels_that_cannot_be_learned_end_in_a_plain_vote():
    rows = np.tile([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], (10, 1))
    parity = (rows[:, 0] != rows[:, 1]).astype(int)
    stumps = AdaBoostClassifier(DecisionTreeClassifier(max_depth=1), method="reweighting").fit(rows, parity)
    assert (stumps.member_weights_ == 0).all()
    assert len(stumps.estimators_) == 9  # the tenth failure ends the ensemble and is not kept
    assert_allclose(stumps.predict_proba(rows).sum(axis=1), 1.0)


def test_perfect_members_end_it():
    fitted = AdaBoostClassifier(DecisionTreeClassifier(), method="reweighting").fit(X, y)
    assert len(fitted.estimators_) == 10
    assert fitted.score(X, y) == 1.0


def test_learners_without_weights_are_given_samples():
    from sklearn.neighbors import KNeighborsClassifier

    fitted = DivBoostClassifier(KNeighborsClassifier(3), 9, method="reweighting", random_state=0).fit(X, y)
    assert fitted.score(X, y) > 0.9


def test_naive_bayes_can_be_boosted():
    assert AdaBoostClassifier(GaussianNB(), 10, random_state=0).fit(X, NAMES).score(X, NAMES) > 0.9


def test_wrong_choices_are_named():
    with pytest.raises(ValueError, match="method='bagging' must be 'resampling' or 'reweighting'"):
        ArcX4Classifier(method="bagging").fit(X, y)
    with pytest.raises(ValueError, match="weighting='w3' must be 'w1', 'w2' or 'removal'"):
        DivBoostClassifier(weighting="w3").fit(X, y)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_scores_weights_and_errors_are_scikit_learns(n_classes):
    rows, labels = make_classification(
        300, 6, n_informative=4, n_redundant=0, n_classes=n_classes, flip_y=0.2, random_state=n_classes
    )
    stump = their_tree.DecisionTreeClassifier(max_depth=1)
    ours = AdaBoostClassifier(stump, 8, method="reweighting", random_state=0).fit(rows, labels)
    theirs = peer.AdaBoostClassifier(stump, n_estimators=8, random_state=0).fit(rows, labels)
    assert_allclose(ours.estimator_errors_, theirs.estimator_errors_)
    assert_allclose(ours.estimator_weights_, theirs.estimator_weights_)
    assert_allclose(ours.decision_function(rows), theirs.decision_function(rows), atol=1e-12)
    for own, other in zip(
        ours.staged_decision_function(rows), theirs.staged_decision_function(rows), strict=True
    ):
        assert_allclose(own, other, atol=1e-12)
    assert list(ours.staged_score(rows, labels)) == pytest.approx(list(theirs.staged_score(rows, labels)))


def test_the_error_of_a_regressor_is_its_mean_loss():
    table, values = load_diabetes(return_X_y=True)
    fitted = AdaBoostR2Regressor(
        DecisionTreeRegressor(max_depth=2), 4, method="reweighting", random_state=0
    ).fit(table, values)
    misses = np.abs(fitted.estimators_[0].predict(table) - values)
    assert fitted.estimator_errors_[0] == pytest.approx((misses / misses.max()).mean())
    assert_allclose(fitted.estimator_weights_, np.log(1 / fitted.estimator_errors_ - 1))
    *_, score = fitted.staged_score(table, values, sample_weight=np.arange(442))
    assert score == pytest.approx(fitted.score(table, values, sample_weight=np.arange(442)))


def test_one_class_has_nothing_to_decide():
    fitted = AdaBoostClassifier(n_estimators=2).fit(X, np.ones(150))
    assert_array_equal(fitted.decision_function(X), np.zeros((150, 1)))


def test_errors_of_members_that_are_added_later_follow_the_others():
    whole = AdaBoostClassifier(n_estimators=6, random_state=0).fit(X, y)
    grown = AdaBoostClassifier(n_estimators=3, random_state=0, warm_start=True).fit(X, y)
    grown.set_params(n_estimators=6).fit(X, y)
    assert_array_equal(grown.estimator_errors_, whole.estimator_errors_)


def test_an_old_model_has_no_errors_and_says_so():
    old = AdaBoostClassifier(n_estimators=2, random_state=0).fit(X, y)
    old._grown = replace(old._grown, errors=None)
    with pytest.raises(AttributeError, match="earlier version"):
        old.estimator_errors_  # noqa: B018


@pytest.mark.parametrize("name", ["estimator_weights_", "estimator_errors_", "margins_", "margin_p_values_"])
def test_an_unfitted_booster_says_so(name):
    booster = DivBoostClassifier() if name.startswith("margin") else AdaBoostClassifier()
    with pytest.raises(NotFittedError, match="not fitted yet"):
        getattr(booster, name)


def test_a_learner_that_needs_two_classes_is_shown_two():
    rows, labels = X[:60:6], y[:60:6]  # one versicolor among nine setosas
    fitted = AdaBoostClassifier(LogisticRegression(), 10, random_state=0).fit(rows, labels)
    assert not any(isinstance(each, DummyClassifier) for each in fitted.estimators_)
