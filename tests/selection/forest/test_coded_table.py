import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.forest.coded_table import MOST_CODES, CodedTable


def code(column, *, is_categorical=False):
    table = CodedTable.from_matrix(np.asarray(column, np.float64)[:, None], np.array([is_categorical]))
    assert table.codes.dtype == np.uint8
    return table.codes[0].astype(int), table.traits[0].tolist()


@given(st.lists(st.integers(-9, 9) | st.just(float("nan")), min_size=1, max_size=50))
def test_few_values_keep_their_own_codes(values):
    codes, (n_codes, _) = code(values)
    present = sorted({value for value in values if not math.isnan(value)})
    assert n_codes == len(present)
    expected = [MOST_CODES if math.isnan(value) else present.index(value) for value in values]
    assert codes.tolist() == expected


@pytest.mark.parametrize("draw", ["normal", "exponential", "skewed"])
def test_many_values_are_cut_at_their_quantiles(draw):
    rng = np.random.default_rng(0)
    column = {
        "normal": lambda: rng.normal(size=5000),
        "exponential": lambda: rng.exponential(size=5000),
        "skewed": lambda: np.where(rng.random(5000) < 0.5, 0.0, rng.normal(size=5000)),
    }[draw]()
    codes, (n_codes, _) = code(column)
    order = np.argsort(column, kind="stable")
    assert (np.diff(codes[order]) >= 0).all()
    assert codes.max() == n_codes - 1 < MOST_CODES
    assert np.unique(codes).size == n_codes > 100
    _, counts = np.unique(codes[column != 0.0], return_counts=True)
    assert counts.max() < 3 * 5000 / MOST_CODES


def test_rare_labels_share_a_code():
    labels = np.concatenate([np.repeat(np.arange(254), 2), np.arange(254, 400)])
    codes, traits = code(labels, is_categorical=True)
    assert traits == [MOST_CODES, 1]
    assert codes[: 2 * 254].tolist() == labels[: 2 * 254].tolist()
    assert set(codes[2 * 254 :]) == {254}


def test_a_column_of_nothing():
    codes, traits = code([np.nan, np.nan])
    assert codes.tolist() == [255, 255]
    assert traits == [0, 0]


def test_contrasts_are_shuffled_copies():
    X = np.random.default_rng(0).normal(size=(50, 3))
    X[4, 1] = np.nan
    table = CodedTable.from_matrix(X, np.zeros(3, bool))
    both = table.with_contrasts(np.random.default_rng(1))
    assert (both.n_features, both.n_samples) == (6, 50)
    np.testing.assert_array_equal(both.codes[:3], table.codes)
    np.testing.assert_array_equal(np.sort(both.codes[3:]), np.sort(table.codes))
    moved = [np.argsort(both.codes[3 + f], kind="stable").tolist() for f in (0, 2)]
    assert moved[0] != moved[1]  # each column on its own
    taken = both.take(np.array([4]))
    np.testing.assert_array_equal(taken.codes, both.codes[[4]])
