"""Labels are read from whatever holds them."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal
from scipy import sparse

from hedgerow.many_labels.label_table import (
    LabelTable,
    code_label_sets,
    label_cardinality,
    label_density,
    pack_labels,
)

Y = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 0]])


@pytest.mark.parametrize(
    "given",
    [
        Y, Y.tolist(), Y.astype(bool), Y.astype(float), sparse.csr_matrix(Y), sparse.coo_array(Y),
        pd.DataFrame(Y, columns=list("abc")), pl.DataFrame(Y, schema=list("abc")), np.where(Y, "yes", "no"), 2 * Y - 1,
    ],
)  # fmt: skip
def test_all_of_these_are_the_same_labels(given):
    assert_array_equal(LabelTable.read(given).on, Y.astype(bool))


def test_labels_are_written_as_they_were_read():
    words = np.where(Y, "yes", "no")
    assert_array_equal(LabelTable.read(words).write(Y.astype(bool)), words)
    assert_array_equal(LabelTable.read(Y[:, 0]).write(Y[:, :1].astype(bool)), Y[:, 0])


def test_a_frame_names_the_labels():
    assert LabelTable.read(pd.DataFrame(Y, columns=["red", "green", "blue"])).names.tolist() == [
        "red", "green", "blue",
    ]  # fmt: skip
    assert LabelTable.read(Y).names is None


@pytest.mark.parametrize("value", [0, 1])
def test_zeros_alone_are_off_and_ones_alone_are_on(value):
    assert (LabelTable.read(np.full((3, 2), value)).on == bool(value)).all()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([[0, 1], [2, 1]], "Unknown label type|3 different values"),
        ([[5, 5], [5, 5]], "1 different values"),
        ([[0.0, np.nan]], "NaN"),
        ([0, 1, 2], "Only binary classification"),
        (np.zeros((2, 2, 2)), r"shape \(2, 2, 2\)"),
        (np.zeros((2, 0)), r"shape \(2, 0\)"),
        ([0.1, 0.2, 0.7], "continuous"),
    ],
)
def test_what_is_neither_on_nor_off_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        LabelTable.read(given)


def test_cardinality_and_density():
    assert label_cardinality(Y) == 1.25  # Check P0.measures
    assert label_density(Y) == 1.25 / 3
    assert label_cardinality(Y, [1, 1, 2, 0]) == label_cardinality(Y[[0, 1, 2, 2]])
    with pytest.raises(ValueError, match="sample_weight"):
        label_cardinality(Y, [1, 1])


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_codes_are_those_of_the_sorted_rows(data):
    shape = data.draw(st.tuples(st.integers(1, 12), st.integers(1, 70)))
    on = data.draw(arrays(bool, shape, fill=st.nothing()))
    sets, codes = code_label_sets(on)
    expected, inverse = np.unique(on, axis=0, return_inverse=True)
    assert_array_equal(sets, expected)
    assert_array_equal(codes, inverse.ravel())
    assert_array_equal(sets[codes], on)


@pytest.mark.parametrize(("n_labels", "n_words"), [(1, 1), (62, 1), (63, 2), (200, 4)])
def test_a_word_has_room_for_62_labels(n_labels, n_words):
    words = pack_labels(np.ones((2, n_labels), bool))
    assert words.shape == (2, n_words)
    assert (words > 0).all()
