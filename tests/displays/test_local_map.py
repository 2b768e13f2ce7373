import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgba

from hedgerow.displays.display import COLOURS
from hedgerow.displays.local_map import MOST_CLASSES, Strip, draw_map, order_by_similarity


def draw(values, strips=(), **options):
    _, ax = plt.subplots(layout="constrained")
    values = np.asarray(values, float)
    draw_map(ax, values, [f"x{place}" for place in range(values.shape[1])], strips, **options)
    return ax


@given(st.lists(st.floats(-9, 9), min_size=1, max_size=30))
def test_an_order_has_every_row_once(values):
    assert sorted(order_by_similarity(np.array(values)[:, None])) == list(range(len(values)))


def test_rows_of_one_kind_are_neighbours():
    kind = np.random.default_rng(0).permutation(np.repeat([0.0, 5.0, 9.0], 10))
    order = order_by_similarity(np.column_stack([kind, -kind]))
    assert np.count_nonzero(np.diff(kind[order])) == 2


def test_the_colours_are_centred_at_zero_and_a_few_extremes_do_not_pale_the_others():
    values = np.full((400, 3), 0.2)
    values[0, 0] = -50.0
    ax = draw(values, label="bits")
    (image,) = ax.get_images()
    assert image.get_clim() == (-0.2, 0.2)
    assert image.colorbar.extend == "both"
    assert image.colorbar.ax.get_ylabel() == "bits"
    np.testing.assert_array_equal(image.get_array(), values)
    assert draw([[0.1, -0.3]]).get_images()[0].colorbar.extend == "both"
    assert draw([[0.3, -0.3]]).get_images()[0].colorbar.extend == "neither"


def test_nothing_but_zeros_is_white():
    (image,) = draw(np.zeros((3, 2))).get_images()
    assert image.get_clim() == (-1.0, 1.0)


def test_strips_stand_at_the_left_and_their_classes_are_listed():
    classes = Strip("target", np.array([0.0, 1.0, 0.0]), ["no", "yes"])
    numbers = Strip("value of x0", np.array([1.0, np.nan, 3.0]))
    ax = draw(np.eye(3), [classes, numbers])
    _, first, second = ax.get_images()
    assert second.get_extent()[1] < first.get_extent()[0] < first.get_extent()[1] < -0.5
    assert first.get_array()[:, 0].tolist() == [list(to_rgba(COLOURS[place])) for place in (0, 1, 0)]
    shades = second.get_array()[:, 0, 0]
    assert shades[0] > shades[2]
    assert shades[1] == 1.0
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["no", "yes"]
    ticks = dict(zip((t.get_text() for t in ax.get_xticklabels()), ax.get_xticks(), strict=True))
    assert list(ticks) == ["target", "value of x0", "x0", "x1", "x2"]
    assert ticks["x1"] == 1
    assert ticks["target"] == np.mean(first.get_extent()[:2])


def test_every_class_has_its_own_colour_and_too_many_are_shades():
    codes = np.arange(float(MOST_CLASSES))
    assert len({tuple(colour) for colour in Strip("", codes, list(codes)).paint()}) == MOST_CLASSES
    many = Strip("target", np.arange(13.0), list(range(13)))
    assert (np.diff(many.paint()[:, 0]) < 0).all()
    assert draw(np.zeros((13, 2)), [many]).get_legend() is None


def test_a_constant_and_a_missing_strip_have_a_colour():
    assert len({tuple(colour) for colour in Strip("", np.full(3, 7.0)).paint()}) == 1
    assert (Strip("", np.full(3, np.nan)).paint() == 1.0).all()


def test_features_that_are_left_out_are_counted():
    assert draw(np.zeros((3, 2)), n_hidden=1234).get_xticklabels()[-1].get_text() == "and 1,234 more"


@pytest.mark.parametrize(("n_features", "rotation"), [(3, 0), (14, 50), (25, 90)])
def test_names_lean_where_there_is_no_room(n_features, rotation):
    assert draw(np.zeros((4, n_features))).get_xticklabels()[0].get_rotation() == rotation
