import numpy as np
import pytest

from hedgerow.relevance.shapley_games import BackgroundRows, TrainingWeights


@pytest.mark.parametrize("n_rows", [1, 7, 8, 21])
def test_rows_that_are_laid_out_can_be_read_again(n_rows):
    rows = np.random.default_rng(0).normal(size=(n_rows, 3))
    laid = TrainingWeights().lay_out(rows)
    assert laid.shape == (-(-n_rows // 8), 3, 8)
    assert laid.ctypes.data % 64 == 0
    np.testing.assert_array_equal(TrainingWeights().read(laid, n_rows), rows)


def test_pairs_are_read_like_values():
    sums = np.arange(2 * 3 * 3 * 8.0).reshape(2, 3, 3, 8)
    read = TrainingWeights().read(sums, 11)
    assert read.shape == (11, 3, 3)
    assert read[9, 1, 2] == sums[1, 1, 2, 1]


def test_sums_over_background_rows_become_means():
    assert BackgroundRows(np.zeros((4, 2))).read(np.array([[8.0, 2.0]]), 1).tolist() == [[2.0, 0.5]]
