import numpy as np
import pytest
from scipy.special import softmax

from hedgerow.selection.forest.residuals import ClassResiduals, OutOfBagPredictor, ValueResiduals


def test_values_are_in_units_of_their_spread():
    residuals = ValueResiduals.start(np.array([10.0, 20.0, 60.0]))
    (target,) = residuals.targets()
    assert target.name == "y"
    assert target.outputs.shape == (3, 1)
    assert (target.outputs.mean(), target.outputs.std()) == (pytest.approx(0.0), pytest.approx(1.0))


def test_values_lose_what_is_predicted():
    y = np.array([1.0, 2.0, 6.0])
    residuals = ValueResiduals.start(y).explain(lambda target, factors: 0.5 * target)
    (target,) = residuals.targets()
    assert target.name == "residual"
    np.testing.assert_allclose(target.outputs[:, 0], (y - y.mean()) / y.std() / 8)  # three times one half


@pytest.mark.parametrize("n_classes", [2, 3, 5])
def test_the_first_target_has_the_gini_index_for_a_variance(n_classes):
    codes = np.random.default_rng(0).integers(0, n_classes, 50)
    (target,) = ClassResiduals.start(codes, np.arange(n_classes), None).targets()
    shares = np.bincount(codes) / 50
    assert target.name == "classes"
    assert target.outputs.shape == (50, 1 if n_classes == 2 else n_classes)
    assert target.outputs.var(axis=0).sum() == pytest.approx(1 - (shares**2).sum())


def test_nothing_is_known_but_the_shares():
    start = ClassResiduals.start(np.array([0, 0, 0, 1]), np.array(["a", "b"]), np.array([1.0, 1.0, 1.0, 3.0]))
    np.testing.assert_allclose(softmax(start.log_odds, axis=1), 0.5)
    np.testing.assert_allclose(start.residuals[:, 1], [-0.5, -0.5, -0.5, 0.5])


def test_a_class_without_weight_is_no_trouble():
    start = ClassResiduals.start(np.array([0, 0, 1]), np.array(["a", "b"]), np.array([1.0, 1.0, 0.0]))
    assert np.isfinite(start.log_odds).all()


def test_newton_steps_find_the_log_odds():
    """Two groups with shares .8 and .25: means of the responses lead to log 4 and -log 3."""
    group = np.repeat([0, 1], [10, 20])
    codes = np.r_[np.repeat([1, 0], [8, 2]), np.repeat([1, 0], [5, 15])]

    def predict(target, factors):
        means = [np.average(target[group == g], weights=factors[group == g]) for g in (0, 1)]
        return np.array(means)[group]

    after = ClassResiduals.start(codes, np.array([0, 1]), None).explain(predict)
    log_odds = after.log_odds[:, 1] - after.log_odds[:, 0]
    np.testing.assert_allclose(log_odds[[0, -1]], [np.log(4), -np.log(3)], atol=0.02)
    (target,) = after.targets()
    assert target.name == "residual of 1"
    assert abs(target.outputs[group == 0].mean()) < 0.01


def test_every_class_has_a_residual_when_there_are_more_than_two():
    codes = np.array([0, 1, 2, 2])
    after = ClassResiduals.start(codes, np.array(["a", "b", "c"]), None).explain(
        lambda target, factors: 0 * target
    )
    assert [target.name for target in after.targets()] == ["residual of a", "residual of b", "residual of c"]
    np.testing.assert_allclose(after.targets()[2].outputs[:, 0], [-0.5, -0.5, 0.5, 0.5])
    np.testing.assert_allclose(after.residuals.sum(axis=1), 0.0, atol=1e-12)


@pytest.mark.parametrize("is_categorical", [False, True])
def test_predictions_are_out_of_bag(is_categorical):
    rng = np.random.default_rng(0)
    X = rng.integers(0, 4, (400, 1)).astype(float)
    signal = np.array([0.0, 2.0, 1.0, 3.0])[X[:, 0].astype(int)]
    y = signal + rng.normal(size=400)
    predictor = OutOfBagPredictor(X, np.array([is_categorical]), None, 30, np.random.default_rng(1))
    predicted = predictor(y, None)
    assert np.corrcoef(predicted, signal)[0, 1] > 0.98
    # A row's own noise is not in its prediction.
    assert abs(np.corrcoef(predicted - signal, y - signal)[0, 1]) < 0.15


def test_noise_is_not_explained():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(300, 2)), rng.normal(size=300)
    predictor = OutOfBagPredictor(X, np.zeros(2, bool), None, 30, np.random.default_rng(1))
    assert np.corrcoef(predictor(y, None), y)[0, 1] < 0.1


def test_factors_weigh_rows():
    X, y = np.zeros((60, 1)), np.repeat([0.0, 1.0], 30)
    factors = np.repeat([1.0, 3.0], 30)
    predictor = OutOfBagPredictor(X, np.zeros(1, bool), None, 200, np.random.default_rng(1))
    assert predictor(y, factors).mean() == pytest.approx(0.75, abs=0.02)


def test_batches_leave_no_trace(monkeypatch):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 2)), rng.normal(size=50)
    make = lambda: OutOfBagPredictor(X, np.zeros(2, bool), None, 7, np.random.default_rng(1))  # noqa: E731
    whole = make()(y, None)
    monkeypatch.setattr("hedgerow.selection.forest.residuals._MOST_CELLS", 120)
    np.testing.assert_allclose(make()(y, None), whole)


def test_a_row_in_every_bag_is_left_alone():
    predictor = OutOfBagPredictor(
        np.zeros((2, 1)), np.zeros(1, bool), np.array([1.0, 1e-12]), 3, np.random.default_rng(1)
    )
    assert predictor(np.array([5.0, 7.0]), None)[0] == 0.0
