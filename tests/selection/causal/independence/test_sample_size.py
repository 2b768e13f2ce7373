import numpy as np
import pytest

from hedgerow.selection.causal.independence.sample_size import choose_bins, count_as_rows


@pytest.mark.parametrize("n_classes", [None, 2, 7])
@pytest.mark.parametrize("n_rows", [20, 178, 351, 5000, 99_999])
def test_one_bin_more_would_leave_too_few_rows(n_rows, n_classes):
    n_bins = choose_bins(n_rows, n_classes)

    def demand(n_bins):
        return 5 * (max(n_bins, n_classes or 0) - 1) * (n_bins - 1) * n_bins**2

    assert n_bins == 2 or demand(n_bins) <= n_rows
    assert n_bins == 10 or demand(n_bins + 1) > n_rows


def test_bins_grow_with_the_rows_and_have_bounds():
    assert [choose_bins(n_rows, None) for n_rows in (1, 500, 5000, 10**9)] == [2, 3, 6, 10]


def test_whole_weights_are_repeats():
    weights = np.array([0.0, 2.0, 3.0])
    np.testing.assert_array_equal(count_as_rows(weights, 3), weights)
    np.testing.assert_array_equal(count_as_rows(None, 2), [1.0, 1.0])


def test_uneven_weights_are_worth_fewer_rows():
    weights = np.array([0.1, 0.1, 1.8])
    assert count_as_rows(weights, 3).sum() == pytest.approx(4.0 / (0.01 + 0.01 + 3.24))
    np.testing.assert_allclose(count_as_rows(7 * weights, 3), count_as_rows(weights, 3))
