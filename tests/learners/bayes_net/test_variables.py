import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.bayes_net.variables import Rows, Variable, list_duplicates, merge_rows

BOTH = (Variable("smoke", ("no", "yes")), Variable("age", None, 50.0, 10.0))


def test_cells_are_codes_and_standardised_numbers():
    rows = Rows.of(BOTH, np.array([[0, 60.0], [2, np.nan], [-1, 40], [0.5, 50], [1, 70]]))
    assert_array_equal(rows.codes, [[0, -1, -1, -1, 1], [0, -1, 0, 0, 0]])
    assert_allclose(rows.values, [[0, 0, 0, 0, 0], [1, 0, -1, 0, 2]])
    assert len(rows) == 5
    assert rows.n_variables == 2
    assert_array_equal(rows.forget(1).codes[1], -1)
    assert_array_equal(rows.codes[1], [0, -1, 0, 0, 0])


def test_rows_that_are_alike_become_one():
    random = np.random.default_rng(0)
    cells = np.column_stack([random.integers(0, 2, 40), random.choice([40.0, 50.0, np.nan], 40)])
    weights = random.integers(1, 4, 40).astype(float)
    merged, summed = merge_rows(Rows.of(BOTH, cells), weights)
    assert len(merged) <= 6
    for code, value, missing, weight in zip(
        merged.codes[0], merged.values[1], merged.is_missing[1], summed, strict=True
    ):
        same = (cells[:, 0] == code) & (
            np.isnan(cells[:, 1]) if missing else (cells[:, 1] - 50) / 10 == value
        )
        assert weight == weights[same].sum()


def test_neither_order_nor_repeats_matter_to_merged_rows():
    random = np.random.default_rng(1)
    cells = np.column_stack([random.integers(0, 2, 30), random.normal(size=30)])
    counts = random.integers(1, 4, 30)
    merged, weights = merge_rows(Rows.of(BOTH, cells), counts.astype(float))
    repeated = np.repeat(cells, counts, axis=0)[random.permutation(counts.sum())]
    again, ones = merge_rows(Rows.of(BOTH, repeated), np.ones(len(repeated)))
    assert_array_equal(merged.codes, again.codes)
    assert_array_equal(merged.values, again.values)
    assert_array_equal(weights, ones)


def test_a_damaged_variable_is_refused():
    with pytest.raises(ValueError, match="scale that is no positive number"):
        Variable("age", None, 0.0, 0.0).check_loaded()
    with pytest.raises(ValueError, match="has a state twice"):
        Variable("smoke", ("no", "no")).check_loaded()


def test_duplicates():
    assert list_duplicates(["b", "a", "b", "a", "c"]) == ["a", "b"]
