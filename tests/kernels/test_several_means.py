import numpy as np
import pytest

from hedgerow._kernels.several_means import sum_means


def test_means_of_leaves_are_added_up():
    rng = np.random.default_rng(0)
    values, starts = rng.normal(size=(7, 5)), np.array([0, 3, 7])
    leaves, weights = np.array([[0, 3], [2, 1]], np.int32), np.array([1.0, 0.5])
    totals = np.ones((2, 3))
    sum_means(values, starts, leaves, weights, totals)
    expected = 1 + values[[0, 2], 1:-1] + 0.5 * values[[6, 4], 1:-1]
    np.testing.assert_allclose(totals, expected)
    for wrong in ((values[:, 1:], leaves), (values, leaves[:1])):
        with pytest.raises(ValueError, match="do not fit"):
            sum_means(wrong[0], starts, wrong[1], weights, totals)
