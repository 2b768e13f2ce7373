from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.metrics import r2_score
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score

from hedgerow import Outputs, RandomForestClassifier, RandomForestRegressor, diversity_report
from hedgerow.trials import METRICS, Candidate
from hedgerow.trials.candidates import make_linear_baseline
from hedgerow.trials.cross_validation import ask, cross_validate, predict_constant
from hedgerow.trials.folds import FoldPlan


class Broken(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise ValueError("it broke\nin detail")


@pytest.fixture
def rows():
    generator = np.random.default_rng(0)
    X = pd.DataFrame(generator.normal(size=(90, 4)), columns=list("abcd"))
    return X, np.where(X["a"] + 0.5 * generator.normal(size=90) > 0, "yes", "no")


def test_scores_are_those_of_scikit_learn(rows):
    X, y = rows
    forest = RandomForestClassifier(20, random_state=0)
    found = cross_validate(
        X,
        y,
        [Candidate("forest", forest)],
        task="classification",
        plan=FoldPlan(3, 2, 90, 90),
        random_state=5,
    )
    folds = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=5)
    np.testing.assert_allclose(found.results[0].scores, cross_val_score(forest, X, y, cv=folds))


def test_the_guess_is_the_dummy_of_scikit_learn(rows):
    X, y = rows
    plan = FoldPlan(3, 1, 90, 90)
    dummy = Candidate("dummy", DummyClassifier(strategy="most_frequent"))
    found = cross_validate(X, y, [dummy], task="classification", plan=plan)
    assert found.guess == pytest.approx(found.results[0].score)
    values = X["a"].to_numpy()
    found = cross_validate(X, values, [Candidate("dummy", DummyRegressor())], task="regression", plan=plan)
    assert found.guess == pytest.approx(found.results[0].score)


def test_numbers_are_scored_by_the_share_explained(rows):
    X, _ = rows
    y = X["a"].to_numpy() + X["b"].to_numpy() ** 2
    plan = FoldPlan(3, 1, 90, 90)
    forest = RandomForestRegressor(20, random_state=0)
    found = cross_validate(X, y, [Candidate("forest", forest)], task="regression", plan=plan)
    train, test = plan.split(y, stratified=False)[0]
    said = forest.fit(X.iloc[train], y[train]).predict(X.iloc[test])
    assert found.results[0].scores[0] == pytest.approx(r2_score(y[test], said))
    assert found.metric == "r2"


def test_members_are_counted_and_compared_on_held_out_rows(rows):
    X, y = rows
    plan = FoldPlan(3, 2, 90, 90)
    candidates = [
        Candidate("forest", RandomForestClassifier(20, random_state=0)),
        Candidate("linear", make_linear_baseline("classification")),
    ]
    forest, linear = cross_validate(X, y, candidates, task="classification", plan=plan).results
    assert (linear.n_members, linear.member_error, linear.likeness) == (None, None, None)
    assert forest.n_members == 20
    reports = []
    for train, test in plan.split(y, stratified=True)[:3]:
        fitted = RandomForestClassifier(20, random_state=0).fit(X.iloc[train], y[train])
        reports.append(diversity_report(Outputs.from_estimator(fitted, X.iloc[test], y[test])).first)
    assert forest.likeness == pytest.approx(np.mean([report["kappa"] for report in reports]))
    assert forest.member_error == pytest.approx(np.mean([report["member_error"] for report in reports]))


def test_methods_take_turns_on_each_fold(rows):
    X, y = rows
    said = []
    candidates = [Candidate(name, DummyClassifier()) for name in ("one", "other")]
    cross_validate(X, y, candidates, task="classification", plan=FoldPlan(2, 1, 90, 90), step=said.append)
    assert said == ["one: fold 1 of 2", "other: fold 1 of 2", "one: fold 2 of 2", "other: fold 2 of 2"]


def test_a_failure_does_not_stop_the_others(rows):
    X, y = rows
    candidates = [Candidate("broken", Broken()), Candidate("dummy", DummyClassifier())]
    broken, dummy = cross_validate(
        X, y, candidates, task="classification", plan=FoldPlan(2, 1, 90, 90)
    ).results
    assert np.isnan(broken.scores).all()
    assert len(broken.fit_seconds) == 1  # what has failed is not fitted again
    assert broken.failure == "it broke"
    assert dummy.failure is None


def test_an_interruption_is_passed_on(rows):
    class Interrupted(Broken):
        def fit(self, X, y):
            raise KeyboardInterrupt

    X, y = rows
    with pytest.raises(KeyboardInterrupt):
        cross_validate(X, y, [Candidate("slow", Interrupted())], task="classification")


