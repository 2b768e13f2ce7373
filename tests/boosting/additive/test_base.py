import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, RegressorMixin, clone
from sklearn.datasets import load_diabetes, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import Ridge
from sklearn.naive_bayes import GaussianNB

from hedgerow import DecisionTreeRegressor, Outputs
from hedgerow.boosting import (
    LogitBoostClassifier,
    LsBoostClassifier,
    LsBoostRegressor,
    RpBoostClassifier,
    RpBoostRegressor,
)

CLASSIFIERS = (LsBoostClassifier, RpBoostClassifier, LogitBoostClassifier)
REGRESSORS = (LsBoostRegressor, RpBoostRegressor)
ALL = (*CLASSIFIERS, *REGRESSORS)
J, species = load_iris(return_X_y=True)
D, progression = load_diabetes(return_X_y=True)
every_model = pytest.mark.parametrize("model", ALL)
every_classifier = pytest.mark.parametrize("model", CLASSIFIERS)


def data_for(model):
    return (J, species) if model in CLASSIFIERS else (D, progression)


def answers_of(fitted, X):
    return fitted.predict_proba(X) if hasattr(fitted, "classes_") else fitted.predict(X)


@every_model
def test_the_last_stage_is_the_prediction(model):
    X, y = data_for(model)
    fitted = model(n_estimators=12, random_state=0).fit(X, y)
    stages = list(fitted.staged_predict(X))
    assert len(stages) == fitted.n_estimators_ == 12
    assert_allclose(stages[-1], fitted.predict(X), rtol=1e-9)
    shorter = model(n_estimators=5, random_state=0).fit(X, y)
    assert_allclose(stages[4], shorter.predict(X), rtol=1e-9)


@every_classifier
def test_probabilities_sum_to_one_and_agree_with_the_classes(model):
    labels = np.array(["setosa", "versicolor", "virginica"])[species]
    fitted = model(n_estimators=15, random_state=0).fit(J, labels)
    probabilities = fitted.predict_proba(J)
    assert_allclose(probabilities.sum(axis=1), 1)
    assert_array_equal(fitted.classes_[probabilities.argmax(axis=1)], fitted.predict(J))
    assert_allclose(np.exp(fitted.predict_log_proba(J)), probabilities)
    assert fitted.score(J, labels) > 0.9
    *_, last = fitted.staged_predict_proba(J)
    assert_allclose(last, probabilities, atol=1e-12)
    assert fitted.decision_function(J).shape == (150, 3)
    assert_array_equal(fitted.classes_[fitted.decision_function(J).argmax(axis=1)], fitted.predict(J))


@every_classifier
def test_a_score_of_zero_or_more_is_the_second_class(model):
    fitted = model(n_estimators=7, random_state=0).fit(J, species == 1)
    scores = fitted.decision_function(J)
    assert_array_equal(fitted.predict(J), scores >= 0)
    assert_array_equal(fitted.predict_proba(J)[:, 1] >= 0.5, scores >= 0)


@every_classifier
def test_one_class_is_answered(model):
    fitted = model(n_estimators=3).fit(J, np.full(150, "a"))
    assert set(fitted.predict(J)) == {"a"}
    assert_array_equal(fitted.predict_proba(J), np.ones((150, 1)))


@every_model
def test_a_weight_is_a_repeat_and_no_weight_is_no_row(model):
    X, y = data_for(model)
    counts = np.random.default_rng(0).integers(0, 3, len(y))
    weighted = model(n_estimators=10, random_state=0).fit(X, y, counts)
    repeated = model(n_estimators=10, random_state=0).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    assert_allclose(answers_of(weighted, X), answers_of(repeated, X), rtol=1e-6, atol=1e-9)


@every_model
def test_missing_values_and_categories_are_read(model):
    X, y = data_for(model)
    frame = pd.DataFrame(X[:, :3], columns=["a", "b", "c"]).astype({"a": float})
    frame["kind"] = pd.Categorical(np.array(["x", "y", "z"])[np.arange(len(y)) % 3])
    frame.loc[::7, "a"] = np.nan
    frame.loc[::11, "kind"] = np.nan
    fitted = model(n_estimators=10, random_state=0).fit(frame, y)
    assert np.isfinite(answers_of(fitted, frame)).all()
    assert list(fitted.feature_names_in_) == ["a", "b", "c", "kind"]


