from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from hedgerow.trees.class_weights import ClassWeights, chain


def list_weights(matrix):
    rows, classes = np.nonzero(matrix)
    starts = np.searchsorted(rows, np.arange(len(matrix) + 1))
    return ClassWeights(
        matrix[rows, classes], classes.astype(np.uint16), starts.astype(np.int64), matrix.shape[1]
    )


matrices = arrays_of.arrays(
    np.float64,
    arrays_of.array_shapes(min_dims=2, max_dims=2, max_side=9),
    elements=st.sampled_from([0.0, 0.0, 1.0, 2.5]),
)


@given(matrices, st.data())
def test_listed_weights_are_indexed_like_an_array(matrix, data):
    listed = list_weights(matrix)
    listed.check_loaded()
    assert (len(listed), listed.shape) == (len(matrix), matrix.shape)
    np.testing.assert_array_equal(np.asarray(listed), matrix)
    for kind in (
        arrays_of.basic_indices((len(matrix),), allow_ellipsis=False),
        arrays_of.integer_array_indices((len(matrix),)),
    ):
        index = data.draw(kind)
        index = index[0] if isinstance(index, tuple) and len(index) == 1 else index
        np.testing.assert_array_equal(listed[index], matrix[index])
    np.testing.assert_array_equal(listed[matrix[:, 0] > 0], matrix[matrix[:, 0] > 0])
    for axis in (0, 1):
        np.testing.assert_array_equal(listed.sum(axis=axis), matrix.sum(axis=axis))
    np.testing.assert_array_equal(listed.argmax(axis=1), matrix.argmax(axis=1))
    np.testing.assert_array_equal(np.asarray(listed * 0.5), matrix * 0.5)
    twice = ClassWeights.join([listed, listed])
    twice.check_loaded()
    np.testing.assert_array_equal(np.asarray(twice), np.vstack([matrix, matrix]))


def test_starts_within_parts_become_starts_within_the_whole():
    assert chain([np.array([0, 2]), np.array([0]), np.array([0, 1, 4])]).tolist() == [0, 2, 3, 6]


@pytest.mark.parametrize(
    "changes",
    [
        {"starts": np.array([0, 2, 4])},
        {"starts": np.array([1, 2, 3])},
        {"starts": np.array([0, 4, 3])},
        {"starts": np.array([], np.int64)},
        {"starts": np.array([[0, 2, 3]])},
        {"weights": np.ones(4)},
        {"classes": np.array([0, 6], np.uint16)},
        {"classes": np.array([6, 0, 6], np.uint16)},
        {"classes": np.array([0, 0, 6], np.uint16)},
        {"classes": np.array([0, 7, 6], np.uint16)},
        {"n_classes": 6},
        {"n_classes": -1},
    ],
)
def test_lists_that_do_not_fit_are_refused(changes):
    listed = ClassWeights(np.array([2.0, 1.0, 3.0]), np.array([0, 6, 6], np.uint16), np.array([0, 2, 3]), 7)
    listed.check_loaded()
    with pytest.raises(ValueError, match="these are no class weights"):
        replace(listed, **changes).check_loaded()