@pytest.mark.parametrize("names", [[], ["one", "one"]])
def test_names_must_differ(rows, names):
    with pytest.raises(ValueError, match="names of their own"):
        cross_validate(*rows, [Candidate(name, DummyClassifier()) for name in names], task="classification")


def test_a_metric_is_scored_as_scikit_learn_scores_it(rows):
    X, y = rows
    forest = RandomForestClassifier(20, random_state=0)
    folds = RepeatedStratifiedKFold(n_splits=3, n_repeats=1, random_state=5)
    for metric, scorer in {"auc": "roc_auc", "log_loss": "neg_log_loss", "f1": "f1_macro"}.items():
        found = cross_validate(
            X,
            y,
            [Candidate("forest", forest)],
            task="classification",
            metric=metric,
            plan=FoldPlan(3, 1, 90, 90),
            random_state=5,
        )
        theirs = np.abs(cross_val_score(forest, X, y, cv=folds, scoring=scorer))
        np.testing.assert_allclose(found.results[0].scores, theirs)
        assert found.metric == metric


def test_what_has_no_probabilities_fails_alone(rows):
    X, y = rows
    candidates = [Candidate("ridge", RidgeClassifier()), Candidate("dummy", DummyClassifier())]
    plan = FoldPlan(2, 1, 90, 90)
    found = cross_validate(X, y, candidates, task="classification", metric="log_loss", plan=plan)
    assert found.results[0].failure.startswith("it gives no probabilities, and log loss needs them")
    assert found.best.name == "dummy"
    assert found.guess == pytest.approx(found.best.score)
    rated = cross_validate(X, y, candidates, task="classification", metric="auc", plan=plan)
    assert rated.best.name == "ridge"
    assert rated.results[1].score == rated.guess == 0.5


@pytest.mark.parametrize("metric", [name for name in METRICS if METRICS[name].task == "classification"])
def test_a_class_may_be_absent_from_a_training_set_or_a_test_set(rows, metric):
    X, y = rows
    y = y.astype(object)
    y[:2] = "rare"
    found = cross_validate(
        X,
        y,
        [Candidate("forest", RandomForestClassifier(20, random_state=0))],
        task="classification",
        metric=metric,
        plan=FoldPlan(5, 1, 90, 90),
    )
    assert np.isfinite(found.results[0].scores).all()
    assert np.isfinite(found.guess)
    # Members are asked about rows of classes that they know.
    assert 0 < found.results[0].member_error < 1


def test_a_fold_that_cannot_tell_is_a_failure_with_a_way_out():
    X, y = pd.DataFrame({"a": np.arange(20.0)}), np.zeros(20)
    y[3] = 1.5
    found = cross_validate(X, y, [Candidate("dummy", DummyRegressor())], task="regression")
    assert found.results[0].failure.startswith("R² is not defined on a fold of 4 rows with the same target.")
    assert repr(found) == "<CrossValidation: 1 methods, 5 folds, 4 times; all failed>"
    found = cross_validate(X, y, [Candidate("dummy", DummyRegressor())], task="regression", metric="mae")
    assert found.best.score > found.guess  # the mean is a poorer guess than the median


def test_an_unknown_metric_is_refused_before_any_fit(rows):
    with pytest.raises(LookupError, match="no metric 'acc'"):
        cross_validate(*rows, [Candidate("broken", Broken())], task="classification", metric="acc")


@pytest.mark.parametrize("plan", [FoldPlan(3, 2, 90, 90), FoldPlan(2, 5, 90, 90)])
def test_the_comparison_knows_that_the_folds_are_the_same(rows, plan):
    X, y = rows
    candidates = [
        Candidate("linear", make_linear_baseline("classification")),
        Candidate("dummy", DummyClassifier()),
    ]
    found = cross_validate(X, y, candidates, task="classification", plan=plan)
    assert "taken for granted" not in found.comparison.conclusion
    unaware = replace(found, splits=None)
    assert "taken for granted" in unaware.comparison.conclusion
    # What is known of the folds changes what is said, and no number.
    pd.testing.assert_frame_equal(found.differences(), unaware.differences())


LABELS = np.array(["a", "b", "c"])


@pytest.fixture
def features():
    generator = np.random.default_rng(0)
    return pd.DataFrame(generator.normal(size=(40, 2)), columns=["x", "z"])


def test_columns_stand_in_the_order_of_all_classes(features):
    model = LogisticRegression().fit(features, ["c", "a"] * 20)
    columns = ask(model, features, METRICS["log_loss"], LABELS)
    np.testing.assert_array_equal(columns[:, [0, 2]], model.predict_proba(features))
    assert (columns[:, 1] == 0).all()


