import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.measures import columns as module
from hedgerow.selection.measures.columns import CodeColumns, sum_of_logs
from hedgerow.selection.measures.contingency import ContingencyTable


def tables(codes, other, weights=None):
    return [ContingencyTable.count(column, other, weights) for column in np.asarray(codes).T]


@given(st.integers(0, 2**31), st.integers(1, 40), st.integers(1, 6), st.booleans())
def test_columns_are_measured_as_pair_by_pair(seed, n_rows, n_columns, weighted):
    rng = np.random.default_rng(seed)
    codes, other = rng.integers(0, 4, (n_rows, n_columns)), rng.integers(0, 3, n_rows)
    weights = rng.random(n_rows) + 0.1 if weighted else None
    found = CodeColumns.from_matrix(codes, weights).measure(other)
    pairs = tables(codes, other, weights)
    for name in ("mutual_information", "symmetrical_uncertainty"):
        expected = [getattr(pair, name)() for pair in pairs]
        np.testing.assert_allclose(getattr(found, name), expected, atol=1e-11)
    np.testing.assert_allclose(found.entropies, [pair.entropy_x() for pair in pairs], atol=1e-12)


def test_threads_and_wide_tables_change_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    codes, other = rng.integers(0, 9, (500, 30)), rng.integers(0, 5, 500)
    columns = CodeColumns.from_matrix(codes, rng.integers(0, 3, 500))
    plain = columns.measure(other)
    monkeypatch.setattr(module, "_FEWEST_CELLS_A_THREAD", 1)
    threaded = columns.measure(other, n_jobs=2)
    np.testing.assert_array_equal(plain.joint_entropies, threaded.joint_entropies)
    monkeypatch.setattr(module, "_MOST_CELLS", 0)
    np.testing.assert_allclose(columns.measure(other).joint_entropies, plain.joint_entropies, rtol=1e-12)


def test_some_columns_can_be_chosen():
    rng = np.random.default_rng(0)
    codes, other = rng.integers(0, 4, (50, 6)), rng.integers(0, 2, 50)
    columns = CodeColumns.from_matrix(codes)
    everything = columns.measure(other).symmetrical_uncertainty
    np.testing.assert_array_equal(
        columns.measure(other, np.array([4, 1])).symmetrical_uncertainty, everything[[4, 1]]
    )
    mask = np.array([True, False] * 3)
    np.testing.assert_array_equal(columns.measure(other, mask).symmetrical_uncertainty, everything[mask])
    assert columns.measure(other, np.empty(0, int)).symmetrical_uncertainty.size == 0
    assert columns.n_columns == 6


def test_independent_columns_share_exactly_nothing():
    one, other = np.repeat(np.arange(3), 21), np.tile(np.arange(7), 9)
    association = CodeColumns.from_matrix(one[:, None]).measure(other)
    assert association.mutual_information[0] == 0.0
    constant = CodeColumns.from_matrix(np.zeros((4, 1), int)).measure(np.zeros(4, int))
    assert constant.symmetrical_uncertainty[0] == 0.0


def test_whole_weights_are_repeats():
    rng = np.random.default_rng(0)
    codes, other, counts = rng.integers(0, 4, (60, 5)), rng.integers(0, 3, 60), rng.integers(0, 4, 60)
    weighted = CodeColumns.from_matrix(codes, counts).measure(other)
    repeated = CodeColumns.from_matrix(np.repeat(codes, counts, axis=0)).measure(np.repeat(other, counts))
    np.testing.assert_allclose(weighted.symmetrical_uncertainty, repeated.symmetrical_uncertainty, rtol=1e-13)


def test_sums_of_logs_add_up():
    assert sum_of_logs([2, 4]) == sum_of_logs([2]) + sum_of_logs([4]) == 10.0


@pytest.mark.parametrize(
    ("codes", "message"),
    [
        ([[0.5]], "codes are integers 0, 1, .*found float64"),
        ([[-1]], "from 0 to 65535; found -1"),
        ([[70_000]], "found 70000"),
        ([1, 2], r"shape \(2,\)"),
    ],
)
def test_what_is_no_table_of_codes_is_refused(codes, message):
    with pytest.raises(ValueError, match=message):
        CodeColumns.from_matrix(codes)


def test_a_column_of_another_length_is_refused():
    with pytest.raises(ValueError, match=r"shape \(3,\), not \(2,\)"):
        CodeColumns.from_matrix([[0], [1]]).measure([0, 1, 0])
