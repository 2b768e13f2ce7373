import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.kernels.tables import examples

from hedgerow._kernels.coincidence import LEFT_TILE, RIGHT_TILE, count_common_bits, popcount

AWKWARD = [0, 1, 2**63, 2**64 - 1, 0x5555555555555555, 2**32]


def words(n_rows, n_words):
    return hnp.arrays(
        np.uint64, (n_rows, n_words), elements=st.sampled_from(AWKWARD) | st.integers(0, 2**64 - 1)
    )


def count(left, right, upper=False, first=0, last=None):
    counts = np.zeros((len(left), len(right)), np.uint64)
    count_common_bits(left, right, first, len(left) if last is None else last, upper, counts)
    return counts.astype(int)


def naive(left, right):
    return np.array(
        [[sum((int(a) & int(b)).bit_count() for a, b in zip(x, y, strict=True)) for y in right] for x in left]
    )


@examples(40)
@given(st.integers(1, 3), st.integers(1, 2), st.integers(1, 11), st.data())
def test_common_bits_are_those_of_the_twin(n_left, n_right, n_words, data):
    left = data.draw(words(LEFT_TILE * n_left, n_words))
    right = data.draw(words(RIGHT_TILE * n_right, n_words))
    np.testing.assert_array_equal(count(left, right), naive(left, right))


@examples(20)
@given(st.integers(1, 2), st.data())
def test_the_upper_triangle_is_complete(n_tiles, data):
    marks = data.draw(words(RIGHT_TILE * n_tiles, 3))
    np.testing.assert_array_equal(np.triu(count(marks, marks, upper=True)), np.triu(naive(marks, marks)))


def test_tiles_below_the_diagonal_are_left_out():
    marks = np.ones((3 * RIGHT_TILE, 1), np.uint64)
    found = count(marks, marks, upper=True)
    assert not found[RIGHT_TILE:, :RIGHT_TILE].any()
    assert not found[2 * RIGHT_TILE :, : 2 * RIGHT_TILE].any()


def test_strips_fill_their_own_rows_and_add_up():
    rng = np.random.default_rng(0)
    marks = rng.integers(0, 2**63, (3 * RIGHT_TILE, 5), dtype=np.uint64)
    whole = count(marks, marks)
    strip = count(marks, marks, first=RIGHT_TILE, last=2 * RIGHT_TILE)
    np.testing.assert_array_equal(strip[RIGHT_TILE : 2 * RIGHT_TILE], whole[RIGHT_TILE : 2 * RIGHT_TILE])
    assert strip.sum() == whole[RIGHT_TILE : 2 * RIGHT_TILE].sum()


@pytest.mark.parametrize("n_words", [255, 256, 257, 520])
def test_any_number_of_chunks(n_words):
    marks = np.full((RIGHT_TILE, n_words), 2**64 - 1, np.uint64)
    assert (count(marks, marks) == 64 * n_words).all()


def test_read_only_words_are_read():
    marks = np.full((RIGHT_TILE, 2), 3, np.uint64)
    marks.setflags(write=False)
    assert (count(marks, marks) == 4).all()


@pytest.mark.parametrize("word", AWKWARD)
def test_ones_are_counted(word):
    marks = np.full((RIGHT_TILE, 1), word, np.uint64)
    assert (count(marks, marks) == word.bit_count()).all()
    if not hasattr(popcount, "py_func"):  # compiled pieces cannot be called from here
        assert popcount(np.uint64(word)) == word.bit_count()
