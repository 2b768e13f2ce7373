import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from hedgerow._kernels.split_counts import sum_logs_left_out


def naive(column, other, weights):
    total = 0.0
    for pair in set(zip(column.tolist(), other.tolist(), strict=True)):
        held = weights[(column == pair[0]) & (other == pair[1])].sum()
        total += held * np.log2(held) if held > 0 else 0.0
    return total


@st.composite
def splits(draw):
    n_rows, n_runs = draw(st.integers(1, 12)), draw(st.integers(1, 3))
    codes = draw(hnp.arrays(np.uint16, (3, n_rows), elements=st.integers(0, 3)))
    other = draw(hnp.arrays(np.uint16, n_rows, elements=st.integers(0, 2)))
    weights = draw(hnp.arrays(np.float64, n_rows, elements=st.sampled_from([0.0, 0.1, 0.7, 1.0, 3.0])))
    labels = np.sort(draw(hnp.arrays(np.int64, n_rows, elements=st.integers(0, n_runs))))
    return codes, other, weights, labels, n_runs


@given(splits())
def test_a_part_is_left_out(split):
    codes, other, weights, labels, n_runs = split
    starts = np.searchsorted(labels, np.arange(n_runs + 1)).astype(np.int64)
    wanted = np.arange(n_runs, dtype=np.int64)[::-1].copy()
    sums = np.empty((n_runs, 3))
    sizes = codes.max(axis=1).astype(np.int64) + 1
    sum_logs_left_out(codes, sizes, other, int(other.max()) + 1, weights, starts, wanted, sums)
    for line, run in enumerate(wanted):
        stay = labels != run
        expected = [naive(column[stay], other[stay], weights[stay]) for column in codes]
        np.testing.assert_allclose(sums[line], expected, atol=1e-9)
