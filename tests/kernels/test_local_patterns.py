import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal
from tests.kernels.tables import examples

from hedgerow._kernels.local_patterns import code_pixels, count_patterns
from hedgerow.encoders.images.local_patterns import divide
from hedgerow.encoders.images.uniform_patterns import N_BINS, number_patterns, place_neighbours

SQUARE = np.array([[0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1], [1, 0], [1, 1]], np.float64)


def naive_codes(picture, offsets):
    """Pixel by pixel, neighbour by neighbour; outside of the picture it is dark."""
    height, width = picture.shape

    def brightness(y, x):
        return picture[y, x] if 0 <= y < height and 0 <= x < width else 0.0

    def interpolate(y, x):
        top, left = int(np.floor(y)), int(np.floor(x))
        lower, farther = y - top, x - left
        above = (1 - farther) * brightness(top, left) + farther * brightness(top, left + 1)
        below = (1 - farther) * brightness(top + 1, left) + farther * brightness(top + 1, left + 1)
        return (1 - lower) * above + lower * below

    codes = np.zeros((height, width), np.uint8)
    for y in range(height):
        for x in range(width):
            for bit, (down, right) in enumerate(offsets):
                codes[y, x] |= int(interpolate(y + down, x + right) - picture[y, x] >= 0) << bit
    return codes


def find_codes(picture, offsets, margin):
    codes = np.full(picture.shape, 9, np.uint8)
    code_pixels(picture, offsets, margin, codes)
    return codes


def test_the_pattern_of_a_patch_is_that_of_the_pencil():
    patch = np.array([[6, 5, 2], [7, 6, 1], [9, 8, 7]], np.float64)
    code = find_codes(patch, SQUARE, 2)[1, 1]
    assert [code >> bit & 1 for bit in range(8)] == [
        0,
        0,
        0,
        1,
        1,
        1,
        1,
        1,
    ]  # from the east on, counter-clockwise
    assert code == 248
    assert number_patterns()[code] == 51


@examples(30)
@given(
    hnp.arrays(np.uint8, st.tuples(st.integers(1, 7), st.integers(1, 8)), elements=st.integers(0, 5)),
    st.sampled_from([1, 1.5, 2, 3, 10]),
)
def test_codes_are_those_of_the_twin(picture, radius):
    offsets = place_neighbours(radius)
    pixels = picture.astype(np.float64)
    assert_array_equal(find_codes(pixels, offsets, int(radius) + 2), naive_codes(pixels, offsets))


@examples(15)
@given(st.integers(1, 3), st.integers(2, 7), st.integers(3, 9), st.integers(0, 10**6))
def test_shares_are_those_of_the_twin(n_pictures, height, width, seed):
    generator = np.random.default_rng(seed)
    pictures = generator.integers(0, 4, (n_pictures, height, width)).astype(np.float64)
    radii, tiles = (1, 2.5), [(2, 3), (1, 1)]
    tiling, bins = divide((height, width), tiles), number_patterns()
    shares = np.full((n_pictures, len(radii) * tiling.sizes.size * N_BINS), np.nan, np.float32)
    offsets = np.stack([place_neighbours(radius) for radius in radii])
    count_patterns(pictures, offsets, 5, bins, tiling.rows, tiling.columns, tiling.sizes, N_BINS, shares)
    expected = []
    for picture in pictures:
        for radius in radii:
            coded = bins[naive_codes(picture, place_neighbours(radius))]
            for n_rows, n_columns in tiles:
                for row in range(n_rows):
                    for column in range(n_columns):
                        ys = [y for y in range(height) if y * n_rows // height == row]
                        xs = [x for x in range(width) if x * n_columns // width == column]
                        tile = coded[np.ix_(ys, xs)].ravel()
                        expected.append(np.bincount(tile, minlength=N_BINS) / tile.size)
    assert_allclose(shares, np.reshape(expected, shares.shape), atol=1e-7)


@pytest.mark.usefixtures("compiled_only")
def test_codes_of_large_pictures_do_not_depend_on_the_margin():
    picture = np.random.default_rng(0).integers(0, 256, (75, 150)).astype(np.float64)
    for radius in (1, 10):
        near, far = (find_codes(picture, place_neighbours(radius), margin) for margin in (radius + 1, 40))
        assert_array_equal(near, far)
