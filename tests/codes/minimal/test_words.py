from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.codes.minimal.words import (
    count_minimal_codes,
    list_minimal_codes,
    read_words,
    separate_words,
    write_words,
)
from hedgerow.codes.validity import check_code, count_bits


def draw_codes(n_codes, n_classes, seed):
    generator = np.random.RandomState(seed)
    return generator.randint(0, 2, (n_codes, n_classes, count_bits(n_classes))).astype(np.uint8)


@given(st.integers(1, 16), st.data())
def test_words_are_written_and_read(n_bits, data):
    words = np.array(data.draw(st.lists(st.integers(0, 2**n_bits - 1), min_size=1, max_size=9)))
    bits = write_words(words, n_bits)
    assert ["".join(map(str, row)) for row in bits] == [f"{word:0{n_bits}b}" for word in words]
    assert_array_equal(read_words(bits), words)


@given(st.integers(3, 40), st.integers(0, 1000))
def test_separate_words_make_a_valid_code_and_leave_others_alone(n_classes, seed):
    bits = draw_codes(5, n_classes, seed)
    mended = separate_words(bits, np.random.RandomState(seed))
    for before, after in zip(bits, mended, strict=True):
        check_code(2 * after.astype(np.int8) - 1)
        first = np.unique(before, axis=0, return_index=True)[1]
        assert_array_equal(after[first], before[first])
        if first.size == n_classes:
            assert_array_equal(after, before)
    assert_array_equal(separate_words(mended, np.random.RandomState(0)), mended)


def test_a_repeated_word_becomes_the_nearest_unused_one():
    bits = write_words(np.array([[0b000, 0b000, 0b001, 0b010, 0b111]]), 3)
    assert read_words(separate_words(bits, np.random.RandomState(0)))[0].tolist() == [0, 4, 1, 2, 7]
    lone = write_words(np.array([[0b00, 0b00, 0b00]]), 2)
    drawn = {read_words(separate_words(lone, np.random.RandomState(seed)))[0, 1].item() for seed in range(20)}
    assert drawn == {0b01, 0b10}  # equally near: one is drawn


@pytest.mark.parametrize(
    ("n_classes", "count"), [(2, 1), (3, 3), (4, 3), (5, 140), (6, 420), (7, 840), (8, 840)]
)
def test_the_number_of_codes_is_the_number_of_sets_of_questions(n_classes, count):
    """Bautista et al. 2010, with the divisor that counts each set once."""
    assert count_minimal_codes(n_classes) == count == len(list_minimal_codes(n_classes))
    n_bits = count_bits(n_classes)
    if n_classes <= 6:  # the obvious count: every way to give out words, as a set of two-sided questions
        found = set()
        for words in permutations(range(2**n_bits), n_classes):
            columns = write_words(np.array(words), n_bits).T
            found.add(frozenset(min(c.tobytes(), (1 - c).tobytes()) for c in columns))
        assert len(found) == count


def test_listed_codes_are_valid_and_different():
    codes = list_minimal_codes(7)
    for code in codes[::50]:
        check_code(2 * code.astype(np.int8) - 1)
    assert (codes[:, 0] == 0).all()
    assert len(np.unique(codes.reshape(len(codes), -1), axis=0)) == len(codes)


def test_the_number_of_codes_grows_beyond_any_list():
    assert count_minimal_codes(10) > 10**7
    with pytest.raises(ValueError, match=r'9 classes are too many to list.*search others by "ga"'):
        list_minimal_codes(9)
    with pytest.raises(ValueError, match="n_classes=1 must be an int of 2 or more"):
        count_minimal_codes(1)
