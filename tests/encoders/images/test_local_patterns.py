import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.decomposition import PCA
from sklearn.pipeline import make_pipeline
from tests.contract import parametrize_with_contract

from hedgerow import load_model, save_model
from hedgerow._kernels.local_patterns import code_pixels
from hedgerow.encoders import LocalBinaryPatterns
from hedgerow.encoders.images.uniform_patterns import number_patterns, place_neighbours

PICTURES = np.random.default_rng(0).integers(0, 256, (6, 24, 30)).astype(np.uint8)
SMALL = LocalBinaryPatterns(radii=[1, 2.5], tiles=[(2, 3), (1, 1)])


@parametrize_with_contract([LocalBinaryPatterns(radii=[1], tiles=[(1, 1)])])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def number_as_scikit_image():
    """Labels of "nri_uniform": by the number of bright neighbours, then by where these begin."""
    labels = np.full(256, 58)
    for code in np.flatnonzero(number_patterns() < 58):
        bits = [int(code) >> bit & 1 for bit in range(8)]
        n_bright = sum(bits)
        if n_bright in (0, 8):
            labels[code] = 57 if n_bright else 0
        else:
            turn = n_bright - bits.index(0) if bits[0] else 8 - bits.index(1)
            labels[code] = 1 + (n_bright - 1) * 8 + turn
    return labels


@pytest.mark.parametrize(
    "picture",
    [
        np.random.default_rng(0).integers(0, 256, (40, 60)).astype(np.uint8),
        np.random.default_rng(1).integers(0, 3, (40, 60)).astype(np.uint8) * 70,
        np.full((30, 20), 201, np.uint8),
    ],
    ids=["many levels", "few levels", "flat"],
)
def test_every_pixel_has_the_code_of_scikit_image(picture):
    feature = pytest.importorskip("skimage.feature", reason="scikit-image is an extra")
    labels = number_as_scikit_image()
    assert len(set(labels.tolist())) == 59
    for radius in (*range(1, 11), 1.5, 2.3):
        codes = np.empty(picture.shape, np.uint8)
        code_pixels(picture.astype(np.float64), place_neighbours(radius), int(radius) + 2, codes)
        expected = feature.local_binary_pattern(picture, 8, radius, "nri_uniform")
        assert_array_equal(labels[codes], expected)


def test_windows_of_the_paper_have_about_107_000_columns():
    patterns = LocalBinaryPatterns(n_jobs=2).fit(np.zeros((1, 75, 150), np.uint8))
    assert patterns.tile_sizes_.size == 181
    assert patterns.tile_sizes_.min() == 12 * 12
    assert patterns.tile_sizes_.max() == 75 * 150
    names = patterns.get_feature_names_out()
    assert names.size == len(set(names)) == 106_790
    assert patterns.transform(np.zeros((1, 75, 150), np.uint8)).nbytes == 4 * 106_790


def test_shares_of_a_tile_sum_to_one_and_have_the_names_of_their_columns():
    found = SMALL.set_output(transform="default").fit_transform(PICTURES)
    assert found.dtype == np.float32
    assert_allclose(found.reshape(6, 2, 7, 59).sum(axis=3), 1, atol=1e-6)
    names = SMALL.get_feature_names_out()
    assert names[0] == "r1_2x3_row1_col1_00000000"
    assert names[7 * 59 + 5 * 59 + 58] == "r2.5_2x3_row2_col3_others"
    assert names[-1] == "r2.5_1x1_row1_col1_others"


def test_a_column_counts_what_its_name_says():
    picture = np.zeros((1, 20, 20), np.uint8)
    picture[0, 10:] = 200  # an edge: bright below
    patterns = LocalBinaryPatterns(radii=[1], tiles=[(1, 1)]).fit(picture)
    by_name = dict(zip(patterns.get_feature_names_out(), patterns.transform(picture)[0], strict=True))
    # Bright pixels along the edge, but for the sides of the picture: neighbours in the three upper places are darker.
    assert by_name["r1_1x1_row1_col1_10001111"] == pytest.approx(18 / 400)


def test_brightening_a_picture_changes_nothing():
    brighter = PICTURES.astype(np.float64) * 3.0
    assert_array_equal(SMALL.fit_transform(PICTURES), SMALL.fit_transform(brighter))


def test_rows_of_a_table_are_pictures_where_the_shape_is_told():
    told = LocalBinaryPatterns(radii=[1, 2.5], tiles=[(2, 3), (1, 1)], shape=(24, 30))
    flat = PICTURES.reshape(6, -1)
    assert_array_equal(told.fit_transform(flat), SMALL.fit_transform(PICTURES))
    assert_array_equal(told.fit(PICTURES).transform(flat), told.transform(list(PICTURES)))
    frame = pd.DataFrame(flat, columns=[f"p{place}" for place in range(flat.shape[1])])
    assert_array_equal(told.fit(frame).transform(frame), told.fit_transform(flat))


def test_threads_change_nothing():
    many = np.random.default_rng(2).integers(0, 256, (40, 24, 30))
    one, two = (
        LocalBinaryPatterns([1, 4], tiles=[(3, 3)], n_jobs=n_jobs).fit_transform(many) for n_jobs in (1, 2)
    )
    assert_array_equal(one, two)


def test_it_keeps_its_place_in_a_pipeline_and_in_a_model_file(tmp_path):
    pipeline = make_pipeline(SMALL, PCA(2)).fit(PICTURES)
    assert pipeline.transform(PICTURES).shape == (6, 2)
    fitted = SMALL.fit(PICTURES)
    save_model(fitted, tmp_path / "patterns.hdg")
    loaded = load_model(tmp_path / "patterns.hdg")
    assert_array_equal(loaded.transform(PICTURES), fitted.transform(PICTURES))
    assert_array_equal(loaded.get_feature_names_out(), fitted.get_feature_names_out())


@pytest.mark.parametrize(
    ("estimator", "pictures", "message"),
    [
        (
            LocalBinaryPatterns(),
            PICTURES.reshape(6, -1),
            r"too many for pictures of 1 x 720 pixels; pass shape=",
        ),
        (
            LocalBinaryPatterns(tiles=[(30, 2)]),
            PICTURES,
            r"tiles=\(30, 2\) are too many for pictures of 24 x 30",
        ),
        (LocalBinaryPatterns(shape=(24, 31)), PICTURES, r"shape=\(24, 31\), but the pictures have 24 x 30"),
        (
            LocalBinaryPatterns(shape=(24, 31)),
            PICTURES.reshape(6, -1),
            "has 744 pixels, and the rows have 720",
        ),
        (LocalBinaryPatterns(tiles=[(2, 3, 4)]), PICTURES, "must be pairs"),
        (LocalBinaryPatterns(radii=[0]), PICTURES, "radii="),
    ],
)
def test_what_does_not_fit_is_refused(estimator, pictures, message):
    with pytest.raises(ValueError, match=message):
        estimator.fit(pictures)


def test_pictures_of_another_shape_are_refused():
    fitted = LocalBinaryPatterns(radii=[1], tiles=[(1, 1)]).fit(PICTURES)
    with pytest.raises(ValueError, match="have 30 x 24 pixels; those that were fitted have 24 x 30"):
        fitted.transform(PICTURES.transpose(0, 2, 1))
