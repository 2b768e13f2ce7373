from typing import NamedTuple

import numpy as np
import pytest
from numba import boolean, config, float64, int64, njit
from numba.core.errors import TypingError

from hedgerow._kernels.compilation import DROPS_BRANCHES, flat, kernel, kernels, matrix, piece, rows, vector
from hedgerow._kernels.workspace import RecordType

compiled = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")


@piece
def double(x):
    return 2.0 * x


def test_pieces_are_compiled_into_their_callers():
    @njit
    def call(x):
        return double(x)

    assert call(1.5) == 3.0


@compiled
def test_a_kernel_has_one_signature_for_all_layouts():
    @njit([float64(matrix(float64))])
    def total(X):
        return X.sum()

    X = np.arange(12.0).reshape(3, 4)
    frozen = X.copy()
    frozen.setflags(write=False)
    assert total(X) == total(frozen) == total(np.asfortranarray(X)) == 66.0
    assert total(X[::2, ::2]) == 20.0
    assert len(total.signatures) == 1


@compiled
@pytest.mark.parametrize(
    ("kind", "array"),
    [
        (vector(float64), np.arange(6.0)[::2]),
        (flat(float64), np.arange(6.0)),
        (rows(float64), np.ones((2, 3))),
    ],
)
def test_types_accept_read_only_arrays(kind, array):
    @njit([float64(kind)])
    def total(x):
        return x.sum()

    expected = array.sum()
    array.setflags(write=False)
    assert total(array) == expected


@compiled
def test_a_kernel_has_its_signatures_and_no_others():
    @kernel(float64(float64))
    def add_one(x):
        return x + 1.0

    assert len(add_one.signatures) == 1
    assert add_one(1) == 2.0
    with pytest.raises(TypeError):
        add_one("a")


class Task(NamedTuple):
    is_sum: bool
    size: int


@compiled
@pytest.mark.skipif(not DROPS_BRANCHES, reason="everything is compiled")
def test_what_is_ruled_out_is_not_compiled():
    kind = RecordType([boolean, int64], Task)

    @piece
    def compute(task):
        if task.is_sum:
            return task.size + task.size
        return task.size.nothing_that_there_is

    @kernels(lambda is_sum: int64(kind.knowing(is_sum=is_sum)))
    def compute_task(task):
        return compute(task)

    assert compute_task[True](Task(True, 3)) == 6
    assert compute_task[True] is compute_task[True]
    with pytest.raises(TypingError):
        compute_task[False]
