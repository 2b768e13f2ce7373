import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.selection.forest.blanket import blanket_divergence


def test_by_pencil():
    counts = [[[20, 5], [5, 10]], [[4, 16], [10, 30]]]
    assert blanket_divergence(counts) == pytest.approx(0.0449967, abs=1e-7)


def expected_divergence(counts):
    """Sum over x_i and x_j of P(x_i, x_j) KL(P(C | x_i, x_j) || P(C | x_i))."""
    total = counts.sum()
    result = 0.0
    for i in range(counts.shape[0]):
        for j in range(counts.shape[1]):
            for c in range(counts.shape[2]):
                if counts[i, j, c]:
                    here = counts[i, j, c] / counts[i, j].sum()
                    without = counts[i, :, c].sum() / counts[i].sum()
                    result += counts[i, j, c] / total * math.log(here / without)
    return result


@given(st.lists(st.integers(0, 9), min_size=12, max_size=12).filter(any))
def test_it_is_the_expected_divergence(cells):
    counts = np.reshape(cells, (2, 3, 2))
    assert blanket_divergence(counts) == pytest.approx(expected_divergence(counts), abs=1e-12)


def test_a_copy_is_useless():
    counts = np.zeros((2, 2, 2))
    counts[0, 0], counts[1, 1] = (7, 3), (2, 8)
    assert blanket_divergence(counts) == pytest.approx(0.0, abs=1e-15)


@pytest.mark.parametrize(
    "counts", [[1, 2], np.zeros((2, 2, 2)), -np.ones((2, 2, 2)), np.full((2, 2, 2), np.nan)]
)
def test_what_is_no_table_is_refused(counts):
    with pytest.raises(ValueError, match="counts needs three axes"):
        blanket_divergence(counts)
