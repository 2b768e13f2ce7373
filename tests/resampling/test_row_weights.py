import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import binom, chisquare

from hedgerow.resampling import AdaBoost, AdaBoostR2
from hedgerow.resampling.row_weights import draw_rows, find_wrong, multiply_weights, start_weights

CODES, VALUES = np.array([0, 1, 1]), np.array([0.5, 1.0, 2.0])


def test_the_start_is_equal_or_the_users():
    assert_allclose(start_weights(AdaBoost(), CODES, None, classes=True), 1 / 3)
    weights = start_weights(AdaBoostR2(), VALUES, np.array([2.0, 0.0, 6.0]), classes=False)
    assert_array_equal(weights, [0.25, 0.0, 0.75])


def test_classes_and_values_are_not_mixed_up():
    with pytest.raises(
        ValueError, match=r"resampling=AdaBoost\(\) counts wrong classes; for values use AdaBoostR2"
    ):
        AdaBoost().start(VALUES, None)
    with pytest.raises(
        ValueError, match=r"AdaBoostR2\(\) measures errors of values; for classes use AdaBoost"
    ):
        AdaBoostR2().start(CODES, None)


def test_an_unknown_method_is_refused():
    with pytest.raises(ValueError, match="method='weighting' must be 'resampling' or 'reweighting'"):
        AdaBoost("weighting").start(CODES, None)


@given(
    st.lists(
        st.tuples(st.floats(0.1, 9.0), st.floats(-20, 20) | st.just(-np.inf)), min_size=1, max_size=12
    ).filter(lambda rows: any(factor > -np.inf for _, factor in rows))
)
def test_factors_multiply(rows):
    start, log_factors = np.array(rows).T
    expected = [weight * np.exp(factor) for weight, factor in rows]
    assert_allclose(multiply_weights(start, log_factors), np.array(expected) / sum(expected), rtol=1e-9)


def test_factors_of_any_size_keep_their_ratios():
    for size in (-1e6, 1e6):
        weights = multiply_weights(np.array([0.25, 0.25, 0.5]), np.array([size, size + np.log(3.0), size]))
        assert_allclose(weights, [1 / 6, 3 / 6, 2 / 6])


def test_a_row_without_weight_does_not_set_the_scale():
    assert_array_equal(multiply_weights(np.array([0.0, 1.0]), np.array([5000.0, 0.0])), [0.0, 1.0])


def test_when_every_row_is_out_nothing_is_left():
    assert_array_equal(multiply_weights(np.array([0.5, 0.5]), np.full(2, -np.inf)), [0.0, 0.0])
    assert_array_equal(multiply_weights(np.array([0.0, 1.0]), np.array([0.0, -np.inf])), [0.0, 0.0])


def test_draws_follow_the_weights():
    weights = np.array([0.0, 0.1, 0.2, 0.0, 0.7, 0.0])
    counts = np.array([draw_rows(weights, seed, "resampling") for seed in range(3000)])
    assert counts.dtype == np.int32
    assert (counts.sum(axis=1) == 6).all()
    total = counts.sum(axis=0)
    assert (total[[0, 3, 5]] == 0).all()
    assert chisquare(total[[1, 2, 4]], 18_000 * weights[[1, 2, 4]]).pvalue > 1e-3


def test_the_draws_of_a_row_are_binomial():
    counts = np.array([draw_rows(np.array([0.3, 0.3, 0.4]), seed, "resampling")[1] for seed in range(3000)])
    observed = np.bincount(counts, minlength=4)
    assert chisquare(observed, 3000 * binom.pmf(range(4), 3, 0.3)).pvalue > 1e-3


def test_draws_follow_the_seed():
    weights = np.full(50, 0.02)
    first, again, other = (draw_rows(weights, seed, "resampling") for seed in (1, 1, 2))
    assert_array_equal(first, again)
    assert not np.array_equal(first, other)


def test_reweighting_shows_all_rows():
    assert_array_equal(draw_rows(np.array([0.5, 0.0, 0.5]), 1, "reweighting"), [1.5, 0.0, 1.5])


def test_equal_probabilities_are_an_answer_for_the_first_class():
    output = np.array([[0.5, 0.5, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 1.0]])
    assert_array_equal(find_wrong(output, np.array([0, 1, 2])), [False, True, False])
