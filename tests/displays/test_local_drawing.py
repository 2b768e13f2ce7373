import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.colors import to_rgba

from hedgerow.displays.display import COLOURS
from hedgerow.displays.local_drawing import (
    MOST_CLASSES,
    Strip,
    average_neighbours,
    draw_map,
    draw_trends,
    order_by_similarity,
    say_peak,
)


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


def average_by_pencil(place, values):
    """The averages at every row, one after the other."""
    half = max(2, len(place) // 30)
    centres, means = [], []
    for middle in range(len(place)):
        near = range(max(0, middle - half), min(len(place), middle + half + 1))
        centres.append(sum(place[row] for row in near) / len(near))
        means.append(sum(values[row] for row in near) / len(near))
    return centres, means


@given(st.lists(st.tuples(st.floats(-5, 5), st.floats(-5, 5)), min_size=13, max_size=120))
def test_many_values_have_a_running_average(rows):
    place, values = np.array(sorted(rows)).T
    if np.unique(place).size > 12:
        expected = average_by_pencil(place.tolist(), values.tolist())
        np.testing.assert_allclose(average_neighbours(place, values), expected, atol=1e-9)


@given(st.lists(st.tuples(st.integers(0, 9), st.floats(-5, 5)), min_size=1, max_size=50))
def test_few_values_have_an_average_each(rows):
    place, values = np.array(sorted(rows), float).T
    x, mean = average_neighbours(place, values)
    assert x.tolist() == sorted(set(place))
    np.testing.assert_allclose(mean, [np.mean(values[place == each]) for each in x], atol=1e-12)


def test_categories_are_never_mixed():
    place = np.repeat(np.arange(30.0), 4)
    x, mean = average_neighbours(place, place**2, by_value=True)
    assert x.tolist() == list(range(30))
    np.testing.assert_allclose(mean, x**2)


def test_long_tables_have_a_short_line_and_a_sample_of_dots():
    place = np.linspace(0, 1, 50_000)
    _, ax = plt.subplots()
    trends = draw_trends(ax, place, {"a": place, "b": -place})
    assert trends["a"][0].size == 200
    assert [len(dots.get_offsets()) for dots in ax.collections] == [1000, 1000]
    np.testing.assert_allclose(trends["a"][0], trends["a"][1])


def test_dots_of_several_features_at_one_value_stand_beside_each_other():
    place = np.repeat([0.0, 1.0], 20)
    _, ax = plt.subplots()
    draw_trends(ax, place, {"a": place, "b": place})
    first, second = (dots.get_offsets()[:, 0] for dots in ax.collections)
    assert (first < second).all()
    assert np.abs(np.concatenate([first, second]) - np.round(np.concatenate([first, second]))).max() < 0.5


@pytest.mark.parametrize(("by_value", "style"), [(True, "None"), (False, "-")])
def test_nothing_lies_between_categories(by_value, style):
    _, ax = plt.subplots()
    draw_trends(ax, np.array([0.0, 1.0, 2.0]), {"a": np.arange(3.0)}, by_value=by_value)
    assert ax.get_lines()[-1].get_linestyle() == style


@pytest.mark.parametrize(
    ("trends", "categories", "said"),
    [
        ({"x1": [0, 9, 0], "x2": [0, 1, 8]}, None, "x2 tells most where x1 is near 2"),
        ({"x1": [0, 9, 0], "x2": [0, 1, 0]}, None, "x1 tells most where it is near 1"),
        ({"x1": [0, 9, 0]}, None, "x1 tells most where it is near 1"),
        ({"x2": [3, 2, 1]}, ["red", "green", "blue"], "x2 tells most where x1 is red"),
        ({"x1": [1, 1, 1], "x2": [2, 2, 2]}, None, "Relevance does not change with x1"),
    ],
)
def test_the_sentence_names_the_peak(trends, categories, said):
    x = np.arange(3.0)
    found = {name: (x, np.array(mean, float)) for name, mean in trends.items()}
    assert say_peak(found, "x1", categories) == said
