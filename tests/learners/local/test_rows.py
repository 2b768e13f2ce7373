import numpy as np
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners.local.rows import Rows


def test_some_rows_keep_their_targets_and_weights():
    rows = Rows(np.arange(6.0)[:, None], np.array([0, 1, 1, 2, 2, 2]), np.arange(1.0, 7.0), 3, None)
    some = rows.select(np.array([5, 0]))
    assert len(some) == 2
    assert_array_equal(some.X[:, 0], [5, 0])
    assert_allclose(some.find_shares(), [1 / 7, 0, 6 / 7])


def test_values_have_no_shares():
    assert Rows(np.zeros((2, 1)), np.array([0.5, 1.5]), np.ones(2), None, None).find_shares() is None
