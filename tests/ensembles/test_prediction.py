from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination import Mean, Vote, WeightedMedian
from hedgerow.combination.averaging import average, harden
from hedgerow.ensembles.prediction import combine_members, combine_stages, split_rows


class Fixed:
    """Members whose outputs are looked up by the row number in the first column."""

    def __init__(self, table):
        self.table = table

    def __len__(self):
        return len(self.table)

    def outputs(self, X):
        return self.table[:, X[:, 0].astype(int)]

    def sum_outputs(self, X, weights, hard):
        outputs = harden(self.outputs(X)) if hard else self.outputs(X)
        return np.tensordot(np.ones(len(self)) if weights is None else weights, outputs, 1)


N_ROWS = 2500
ROWS = np.arange(N_ROWS, dtype=float)[:, None]
GENERATOR = np.random.default_rng(0)
VALUES = Fixed(GENERATOR.random((5, N_ROWS)))
CLASSES = Fixed(GENERATOR.dirichlet(np.ones(3), size=(5, N_ROWS)))
WEIGHTS = np.array([1.0, 2.0, 3.0, 4.0, 5.0])
CASES = pytest.mark.parametrize(
    ("members", "combination"),
    [(VALUES, Mean()), (VALUES, WeightedMedian()), (CLASSES, Vote())],
    ids=["mean", "median", "vote"],
)


@CASES
@pytest.mark.parametrize("weights", [None, WEIGHTS], ids=["equal", "weighted"])
def test_blocks_give_what_the_whole_gives(members, combination, weights):
    combined = combine_members(members, ROWS, combination, weights, 2)
    assert_allclose(combined, combination.combine(members.table, weights))
    assert_array_equal(combined, combine_members(members, ROWS, combination, weights, None))


@CASES
def test_stages_are_prefixes(members, combination):
    stages = list(combine_stages(members, ROWS[:50], combination, WEIGHTS))
    assert len(stages) == 5
    for stage, scores in enumerate(stages, start=1):
        assert_allclose(scores, combination.combine(members.table[:stage, :50], WEIGHTS[:stage]))


def test_blocks_cover_the_rows_in_whole_bytes():
    for n_rows, n_members in [(1, 1), (1024, 10), (1025, 10), (10**6, 500), (10**5, 10**6)]:
        blocks = split_rows(n_rows, n_members)
        assert blocks[0].start == 0
        assert blocks[-1].stop == n_rows
        assert all(before.stop == after.start for before, after in pairwise(blocks))
        assert all(block.start % 8 == 0 for block in blocks)


def test_average_is_the_reference():
    assert_allclose(average(VALUES.table), VALUES.table.mean(axis=0))
