import sys
from typing import Annotated, Any, NamedTuple

import numpy as np
import pytest
from numba import config, float64, int64, njit
from numpy.typing import NDArray

from hedgerow._kernels.compilation import DROPS_BRANCHES
from hedgerow._kernels.workspace import Workspace, describe, read_dtype


class Sums(NamedTuple):
    numbers: NDArray[np.float64]
    codes: NDArray[np.uint16]
    n: int


SUMS = Workspace(Sums)


@njit([float64(SUMS.type, int64)])
def add(sums, number):
    total = 0.0
    for place in range(sums.n):
        sums.codes[place] += number
        total += sums.numbers[place] * sums.codes[place]
    return total


def test_a_kernel_works_in_arrays_that_python_owns():
    numbers = np.array([1.0, 10.0])
    numbers.setflags(write=False)
    sums = SUMS.allocate(numbers=numbers, codes=2, n=2)
    assert add(sums, 3) == 33.0
    assert add(sums, 1) == 44.0
    assert sums.codes.tolist() == [4, 4]


def test_a_kernel_keeps_no_reference_to_an_array():
    numbers = np.array([1.0, 10.0])
    sums = SUMS.allocate(numbers=numbers, codes=2, n=2)
    before = sys.getrefcount(numbers), sys.getrefcount(sums.codes)
    for _ in range(5):
        add(sums, 1)
    assert (sys.getrefcount(numbers), sys.getrefcount(sums.codes)) == before


def test_a_matrix_is_handed_over_line_by_line():
    matrix = np.arange(4.0).reshape(2, 2)
    sums = SUMS.allocate(numbers=matrix, codes=4, n=4)
    assert np.shares_memory(sums.numbers, matrix)
    assert add(sums, 1) == 6.0


@pytest.mark.parametrize(
    "array",
    [np.ones(3, np.float32), np.ones((3, 3)).T[1:], np.ones(6)[::2]],
    ids=["float32", "columns", "steps"],
)
def test_what_the_kernel_would_misread_is_refused(array):
    with pytest.raises(ValueError, match="numbers must be a contiguous array of float64, not"):
        SUMS.allocate(numbers=array, codes=3, n=3)


def test_a_workspace_knows_its_fields():
    with pytest.raises(TypeError, match="missing"):
        SUMS.allocate(numbers=3, n=3)


@pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")
def test_another_record_is_not_let_in():
    class Others(NamedTuple):
        numbers: NDArray[np.float64]
        codes: NDArray[np.uint16]
        n: int

    others = Workspace(Others).allocate(numbers=2, codes=2, n=2)
    with pytest.raises(TypeError, match="No matching definition"):
        add(others, 1)


def test_an_annotation_tells_what_a_buffer_holds():
    node = np.dtype([("left", np.int32), ("gain", np.float64)])
    assert read_dtype(NDArray[np.uint8]) == np.uint8
    assert read_dtype(Annotated[Any, node]) == node


def test_arrays_are_described_for_messages():
    assert describe(np.ones(3)) == "a float64 array of shape (3,)"
    assert describe(np.ones(4, np.int32)[::2]) == "a scattered int32 array of shape (2,)"


@pytest.mark.skipif(not DROPS_BRANCHES, reason="all types know nothing")
def test_types_that_know_different_things_differ():
    known = SUMS.type.knowing(n=3)
    assert known != SUMS.type
    assert known == SUMS.type.knowing(n=3)
    assert known != SUMS.type.knowing(n=4)
    assert str(known).endswith(" n=3")
    assert known.knowing(codes=1).known == (("n", 3), ("codes", 1))
