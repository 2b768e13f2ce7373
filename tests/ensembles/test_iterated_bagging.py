import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_friedman1
from sklearn.dummy import DummyRegressor
from sklearn.linear_model import Ridge
from sklearn.utils import get_tags
from tests.contract import parametrize_with_contract
from tests.ensembles.made_up import Replay

from hedgerow import BaggingRegressor, DecisionTreeClassifier, DecisionTreeRegressor, Outputs
from hedgerow.ensembles.iterated_bagging import IteratedBaggingRegressor

X, y = make_friedman1(200, random_state=0)
DRAWN = "rows are drawn by weight, so weights act like repeats in distribution only"


@parametrize_with_contract(
    [IteratedBaggingRegressor(n_stages=2, n_estimators=5)],
    expected_failed_checks=lambda _: {"check_sample_weight_equivalence_on_dense_data": DRAWN},
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


# Three values and four bootstrap samples whose members predict the mean of what they have drawn.
VALUES = np.array([1.0, 2.0, 4.0])
COUNTS = [[2, 1, 0], [0, 2, 1], [1, 0, 2], [1, 1, 1]]
SAMPLES = Replay([np.repeat(np.arange(3), counts) for counts in COUNTS])


def fit_pencil(**parameters):
    model = IteratedBaggingRegressor(DummyRegressor(), n_estimators=4, resampling=SAMPLES, **parameters)
    return model.fit(np.zeros((3, 1)), VALUES)


def test_the_pencil_example():
    model = fit_pencil(n_stages=10)
    assert_allclose(model.stage_errors_, [3.629630, 8.469136], atol=1e-6)  # stopped after two of ten
    assert len(model.stages_) == 1
    stage = model.stages_[0]
    assert_allclose(
        stage.member_outputs(np.zeros((1, 1)))[:, 0], [1.333333, 2.666667, 3, 2.333333], atol=1e-6
    )
    assert_allclose(stage.oob_prediction_, [2.666667, 3, 1.333333], atol=1e-6)
    assert_allclose(model.predict([[0.0]]), 2.333333, atol=1e-6)
    assert_array_equal(model.frame()["kept"], [True, False])


def test_both_stages_of_the_pencil_example_would_predict_the_same():
    residuals = VALUES - np.array([8 / 3, 3, 4 / 3])
    second = IteratedBaggingRegressor(DummyRegressor(), 1, 4, resampling=SAMPLES).fit(
        np.zeros((3, 1)), residuals
    )
    values = second.stages_[0].member_outputs(np.zeros((1, 1)))[:, 0]
    assert_allclose(values, [-1.444444, 0.222222, 1.222222, 0], atol=1e-6)
    left = residuals - second.stages_[0].oob_prediction_
    assert_allclose(left, [-1.888889, -2.222222, 4.111111], atol=1e-6)
    assert 7 / 3 + second.predict([[0.0]])[0] == pytest.approx(2.333333, abs=1e-6)


def iterate_naively(model, X, y, n_stages):
    """Residuals out of bag by loops over rows and members, from the bags of the fitted stages."""
    residuals, errors = np.array(y, float), []
    for stage in model.stages_[:n_stages]:
        outputs, bags = stage.member_outputs(X), [set(rows) for rows in stage.estimators_samples_]
        for i in range(len(y)):
            unseen = [output[i] for output, bag in zip(outputs, bags, strict=True) if i not in bag]
            residuals[i] -= np.mean(unseen) if unseen else np.mean(outputs[:, i])
        errors.append(np.mean(residuals**2))
    return errors


def test_residuals_are_those_of_rows_out_of_bag():
    model = IteratedBaggingRegressor(DecisionTreeRegressor(max_depth=2), 4, 6, random_state=0).fit(X, y)
    n_kept = len(model.stages_)
    assert n_kept > 1
    assert_allclose(iterate_naively(model, X, y, n_kept), model.stage_errors_[:n_kept], rtol=1e-9)


def test_rows_in_every_bag_are_answered_in_bag_or_dropped():
    tree = DecisionTreeRegressor(max_depth=2)
    few = {"n_stages": 2, "n_estimators": 2, "stop_factor": None, "random_state": 0}
    by_members = IteratedBaggingRegressor(tree, **few).fit(X, y)
    without = IteratedBaggingRegressor(tree, missing_oob="zero_residual", **few).fit(X, y)
    unheard = np.isnan(by_members.stages_[0].oob_prediction_)
    assert 0.2 < unheard.mean() < 0.6  # (1 - 1/e)^2
    predicted = (y - by_members.stages_[0].oob_prediction_)[~unheard]
    answered = (y - by_members.stages_[0].predict(X))[unheard]
    assert by_members.stage_errors_[0] == pytest.approx((predicted @ predicted + answered @ answered) / 200)
    assert without.stage_errors_[0] == pytest.approx(predicted @ predicted / 200)


def test_the_prediction_is_the_sum_of_the_stages():
    model = IteratedBaggingRegressor(DecisionTreeRegressor(max_depth=3), 5, 10, random_state=0).fit(X, y)
    stages = list(model.staged_predict(X))
    assert_allclose(stages[0], model.stages_[0].predict(X))
    assert_allclose(stages[-1], sum(stage.predict(X) for stage in model.stages_))
    assert_allclose(stages[-1], model.predict(X))
    assert len(stages) == model.stage_errors_.argmin() + 1


def test_it_lowers_the_bias_of_bagging():
    """Shallow trees are biased: over ten draws, stages beat as many bagged trees (Breiman 2001)."""
    gains = []
    for seed in range(10):
        table, values = make_friedman1(400, noise=0.5, random_state=seed)
        tree = DecisionTreeRegressor(max_depth=3)
        iterated = IteratedBaggingRegressor(tree, 5, 20, random_state=seed).fit(table[:200], values[:200])
        once = BaggingRegressor(tree, 100, random_state=seed).fit(table[:200], values[:200])
        gains.append(iterated.score(table[200:], values[200:]) - once.score(table[200:], values[200:]))
    assert min(gains) > 0.02


def test_noise_stops_early():
    noise = np.random.default_rng(0).normal(size=200)
    model = IteratedBaggingRegressor(n_stages=10, random_state=0).fit(X, noise)
    assert len(model.stages_) == 1
    assert len(model.stage_errors_) < 10
    assert len(IteratedBaggingRegressor(n_stages=4, stop_factor=None).fit(X, noise).stage_errors_) == 4


def test_workers_do_not_change_a_bit():
    one, two = (
        IteratedBaggingRegressor(n_stages=3, random_state=1, n_jobs=n).fit(X, y).predict(X) for n in (1, 2)
    )
    assert_array_equal(one, two)


def test_weights_steer_the_draws_and_the_errors():
    weights = np.r_[np.ones(100), np.zeros(100)]
    changed = np.r_[y[:100], y[100:] + 1e6]
    model = IteratedBaggingRegressor(n_stages=2, random_state=0).fit(X, changed, weights)
    assert abs(model.predict(X)).max() < 1e3
    assert model.stage_errors_.max() < 1e3


def test_frames_categories_and_missing_values_are_read():
    frame = pd.DataFrame(X[:, :3], columns=list("abc"))
    frame["kind"] = pd.Categorical(np.array(["x", "y"])[np.arange(200) % 2])
    frame.loc[::9, "a"] = np.nan
    model = IteratedBaggingRegressor(n_stages=2, random_state=0).fit(frame, y)
    assert np.isfinite(model.predict(frame)).all()
    assert list(model.feature_names_in_) == ["a", "b", "c", "kind"]


def test_axis_values_mix():
    model = IteratedBaggingRegressor(Ridge(), 2, 5, resampling="subsample", view="projection", random_state=0)
    assert model.fit(X, y).score(X, y) > 0.5


def test_a_stage_is_an_ensemble_like_any_other():
    model = IteratedBaggingRegressor(n_stages=1, random_state=0).fit(X, y)
    assert Outputs.from_estimator(model.stages_[0], X, y, out_of_bag=True).n_members == 10


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"n_stages": 0}, "n_stages=0 must be an int of 1 or more"),
        ({"n_estimators": 1.5}, "n_estimators=1.5 must be an int of 1 or more"),
        ({"missing_oob": "ignore"}, "missing_oob='ignore' must be 'in_bag' or 'zero_residual'"),
        ({"stop_factor": 0.9}, "stop_factor=0.9 must be a number of 1 or more"),
        ({"resampling": "full"}, "left none out"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        IteratedBaggingRegressor(**parameters).fit(X, y)


def test_models_within_models_are_asked_once_for_their_tags():
    asked = []

    class Counted(DecisionTreeRegressor):
        def __sklearn_tags__(self):
            asked.append(self)
            return super().__sklearn_tags__()

    nested = Counted()
    for _ in range(5):
        nested = IteratedBaggingRegressor(nested)
    assert get_tags(nested).input_tags.allow_nan
    assert len(asked) == 1
    assert not get_tags(IteratedBaggingRegressor(DecisionTreeClassifier())).input_tags.allow_nan
