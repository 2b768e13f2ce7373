import os
import subprocess
import sys

import numpy as np
import pytest
from numba import config, float64, int64, njit, types, uint8, uint16

from hedgerow._kernels.buffers import buffer, skip

compiled = pytest.mark.skipif(bool(config.DISABLE_JIT), reason="nothing is compiled")


@njit([float64(buffer(float64), int64)])
def add_one(numbers, place):
    numbers[place] += 1.0
    return numbers[place]


@njit([int64(buffer(uint16), int64, int64)])
def read_behind(codes, n, place):
    return skip(codes, n)[place]


@njit([types.void(buffer(types.boolean), buffer(uint8))])
def mark(marks, sides):
    for place in range(2):
        marks[place] = sides[place] != 0


def test_a_buffer_reads_and_writes_the_array():
    numbers = np.array([1.0, 2.0])
    assert add_one(numbers, 1) == 3.0
    np.testing.assert_array_equal(numbers, [1.0, 3.0])


def test_what_lies_behind_some_entries_is_a_buffer():
    assert read_behind(np.arange(10, dtype=np.uint16), 4, 2) == 6


def test_marks_are_buffers_like_others():
    marks = np.zeros(2, np.bool_)
    mark(marks, np.array([0, 3], np.uint8))
    assert marks.tolist() == [False, True]


@compiled
@pytest.mark.parametrize(
    "array",
    [np.ones(4, np.float32), np.ones(4)[::2], np.ones((2, 2))],
    ids=["another type", "not contiguous", "a matrix"],
)
def test_other_arrays_are_not_let_in(array):
    with pytest.raises(TypeError, match="No matching definition"):
        add_one(array, 0)


OUTSIDE = """
import numpy as np
from numba import float64, int64, types
from hedgerow._kernels.buffers import buffer
from hedgerow._kernels.compilation import kernel, piece
from hedgerow._kernels.lanes import N_LANES, load_lanes, store_lanes

@piece
def read(numbers, place):
    return numbers[place]

@kernel(float64(buffer(float64), float64[::1], int64, int64))
def compute(numbers, array, place, kind):
    if kind == 0:
        return read(numbers, place)
    if kind == 1:
        return array[place]
    store_lanes(numbers, 0, load_lanes(numbers, place))
    return 0.0

numbers = np.zeros(2 * N_LANES)
for kind, places in enumerate(([-1, 2 * N_LANES], [2 * N_LANES, -2 * N_LANES - 1], [-1, N_LANES + 1])):
    for place in places:
        try:
            compute(numbers, numbers, place, kind)
        except IndexError:
            print("IndexError")
    print(compute(numbers, numbers, N_LANES, kind))
"""


def test_a_kernel_that_leaves_its_arrays_raises_in_the_checked_build(tmp_path):
    environment = os.environ | {
        "HEDGEROW_CHECKED": "1",
        "NUMBA_CACHE_DIR": str(tmp_path),
        "NUMBA_DISABLE_JIT": "0",
    }
    (tmp_path / "outside.py").write_text(OUTSIDE)
    done = subprocess.run(
        [sys.executable, tmp_path / "outside.py"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.stdout.split() == ["IndexError", "IndexError", "0.0"] * 3, done.stderr
