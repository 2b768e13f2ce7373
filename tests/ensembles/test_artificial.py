import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import chisquare, kstest

from hedgerow.ensembles.artificial import RowDistribution, draw_opposed_labels, oppose

CATEGORICAL = np.array([False, True])


def test_an_opinion_is_turned_round():
    assert_allclose(oppose(np.array([[0.7, 0.3]])), [[0.3, 0.7]], atol=1e-12)
    assert_allclose(oppose(np.array([[0.8, 0.2, 0.0]])), [[0.0012422, 0.0049689, 0.9937888]], atol=5e-8)


@given(arrays(np.float64, st.tuples(st.integers(1, 5), st.integers(1, 4)), elements=st.floats(0, 1)))
def test_turning_round_is_what_a_loop_says(opinion):
    for row, turned in zip(opinion, oppose(opinion), strict=True):
        inverse = [1 / max(share, 1e-3) for share in row]
        assert_allclose(turned, [each / sum(inverse) for each in inverse])
        assert turned.sum() == pytest.approx(1)
        assert (np.diff(turned[np.argsort(row)]) <= 1e-15).all()  # the likelier, the less likely


def test_labels_are_drawn_by_the_opposed_opinion():
    opinion = np.tile([0.6, 0.3, 0.1], (6000, 1))
    counts = np.bincount(draw_opposed_labels(opinion, seed=1), minlength=3)
    assert chisquare(counts, 6000 * oppose(opinion)[0]).pvalue > 0.001
    assert draw_opposed_labels(np.ones((5, 1)), seed=0).tolist() == [0] * 5


def test_columns_are_described_as_by_hand():
    X = np.array([[1.0, 0.0], [3.0, 0.0], [np.nan, 2.0], [5.0, np.nan]])
    rows = RowDistribution.learn(X, CATEGORICAL)
    assert (rows.mean[0], rows.deviation[0]) == (3.0, 2.0)
    assert_allclose(rows.missing, [0.25, 0.25])
    assert_array_equal(rows.levels[1], [0.0, 2.0])
    assert_allclose(rows.shares[1], [3 / 5, 2 / 5])  # (2 + 1) / (3 + 2)


def test_drawn_rows_follow_the_description():
    generator = np.random.default_rng(0)
    X = np.column_stack(
        [generator.normal(7, 3, 400), generator.choice([0.0, 1.0, 4.0], 400, p=[0.6, 0.3, 0.1])]
    )
    X[generator.random(400) < 0.2, 0] = np.nan
    rows = RowDistribution.learn(X, CATEGORICAL)
    drawn = rows.draw(5000, seed=3)
    known = drawn[~np.isnan(drawn[:, 0]), 0]
    assert kstest(known, "norm", args=(rows.mean[0], rows.deviation[0])).pvalue > 0.001
    assert len(known) / 5000 == pytest.approx(0.8, abs=0.04)
    counts = np.bincount(drawn[:, 1].astype(int), minlength=5)[[0, 1, 4]]
    assert counts.sum() == 5000
    assert chisquare(counts, 5000 * rows.shares[1]).pvalue > 0.001
    assert abs(np.corrcoef(known, drawn[~np.isnan(drawn[:, 0]), 1])[0, 1]) < 0.05  # every column for itself


def test_degenerate_columns_stay_what_they_are():
    X = np.array([[2.0, np.nan, np.nan], [2.0, np.nan, np.nan]])
    drawn = RowDistribution.learn(X, np.array([False, False, True])).draw(20, seed=0)
    assert (drawn[:, 0] == 2.0).all()
    assert np.isnan(drawn[:, 1:]).all()
    assert (RowDistribution.learn(X[:1, :1]).draw(3, seed=0) == 2.0).all()


def test_weights_of_any_scale_describe_the_same_and_zero_leaves_a_row_out():
    generator = np.random.default_rng(0)
    X = np.column_stack([generator.normal(size=30), generator.integers(0, 3, 30)])
    weights = generator.integers(0, 4, 30)
    small, large = (RowDistribution.learn(X, CATEGORICAL, scale * weights) for scale in (0.001, 10.0))
    assert_allclose(small.mean, large.mean)
    assert_allclose(small.deviation, large.deviation)
    assert_allclose(small.shares[1], large.shares[1])
    assert small.mean[0] == pytest.approx(np.repeat(X[:, 0], weights).mean())
    kept = RowDistribution.learn(X[:10], CATEGORICAL)
    masked = RowDistribution.learn(X, CATEGORICAL, (np.arange(30) < 10).astype(float))
    assert_allclose(kept.deviation, masked.deviation)


def test_the_same_seed_draws_the_same_rows():
    rows = RowDistribution.learn(np.random.default_rng(0).normal(size=(9, 2)))
    assert_array_equal(rows.draw(5, seed=4), rows.draw(5, seed=4))
    assert (rows.draw(5, seed=4) != rows.draw(5, seed=5)).all()