def test_a_category_is_learned():
    frame = pd.DataFrame({"kind": pd.Categorical(["x", "y", "z"] * 20), "noise": np.arange(60.0) % 7})
    labels = np.where(frame["kind"] == "y", "yes", "no")
    for model in CLASSIFIERS:
        assert model(n_estimators=30, random_state=0).fit(frame, labels).score(frame, labels) == 1.0


@every_model
def test_rounds_stop_on_rows_that_nobody_learned_from(model):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    y = rng.integers(0, 2, 200) if model in CLASSIFIERS else rng.normal(size=200)  # nothing to learn
    fitted = model(
        n_estimators=200, n_iter_no_change=5, validation_fraction=0.3, learning_rate=1.0, random_state=0
    ).fit(X, y)
    assert fitted.n_estimators_ == fitted.validation_loss_.argmin() < 100
    assert fitted.train_loss_[0] > fitted.train_loss_[-1]
    assert not hasattr(fitted.set_params(n_iter_no_change=None, n_estimators=2).fit(X, y), "validation_loss_")


@every_model
def test_parameters_that_make_no_sense_are_refused(model):
    X, y = data_for(model)
    for parameters, message in (
        ({"n_estimators": 0}, "n_estimators=0 must be an int of 1 or more"),
        ({"learning_rate": 0.0}, "learning_rate=0.0 must be a finite number above 0"),
        ({"estimator": GaussianNB()}, "is not a regressor"),
        ({"estimator": DecisionTreeRegressor}, "cannot be fitted"),
        ({"n_iter_no_change": 0}, "n_iter_no_change=0 must be an int of 1 or more, or None"),
        ({"n_iter_no_change": 3, "validation_fraction": 1.5}, "validation_fraction=1.5"),
    ):
        with pytest.raises(ValueError, match=message):
            model(**parameters).fit(X, y)


@every_model
def test_any_regressor_explains_residuals(model):
    X, y = data_for(model)
    linear = model(Ridge(1e-6), n_estimators=3, random_state=0).fit(X, y)
    assert np.isfinite(answers_of(linear, X)).all()
    deep = model(DecisionTreeRegressor(max_depth=4), n_estimators=10, learning_rate=0.5, random_state=0).fit(
        X, y
    )
    assert deep.score(X, y) > model(n_estimators=10, learning_rate=0.5, random_state=0).fit(X, y).score(X, y)


class Interrupting(RegressorMixin, BaseEstimator):
    fits = 0

    def fit(self, X, y):
        Interrupting.fits += 1
        if Interrupting.fits == 4:
            raise KeyboardInterrupt
        self.mean_ = y.mean()
        return self

    def predict(self, X):
        return np.where(X[:, 0] > 0, 1.0, -1.0)


def test_an_interruption_leaves_the_model_as_it_was():
    fitted = LsBoostRegressor(n_estimators=3).fit(D, progression)
    before = fitted.predict(D)
    Interrupting.fits = 0
    with pytest.raises(KeyboardInterrupt) as caught:
        fitted.set_params(estimator=Interrupting(), n_estimators=10).fit(D, progression)
    assert "interrupted after 3 of 10" in caught.value.__notes__[0]
    fitted.set_params(estimator=None, n_estimators=3)
    assert_array_equal(fitted.predict(D), before)


@every_model
def test_same_seed_same_bits(model):
    X, y = data_for(model)
    fitted = model(n_estimators=6, random_state=3)
    assert_array_equal(answers_of(clone(fitted).fit(X, y), X), answers_of(fitted.fit(X, y), X))


def test_corrections_are_not_answers():
    with pytest.raises((TypeError, ValueError)):
        Outputs.from_estimator(LsBoostClassifier(n_estimators=3).fit(J, species), J, species)


@every_classifier
def test_the_last_stage_has_the_scores(model):
    for rows in (slice(100), slice(None)):  # two classes, and three
        fitted = model(n_estimators=6, random_state=0).fit(J[rows], species[rows])
        stages = list(fitted.staged_decision_function(J[rows]))
        assert len(stages) == fitted.n_estimators_
        assert_allclose(stages[-1], fitted.decision_function(J[rows]))


@every_model
@pytest.mark.parametrize("name", ["n_estimators_", "members_", "steps_"])
def test_an_unfitted_model_says_so(model, name):
    with pytest.raises(NotFittedError, match="not fitted yet"):
        getattr(model(), name)
