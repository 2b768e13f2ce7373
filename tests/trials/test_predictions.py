import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.linear_model import LogisticRegression, RidgeClassifier

from hedgerow import RandomForestClassifier, RandomForestRegressor
from hedgerow.trials import METRICS
from hedgerow.trials.predictions import answer, ask, predict_constant

LABELS = np.array(["a", "b", "c"])


@pytest.fixture
def rows():
    generator = np.random.default_rng(0)
    return pd.DataFrame(generator.normal(size=(40, 2)), columns=["x", "z"])


def test_columns_stand_in_the_order_of_all_classes(rows):
    model = LogisticRegression().fit(rows, ["c", "a"] * 20)
    columns = ask(model, rows, METRICS["log_loss"], LABELS)
    np.testing.assert_array_equal(columns[:, [0, 2]], model.predict_proba(rows))
    assert (columns[:, 1] == 0).all()


@pytest.mark.parametrize("labels", [["a", "b"], ["a", "b", "c"]])
def test_a_decision_function_is_enough_for_ratings(rows, labels):
    truth = np.array(labels)[np.arange(40) % len(labels)]
    model = RidgeClassifier().fit(rows, truth)
    columns = ask(model, rows, METRICS["auc"], np.array(labels))
    assert columns.shape == (40, len(labels))
    np.testing.assert_array_equal(np.array(labels)[columns.argmax(axis=1)], model.predict(rows))


@pytest.mark.parametrize("name", ["log_loss", "brier"])
def test_what_has_no_probabilities_says_so_and_what_it_can_be_asked(rows, name):
    model = RidgeClassifier().fit(rows, ["a", "b"] * 20)
    with pytest.raises(ValueError, match=r"no probabilities.*accuracy, balanced_accuracy, auc, f1\.$"):
        ask(model, rows, METRICS[name], LABELS[:2])


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
def test_a_guess_is_the_dummy_of_scikit_learn(rows, metric, dummy):
    generator = np.random.default_rng(1)
    measure = METRICS[metric]
    classes = measure.task == "classification"
    target = generator.choice(LABELS, 40, p=[0.2, 0.5, 0.3]) if classes else generator.exponential(size=40)
    guess = predict_constant(target, 40, measure, LABELS)
    np.testing.assert_allclose(*_as_numbers(guess, ask(dummy.fit(rows, target), rows, measure, LABELS)))


def _as_numbers(*arrays):
    if arrays[0].dtype.kind == "U":
        return (np.searchsorted(LABELS, array) for array in arrays)
    return arrays


@pytest.mark.parametrize("metric", METRICS.values(), ids=lambda metric: metric.name)
def test_no_other_constant_is_better_than_the_guess(metric):
    """On the rows that it has learned from, among all classes, a grid of shares, or a grid of numbers."""
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


def test_a_probability_that_rounding_made_too_large_is_no_trouble(rows):
    class Rounded(DummyClassifier):
        def predict_proba(self, X):
            return super().predict_proba(X) * self.factor

    model = Rounded().fit(rows, ["a"] * 40)
    model.factor = 1 + 1e-15
    assert METRICS["log_loss"].score(ask(model, rows, METRICS["log_loss"], LABELS), ["a"] * 40, LABELS) < 1e-9
    model.factor = 1.5
    with pytest.raises(ValueError, match="greater than 1"):
        METRICS["log_loss"].score(ask(model, rows, METRICS["log_loss"], LABELS), ["a"] * 40, LABELS)


@pytest.mark.parametrize("name", ["auc", "brier"])
def test_probabilities_that_are_not_numbers_are_refused(rows, name):
    class Lost(DummyClassifier):
        def predict_proba(self, X):
            return np.full((len(X), 1), np.nan)

    with pytest.raises(ValueError, match="are not numbers"):
        ask(Lost().fit(rows, ["a"] * 40), rows, METRICS[name], LABELS)


TABLE = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0]})


def test_probabilities_stand_beside_the_answer():
    forest = RandomForestClassifier(20, random_state=0).fit(TABLE, ["small", "small", "large", "large"])
    answers = answer(forest, TABLE, probabilities=True)
    assert answers["prediction"].tolist() == ["small", "small", "large", "large"]
    np.testing.assert_allclose(answers[["probability of large", "probability of small"]].sum(axis=1), 1)


def test_numbers_have_no_probabilities():
    forest = RandomForestRegressor(20, random_state=0).fit(TABLE, [1.0, 2.0, 8.0, 9.0])
    assert answer(forest, TABLE).columns.tolist() == ["prediction"]
    with pytest.raises(ValueError, match="does not predict probabilities"):
        answer(forest, TABLE, probabilities=True)
