import numpy as np
import pytest

from hedgerow.foundation.row_products import multiply_rows

GENERATOR = np.random.default_rng(0)


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (40, 1), (100, 7), (257, 64)])
def test_a_row_has_the_same_product_alone_and_among_others(shape):
    rows, matrix = GENERATOR.normal(size=(70, shape[0])), GENERATOR.normal(size=shape)
    expected = multiply_rows(rows, matrix)
    np.testing.assert_allclose(expected, rows @ matrix, atol=1e-12)
    for n in (1, 2, 31, 33):
        np.testing.assert_array_equal(multiply_rows(rows[-n:], matrix), expected[-n:])
    np.testing.assert_array_equal(multiply_rows(np.asfortranarray(rows), np.asfortranarray(matrix)), expected)
    wide = np.repeat(rows, 2, axis=1)
    np.testing.assert_array_equal(multiply_rows(wide[:, ::2], matrix), expected)


def test_stacks_are_multiplied_one_by_one():
    rows, matrices = GENERATOR.normal(size=(3, 5, 4)), GENERATOR.normal(size=(3, 4, 2))
    expected = [multiply_rows(*pair) for pair in zip(rows, matrices, strict=True)]
    np.testing.assert_array_equal(multiply_rows(rows, matrices), expected)


def test_no_rows_have_no_products():
    assert multiply_rows(np.empty((0, 3)), np.ones((3, 2))).shape == (0, 2)
