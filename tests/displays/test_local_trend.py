import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.displays.local_trend import average_neighbours, draw_trends, say_peak


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
