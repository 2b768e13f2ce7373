from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.learners.network.stacked import Stacked


@dataclass(frozen=True, eq=False)
class Inner(Stacked):
    rows: Any


@dataclass(frozen=True, eq=False)
class Outer(Stacked):
    inner: Inner
    counts: Any


def make(start, size):
    numbers = np.arange(start, start + size)
    return Outer(Inner(np.stack([numbers, -numbers], axis=1)), numbers)


def test_records_in_records_are_selected_and_joined():
    joined = make(0, 2).join([make(2, 1), make(3, 3)])
    assert_array_equal(joined.inner.rows, make(0, 6).inner.rows)
    assert_array_equal(joined.counts, np.arange(6))
    some = joined.select(np.array([4, 1]))
    assert_array_equal(some.inner.rows, [[4, -4], [1, -1]])
    assert_array_equal(some.counts, [4, 1])
    assert_array_equal(joined.select(slice(1, 3)).counts, [1, 2])
