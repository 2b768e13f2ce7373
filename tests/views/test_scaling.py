import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.preprocessing import StandardScaler

from hedgerow.views.scaling import Scaling

NUMBERS = st.floats(-100, 100) | st.just(np.nan)


@given(arrays(np.float64, (7, 2), elements=NUMBERS), arrays(np.int64, 7, elements=st.integers(0, 3)))
def test_means_and_deviations_are_those_of_repeated_rows(X, counts):
    scaling = Scaling.learn(X, counts.astype(float))
    for column, centre, scale in zip(
        np.repeat(X, counts, axis=0).T, scaling.centre, scaling.scale, strict=True
    ):
        values = [value for value in column if not np.isnan(value)]
        if not values:
            continue
        mean = sum(values) / len(values)
        deviation = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
        assert abs(centre - mean) < 1e-9
        assert abs(scale - (deviation or 1.0)) < 1e-6 or deviation < 1e-9


def test_it_is_scikit_learns_scaler():
    X = np.random.default_rng(0).normal(5, [1, 10], (30, 2))
    assert_allclose(Scaling.learn(X).transform(X), StandardScaler().fit_transform(X), atol=1e-12)


def test_a_constant_column_becomes_exactly_zero():
    X = np.full((7, 1), 0.1)
    assert_array_equal(Scaling.learn(X, np.linspace(0.1, 1, 7)).transform(X), 0.0)


def test_a_column_without_values_stays_missing_and_has_finite_moments():
    scaling = Scaling.learn(np.full((3, 1), np.nan))
    assert (scaling.centre[0], scaling.scale[0]) == (0.0, 1.0)
