import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.encoders.images.windows import EYE_MARGIN, EYE_ROW, align_eyes, fit_window, to_grey

pytest.importorskip("skimage", reason="scikit-image is an extra")


def draw_dots(eyes, shape=(120, 160), radius=4.0):
    """A dark picture with a bright dot at each eye."""
    y, x = np.mgrid[: shape[0], : shape[1]]
    return sum(np.exp(-((x - a) ** 2 + (y - b) ** 2) / (2 * radius**2)) for a, b in eyes)


def find_dots(window):
    """The middle of the bright pixels in each half of a window."""
    half = window.shape[1] // 2
    places = []
    for offset, part in ((0, window[:, :half]), (half, window[:, half:])):
        weights = np.where(part > 100, part, 0).astype(float)
        y, x = np.mgrid[: part.shape[0], : part.shape[1]]
        places.append(((x * weights).sum() / weights.sum() + offset, (y * weights).sum() / weights.sum()))
    return np.array(places)


@pytest.mark.parametrize(
    "eyes", [[(45, 60), (115, 60)], [(50, 75), (110, 50)], [(60, 40), (95, 70)], [(35, 55), (125, 62)]]
)
def test_eyes_lie_at_their_places_however_the_head_is_held(eyes):
    apart = np.hypot(*np.subtract(*eyes))
    window = align_eyes(draw_dots(eyes, radius=apart / 18), eyes, equalise=False)
    assert window.shape == (75, 150)
    expected = [(150 * EYE_MARGIN, 75 * EYE_ROW), (150 * (1 - EYE_MARGIN), 75 * EYE_ROW)]
    assert_allclose(find_dots(window), expected, atol=0.6)


def test_a_picture_and_its_double_give_the_same_window():
    eyes = np.array([[45, 60], [115, 64]], np.float64)
    small = draw_dots(eyes)
    # Pixel centres of the doubled picture lie at half pixels of the small one.
    double = np.kron(small, np.ones((2, 2)))
    one, two = align_eyes(small, eyes, equalise=False), align_eyes(double, 2 * eyes + 0.5, equalise=False)
    assert np.abs(one.astype(int) - two).max() <= 12


def test_grey_is_the_mean_of_the_colours():
    colours = np.random.default_rng(0).integers(0, 256, (4, 5, 3)).astype(np.uint8)
    assert_allclose(to_grey(colours), colours.mean(axis=2) / 255)
    seen_through = np.concatenate([colours, np.full((4, 5, 1), 9, np.uint8)], axis=2)
    assert_array_equal(to_grey(seen_through), to_grey(colours))
    assert_allclose(to_grey(colours[:, :, 0].astype(np.uint16) * 257), colours[:, :, 0] / 255)
    assert_array_equal(to_grey(colours[:, :, :1]), colours[:, :, 0] / 255)
    assert_array_equal(to_grey(np.eye(2, dtype=bool)), np.eye(2))


def test_levels_of_an_equalised_window_are_about_equally_frequent():
    picture = 0.2 + 0.3 * np.random.default_rng(0).random((100, 200))
    equalised, raw = (fit_window(picture, (100, 200), equalise=each) for each in (True, False))
    counts = np.histogram(equalised, bins=8, range=(0, 256))[0]
    assert counts.max() < 1.2 * counts.min()
    assert raw.min() > 50
    assert raw.max() < 130


def test_equalising_undoes_the_light():
    picture = np.random.default_rng(0).random((75, 150))
    bright, dark = fit_window(picture), fit_window(picture**2 * 0.5)
    assert np.abs(bright.astype(int) - dark).mean() < 2


def test_a_flat_picture_stays_flat():
    assert set(np.unique(fit_window(np.full((10, 20), 0.5)))) == {128}


@pytest.mark.parametrize(
    ("eyes", "message"),
    [
        (
            [(5, 5), (200, 5)],
            "the right eye, at x=200 and y=5, lies outside of the picture, which is 60 pixels wide",
        ),
        ([(5, -1), (20, 5)], "the left eye, at x=5 and y=-1, lies outside"),
        ([(5, 5), (5, 5)], "both eyes lie at x=5 and y=5"),
    ],
)
def test_eyes_that_cannot_be_are_refused(eyes, message):
    with pytest.raises(ValueError, match=message):
        align_eyes(np.zeros((40, 60)), eyes)


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        (np.zeros(5), "has shape"),
        (np.zeros((3, 4, 7)), "has shape"),
        (np.zeros((0, 4)), "no pixels"),
        (np.full((3, 4), np.nan), "not finite"),
    ],
)
def test_what_is_no_picture_is_refused(picture, message):
    with pytest.raises(ValueError, match=message):
        fit_window(picture)


def test_without_scikit_image_the_extra_is_named(monkeypatch):
    monkeypatch.setattr("hedgerow.foundation.extras.find_spec", lambda _: None)
    with pytest.raises(ImportError, match=r'align_eyes needs skimage.*pip install "hedgerow\[images\]"'):
        align_eyes(np.zeros((40, 60)), [(5, 5), (30, 5)])