@pytest.mark.parametrize("labels", [["a", "b"], ["a", "b", "c"]])
def test_a_decision_function_is_enough_for_ratings(features, labels):
    truth = np.array(labels)[np.arange(40) % len(labels)]
    model = RidgeClassifier().fit(features, truth)
    columns = ask(model, features, METRICS["auc"], np.array(labels))
    assert columns.shape == (40, len(labels))
    np.testing.assert_array_equal(np.array(labels)[columns.argmax(axis=1)], model.predict(features))


@pytest.mark.parametrize("name", ["log_loss", "brier"])
def test_what_has_no_probabilities_says_so_and_what_it_can_be_asked(features, name):
    model = RidgeClassifier().fit(features, ["a", "b"] * 20)
    with pytest.raises(ValueError, match=r"no probabilities.*accuracy, balanced_accuracy, auc, f1\.$"):
        ask(model, features, METRICS[name], LABELS[:2])


@pytest.mark.parametrize(
    ("metric", "dummy"),
    [
        ("accuracy", DummyClassifier(strategy="most_frequent")),
        ("balanced_accuracy", DummyClassifier(strategy="most_frequent")),
        ("f1", DummyClassifier(strategy="most_frequent")),
        ("auc", DummyClassifier(strategy="prior")),
        ("log_loss", DummyClassifier(strategy="prior")),
        ("brier", DummyClassifier(strategy="prior")),
        ("r2", DummyRegressor(strategy="mean")),
        ("rmse", DummyRegressor(strategy="mean")),
        ("mae", DummyRegressor(strategy="median")),
    ],
)
def test_a_guess_is_the_dummy_of_scikit_learn(features, metric, dummy):
    generator = np.random.default_rng(1)
    measure = METRICS[metric]
    classes = measure.task == "classification"
    target = generator.choice(LABELS, 40, p=[0.2, 0.5, 0.3]) if classes else generator.exponential(size=40)
    guess = predict_constant(target, 40, measure, LABELS)
    np.testing.assert_allclose(
        *_as_numbers(guess, ask(dummy.fit(features, target), features, measure, LABELS))
    )


def _as_numbers(*arrays):
    if arrays[0].dtype.kind == "U":
        return (np.searchsorted(LABELS, array) for array in arrays)
    return arrays


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_no_other_constant_is_better_than_the_guess(metric):
    """On the features that it has learned from, among all classes, a grid of shares, or a grid of numbers."""
    generator = np.random.default_rng(2)
    if metric.task == "regression":
        target = generator.exponential(size=60)
        constants = [np.full(60, number) for number in np.linspace(0, 3, 61)]
    else:
        target = generator.choice(LABELS, 60, p=[0.2, 0.5, 0.3])
        if metric.needs_probabilities:
            constants = [np.tile(shares, (60, 1)) for shares in generator.dirichlet(np.ones(3), 50)]
        else:
            constants = [np.full(60, label) for label in LABELS]
    guess = metric.gain(metric.score(predict_constant(target, 60, metric, LABELS), target, LABELS))
    others = [metric.gain(metric.score(constant, target, LABELS)) for constant in constants]
    assert guess >= max(others) - 1e-12


def test_the_lowest_of_equally_common_classes_is_the_guess():
    assert predict_constant(np.array(["b", "a"]), 1, METRICS["accuracy"], LABELS).tolist() == ["a"]


def test_a_probability_that_rounding_made_too_large_is_no_trouble(features):
    class Rounded(DummyClassifier):
        def predict_proba(self, X):
            return super().predict_proba(X) * self.factor

    model = Rounded().fit(features, ["a"] * 40)
    model.factor = 1 + 1e-15
    assert (
        METRICS["log_loss"].score(ask(model, features, METRICS["log_loss"], LABELS), ["a"] * 40, LABELS)
        < 1e-9
    )
    model.factor = 1.5
    with pytest.raises(ValueError, match="greater than 1"):
        METRICS["log_loss"].score(ask(model, features, METRICS["log_loss"], LABELS), ["a"] * 40, LABELS)


@pytest.mark.parametrize("name", ["auc", "brier"])
def test_probabilities_that_are_not_numbers_are_refused(features, name):
    class Lost(DummyClassifier):
        def predict_proba(self, X):
            return np.full((len(X), 1), np.nan)

    with pytest.raises(ValueError, match="are not numbers"):
        ask(Lost().fit(features, ["a"] * 40), features, METRICS[name], LABELS)
