import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import make_friedman1
from sklearn.linear_model import Ridge
from tests.contract import parametrize_with_contract

from hedgerow.boosting.adaptive import AdaBoostR2Regressor
from hedgerow.combination import WeightedMedian
from hedgerow.ensembles.engine import EnsembleRegressor
from hedgerow.resampling import AdaBoostR2
from hedgerow.trees.estimators import DecisionTreeRegressor

X, y = make_friedman1(300, noise=1.0, random_state=0)


@parametrize_with_contract(
    [AdaBoostR2Regressor(DecisionTreeRegressor(max_depth=3), 5, method="reweighting")],
)
def test_scikit_learn_accepts_reweighting(estimator, check):
    check(estimator)


@pytest.mark.parametrize("loss", ["linear", "square", "exponential"])
@pytest.mark.parametrize("method", ["resampling", "reweighting"])
def test_boosting_beats_its_learner(loss, method):
    learner = DecisionTreeRegressor(max_depth=4)
    boosted = AdaBoostR2Regressor(learner, 40, loss=loss, method=method, random_state=0).fit(X[:200], y[:200])
    assert boosted.score(X[200:], y[200:]) > learner.fit(X[:200], y[:200]).score(X[200:], y[200:]) + 0.05


def test_whole_weights_are_repeated_rows_when_rows_are_reweighted():
    learner = DecisionTreeRegressor(max_depth=2)
    counts = np.random.default_rng(0).integers(0, 3, size=len(y))
    weighted = AdaBoostR2Regressor(learner, 6, method="reweighting").fit(X, y, counts)
    repeated = AdaBoostR2Regressor(learner, 6, method="reweighting").fit(
        np.repeat(X, counts, axis=0), np.repeat(y, counts)
    )
    assert_allclose(weighted.predict(X), repeated.predict(X))


def test_it_answers_with_the_weighted_median():
    boosted = AdaBoostR2Regressor(n_estimators=15, random_state=0).fit(X, y)
    expected = WeightedMedian().combine(boosted.member_outputs(X), boosted.member_weights_)
    assert_allclose(boosted.predict(X), expected)
    assert np.ptp(boosted.member_weights_) > 0


def test_rows_that_are_far_off_weigh_more():
    far = y.copy()
    far[[3, 30]] += 40
    boosted = AdaBoostR2Regressor(DecisionTreeRegressor(max_depth=1), 3, random_state=0).fit(X, far)
    assert set(np.argsort(-boosted.row_weights_)[:2]) == {3, 30}


def test_a_perfect_first_member_is_the_only_one():
    boosted = AdaBoostR2Regressor(method="reweighting").fit(X, y)
    assert len(boosted.estimators_) == 1
    assert_allclose(boosted.row_weights_, 1 / 300)
    assert_allclose(boosted.predict(X), y)


def make_hard():
    """Mostly the same value, so the mean loss of a constant soon passes one half."""
    return np.zeros((40, 1)), np.repeat([0.0, 1.0], 20) + np.linspace(0, 0.2, 40)


def test_a_bad_member_ends_it_and_is_not_kept():
    rows, values = make_hard()
    boosted = AdaBoostR2Regressor(DecisionTreeRegressor(), 50, method="reweighting").fit(rows, values)
    assert len(boosted.estimators_) == len(boosted.member_weights_) < 50
    assert (boosted.member_weights_ > 0).all()


@pytest.mark.parametrize("n_first", [1, 2, 3])
def test_a_warm_start_goes_on_exactly_also_past_the_end(n_first):
    rows, values = make_hard()
    for table, target in ((X, y), (rows, values)):
        cold = AdaBoostR2Regressor(n_estimators=8, random_state=2).fit(table, target)
        warm = AdaBoostR2Regressor(n_estimators=n_first, warm_start=True, random_state=2).fit(table, target)
        warm.set_params(n_estimators=8).fit(table, target)
        assert_array_equal(warm.member_weights_, cold.member_weights_)
        assert_array_equal(warm.predict(table), cold.predict(table))
        assert_array_equal(warm.row_weights_, cold.row_weights_)


def test_the_recipe_is_the_axis_value():
    recipe = AdaBoostR2Regressor(n_estimators=6, loss="square", random_state=0).fit(X, y)
    mixture = EnsembleRegressor(
        resampling=AdaBoostR2("square"), combination="weighted_median", n_estimators=6, random_state=0
    ).fit(X, y)
    assert_array_equal(recipe.predict(X), mixture.predict(X))


def test_frames_and_other_learners():
    frame = pd.DataFrame(X, columns=[f"x{k}" for k in range(10)])
    boosted = AdaBoostR2Regressor(Ridge(), 10, random_state=0).fit(frame, y)
    assert boosted.score(frame, y) > 0.6
