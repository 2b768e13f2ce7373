import numpy as np
import pytest
from numba import config, float64, njit

from hedgerow._kernels.compilation import flat, kernel, matrix, piece, rows, vector

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
