import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from sklearn.metrics import log_loss

from hedgerow.combination.platt import PlattScaling, fit_platt

SCORES = [0.10, 0.15, 0.22, 0.20, 0.30, 0.35, 0.28, 0.40]
TRUTH = np.array([0, 0, 0, 1, 0, 1, 1, 1], bool)


def cross_entropy(curve, scores, truth, weights=None):
    weights = np.ones(len(truth)) if weights is None else np.asarray(weights)
    n_positive, n_negative = weights @ truth, weights @ ~truth
    targets = np.where(truth, (n_positive + 1) / (n_positive + 2), 1 / (n_negative + 2))
    chances = curve(scores)
    return -weights @ (targets * np.log(chances) + (1 - targets) * np.log(1 - chances))


def test_the_curve_of_eight_scores():
    curve = fit_platt(SCORES, TRUTH)
    assert_allclose([curve.slope, curve.offset], [-9.6085304, 2.4021326], atol=1e-6)
    assert cross_entropy(curve, SCORES, TRUTH) == pytest.approx(4.851924963, abs=1e-8)
    assert float(curve(0.35)) == pytest.approx(0.72329256, abs=1e-7)


def test_it_stays_finite_where_scores_part_the_classes():
    curve = fit_platt(sorted(SCORES), [False] * 4 + [True] * 4)
    assert curve.slope == pytest.approx(-16.326305, abs=1e-6)
    assert curve.offset == pytest.approx(4.081576, abs=1e-6)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10_000), st.floats(-100, 100), st.floats(1e-6, 1e6))
def test_no_other_curve_is_nearer_to_the_targets(seed, shift, scale):
    generator = np.random.default_rng(seed)
    raw = generator.normal(size=30)
    truth = raw + generator.normal(size=30) > 0.3
    scores = shift * scale + scale * raw
    curve = fit_platt(scores, truth)
    if truth.all() or not truth.any():
        return
    least = minimize(
        lambda point: cross_entropy(PlattScaling(*point), raw, truth), [-1.0, 0.0], options={"gtol": 1e-8}
    ).fun
    assert cross_entropy(curve, scores, truth) <= least + 1e-7


def test_whole_weights_are_repeats():
    weights = np.array([1, 2, 0, 3, 1, 1, 2, 4])
    weighted = fit_platt(SCORES, TRUTH, weights)
    repeated = fit_platt(np.repeat(SCORES, weights), np.repeat(TRUTH, weights))
    assert_allclose([weighted.slope, weighted.offset], [repeated.slope, repeated.offset], rtol=1e-9)


@pytest.mark.parametrize(("positive", "answer"), [(True, 9 / 10), (False, 1 / 10)])
def test_one_class_has_one_answer(positive, answer):
    curve = fit_platt(SCORES, [positive] * 8)
    assert_allclose(curve(SCORES), answer)


def test_equal_scores_have_the_mean_of_the_targets():
    curve = fit_platt(np.full(8, 1 / 3), TRUTH)
    assert curve.slope == 0
    assert float(curve(12.0)) == pytest.approx((4 * 5 / 6 + 4 / 6) / 8)


def test_extreme_scores_are_certain_without_overflow():
    with np.errstate(all="raise"):
        assert PlattScaling(-1.0, 0.0)(np.array([[1e4]])).tolist() == [[1.0]]
    assert float(PlattScaling(-1.0, 0.0)(-700.0)) == pytest.approx(np.exp(-700.0))


def test_calibrated_scores_keep_their_order_and_cost_less():
    generator = np.random.default_rng(0)
    truth = generator.random(2000) < 0.05  # a rare class, whose scores stay far below one half
    scores = 0.1 + 0.1 * truth + 0.05 * generator.normal(size=2000)
    chances = fit_platt(scores, truth)(scores)
    assert (np.diff(chances[np.argsort(scores)]) >= 0).all()
    assert np.mean((chances > 0.5) != truth) < np.mean((scores > 0.5) != truth)
    assert log_loss(truth, chances) < log_loss(truth, np.clip(scores, 1e-9, 1))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0], [True]), r"shapes \(2,\), \(1,\)"),
        (([1.0, np.nan], [True, False]), "nan in row 1"),
        (([1.0, 2.0], [True, False], [1.0, -1.0]), "must be 0 or more"),
    ],
)
def test_what_it_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        fit_platt(*arguments)
