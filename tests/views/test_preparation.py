import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.sparse import csr_array
from sklearn.impute import SimpleImputer
from sklearn.preprocessing import StandardScaler

from hedgerow.views.preparation import ComposedTransform, Preparation, Scaling, find_median
from hedgerow.views.rotation import RandomRotation

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


HOLES = st.floats(-100, 100) | st.just(np.nan)


@given(hnp.arrays(np.float64, st.integers(1, 12), elements=HOLES), st.data())
def test_whole_weights_are_repeats_to_a_median(values, data):
    weights = data.draw(hnp.arrays(np.int64, values.size, elements=st.integers(0, 4)))
    repeated = np.repeat(values, weights)
    present = repeated[~np.isnan(repeated)]
    expected = np.median(present) if present.size else 0.0
    assert_allclose(find_median(values, weights.astype(float)), expected)
    assert_allclose(find_median(repeated), expected)


@pytest.mark.parametrize("standardise", [True, False])
def test_filled_and_scaled_as_by_scikit_learn(standardise):
    generator = np.random.default_rng(0)
    X = generator.normal(3.0, 5.0, size=(40, 4))
    X[generator.random(X.shape) < 0.2] = np.nan
    X[:, 3] = 7.0
    expected = SimpleImputer(strategy="median").fit_transform(X)
    expected = StandardScaler().fit_transform(expected) if standardise else expected
    table = Preparation.learn(X, standardise=standardise).transform(X)
    assert_allclose(table, expected, atol=1e-12)
    assert table.flags.f_contiguous


def test_a_constant_feature_stays_exactly_constant():
    X = np.full((7, 1), 0.1)
    assert_array_equal(Preparation.learn(X).transform(X), np.zeros((7, 1)))


def test_new_rows_get_the_medians_of_the_old_ones():
    preparation = Preparation.learn(np.array([[1.0], [2.0], [9.0]]), standardise=False)
    assert_array_equal(preparation.transform(np.array([[np.nan], [4.0]])), [[2.0], [4.0]])


def test_a_feature_without_values_becomes_zero():
    X = np.array([[np.nan, 1.0], [np.nan, 3.0]])
    assert_array_equal(Preparation.learn(X).transform(X), [[0.0, -1.0], [0.0, 1.0]])


def test_whole_weights_are_repeats_and_the_table_is_left_alone():
    generator = np.random.default_rng(1)
    X = generator.normal(size=(20, 3))
    weights = generator.integers(0, 4, size=20)
    before = X.copy()
    weighted = Preparation.learn(X, weights.astype(float)).transform(X)
    repeated = Preparation.learn(np.repeat(X, weights, axis=0)).transform(X)
    assert_allclose(weighted, repeated, atol=1e-12)
    assert_array_equal(X, before)


def test_sparse_tables_are_refused_with_the_way_out():
    with pytest.raises(ValueError, match=r"needs a dense table; pass X.toarray\(\)"):
        Preparation.learn(csr_array(np.eye(3)))


def test_a_member_by_itself_brings_its_preparation():
    X = np.random.default_rng(2).normal(5.0, 3.0, size=(30, 4))
    y = np.arange(30) % 2
    view = RandomRotation()
    alone = view.fit_view(11, X, y)
    assert isinstance(alone, ComposedTransform)
    preparation = view.learn_preparation(X, None)
    member = view.fit_member(np.array([11], np.uint64), 0, preparation.transform(X), y, None)
    assert_array_equal(alone.transform(X), member.transform(preparation.transform(X)))
