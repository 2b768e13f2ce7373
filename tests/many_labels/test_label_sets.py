"""Bit codes number label sets as sorting their rows does."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_array_equal

from hedgerow.many_labels.label_sets import code_label_sets, pack_labels


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
