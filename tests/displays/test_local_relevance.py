from functools import reduce

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

from hedgerow.datasets import make_diagonal
from hedgerow.displays.display import COLOURS
from hedgerow.displays.local_relevance import LocalRelevanceDisplay
from hedgerow.relevance.relevance import LocalRelevance
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.estimators import DecisionTreeClassifier
from hedgerow.trees.statistics import LocalGains, trace_local_gains

VALUES = np.array([[0.5, 0.1, 0.0], [0.4, -0.3, 0.0], [-0.2, 0.6, 0.0], [0.3, 0.1, 0.0]])
TABLE = pd.DataFrame(
    {"size": [3.0, 1.0, np.nan, 2.0], "colour": ["red", "blue", "red", None], "count": [1, 2, 3, 4]},
    index=["anna", "bert", "carl", "dora"],
)


def local_of(values, names=None, index=None):
    values = np.asarray(values, np.float32)
    names = [f"x{place}" for place in range(values.shape[1])] if names is None else names
    index = range(len(values)) if index is None else index
    return LocalRelevance(values, np.ones(values.shape, np.int32), tuple(names), index)


def display_of(y=None, **options):
    return LocalRelevanceDisplay.from_local(local_of(VALUES, TABLE.columns, TABLE.index), TABLE, y, **options)


def title_of(display):
    return display.ax_.get_title(loc="left").replace("\n", " ")


def assert_nothing_is_clipped(display):
    display.figure_.canvas.draw()
    box, (width, height) = display.figure_.get_tightbbox(), display.figure_.get_size_inches()
    assert box.x0 > -0.03
    assert box.y0 > -0.03
    assert box.x1 < width + 0.03
    assert box.y1 < height + 0.03


def test_the_map_says_who_tells_most_and_names_few_rows():
    display = display_of(y=["no", "yes", "no", "yes"]).plot()
    assert title_of(display) == "size tells most about 75% of the rows and colour about 25%"
    image, strip = display.ax_.get_images()
    rows = [label.get_text() for label in display.ax_.get_yticklabels()]
    order = [TABLE.index.get_loc(row) for row in rows]
    assert sorted(order) == [0, 1, 2, 3]
    np.testing.assert_allclose(image.get_array(), VALUES[order], atol=1e-7)
    said = np.array(["no", "yes", "no", "yes"])[order]
    assert len({tuple(colour) for colour in strip.get_array()[said == "no", 0]}) == 1
    assert [text.get_text() for text in display.ax_.get_legend().get_texts()] == ["no", "yes"]
    assert display.ax_.get_ylabel() == "4 rows, similar ones are neighbours"


@pytest.mark.parametrize(
    ("feature", "order"), [("size", "bert dora anna carl"), ("colour", "bert anna carl dora")]
)
def test_rows_are_ordered_by_a_feature_and_missing_values_come_last(feature, order):
    display = display_of().plot(order_by=feature)
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == order.split()
    assert display.ax_.get_xticklabels()[0].get_text() == f"value of {feature}"
    assert display.ax_.get_ylabel() == f"4 rows, by the value of {feature}"


def test_many_rows_are_sampled_and_marked_with_values():
    rng = np.random.default_rng(0)
    X = rng.random((3000, 2))
    display = LocalRelevanceDisplay.from_local(local_of(X - 0.5), X, X[:, 0]).plot(order_by="x0")
    assert display.ax_.get_ylabel() == "1,000 of 3,000 rows, by the value of x0"
    assert display.ax_.get_images()[0].get_array().shape == (1000, 2)
    marks = [float(label.get_text()) for label in display.ax_.get_yticklabels()]
    assert marks == sorted(marks)
    assert display.ax_.get_legend() is None  # a target of values has no classes
    values = display.ax_.get_images()[0].get_array()
    assert np.all(np.diff(values[:, list(display._choose_features()).index("x0")]) >= 0)


def test_wide_tables_show_what_matters_and_count_the_rest():
    values = np.zeros((5, 100))
    values[:, 7], values[:, 3] = -2.0, 1.0
    display = LocalRelevanceDisplay.from_local(local_of(values), max_features=2).plot()
    assert [label.get_text() for label in display.ax_.get_xticklabels()] == ["x3", "x7", "and 98 more"]
    assert display.frame().shape == (5, 100)


def test_a_crowd_of_leaders_is_called_so():
    display = LocalRelevanceDisplay.from_local(local_of(np.eye(20))).plot()
    assert title_of(display) == ("No feature stands out: the first, x0, tells most about 5% of the rows")


def test_along_draws_every_row_and_the_mean_of_each_value():
    display = display_of().along("count", ["size", "colour"])
    first, second = display.ax_.collections
    assert sorted(first.get_offsets()[:, 1]) == pytest.approx(sorted(VALUES[:, 0]))
    assert sorted(second.get_offsets()[:, 1]) == pytest.approx(sorted(VALUES[:, 1]))
    lines = {line.get_label(): line for line in display.ax_.get_lines()}
    np.testing.assert_allclose(lines["colour"].get_xdata(), [1, 2, 3, 4])
    np.testing.assert_allclose(lines["colour"].get_ydata(), VALUES[:, 1], atol=1e-7)
    assert [text.get_text() for text in display.ax_.get_legend().get_texts()] == ["size", "colour"]
    assert display.ax_.get_xticks().tolist() == [1, 2, 3, 4]
    assert title_of(display) == "colour tells most where count is near 3"


def test_along_counts_rows_without_a_value():
    display = display_of().along("size", ["colour"])
    assert display.ax_.get_xlabel() == "value of size\n1 row has none"
    assert len(display.ax_.collections[0].get_offsets()) == 3


def test_along_categories_names_them():
    display = display_of().along("colour", ["size"])
    assert [label.get_text() for label in display.ax_.get_xticklabels()] == ["blue", "red"]
    np.testing.assert_allclose(display.ax_.get_lines()[-1].get_ydata(), [0.4, 0.15], atol=1e-7)
    assert title_of(display) == "size tells most where colour is blue"


def test_the_second_feature_of_the_diagonal_problem_matters_within_the_band():
    # Rogers 2007, eq. 8.2: x2 decides where 0.3 < x1 < 0.7, and nowhere else.
    sample = make_diagonal(400, random_state=0)
    rng = np.random.default_rng(0)
    table, y = BinnedTable.from_matrix(sample.X), (sample.y > 0).astype(np.int32)
    bags = rng.random((30, 400)) < 0.63
    traced = []
    for seed, rows in enumerate(bags):
        tree = DecisionTreeClassifier(max_features=1, criterion="entropy", random_state=seed)
        forest = tree.fit(sample.X[rows], y[rows]).flat_tree_.forest
        traced.append(trace_local_gains(forest, table, y, rows[None]))
    values = reduce(LocalGains.merge, traced).mean()
    display = LocalRelevanceDisplay.from_local(local_of(values, sample.feature_names), sample.X, sample.y)
    x, mean = display.along("x1", ["x2"]).ax_.get_lines()[-1].get_data()
    inside = (x > 0.4) & (x < 0.6)
    outside = (x < 0.25) | (x > 0.75)
    assert mean[inside].mean() > 0.1 > 3 * mean[outside].mean()
    peak = float(title_of(display).removeprefix("x2 tells most where x1 is near "))
    assert 0.35 < peak < 0.65


def test_explain_draws_signed_bars_with_the_values_of_the_row():
    display = display_of(y=["no", "yes", "no", "yes"]).explain("bert")
    labels = [label.get_text() for label in display.ax_.get_yticklabels()]
    assert labels == ["size = 1", "colour = blue", "count = 2"]
    bars = display.ax_.patches
    assert [bar.get_width() for bar in bars] == pytest.approx([0.4, -0.3, 0.0])
    blue, red = (plt.matplotlib.colors.to_rgba(COLOURS[place]) for place in (0, 5))
    assert [bar.get_facecolor() for bar in bars][:2] == [blue, red]
    assert title_of(display) == "Row bert (yes): size tells most, colour misleads"
    assert title_of(display_of().explain("carl")) == "Row carl: colour tells most, size misleads"
    assert display_of().explain("carl").ax_.get_yticklabels()[1].get_text() == "size = missing"


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ([0.0, 0.0], "no feature told anything"),
        ([-0.1, -0.2], "x1 misleads most"),
        ([0.1, 0.2], "x1 tells most"),
    ],
)
def test_rows_of_one_kind_are_explained(row, said):
    display = LocalRelevanceDisplay.from_local(local_of([row])).explain(0)
    assert title_of(display) == f"Row 0: {said}"
    display.figure_.canvas.draw()


def test_explain_counts_what_it_leaves_out():
    display = LocalRelevanceDisplay.from_local(local_of(np.arange(50.0)[None]), max_features=4).explain(0)
    labels = [label.get_text() for label in display.ax_.get_yticklabels()]
    assert labels == ["x49", "x48", "x47", "x46", "and 46 more"]


@pytest.mark.parametrize("shape", [(1, 1), (30, 3), (200, 40)])
def test_nothing_is_clipped(shape):
    names = [f"a measurement with a rather long name, number {place:03d}" for place in range(shape[1])]
    X = np.random.default_rng(0).random(shape)
    local = local_of(X - 0.5, names)
    labels = [f"a class with a long name, {row % 3}" for row in range(shape[0])]
    display = LocalRelevanceDisplay.from_local(local, X, labels)
    for picture in (
        display.plot(),
        display.plot(order_by=names[0]),
        display.along(names[0]),
        display.explain(0),
    ):
        assert_nothing_is_clipped(picture)


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots(1, 3)
    display = display_of()
    assert display.plot(axes[0]).ax_ is axes[0]
    assert display.along("size", ax=axes[1]).ax_ is axes[1]
    assert display.explain("anna", axes[2]).ax_ is axes[2]
    assert display.figure_ is axes[0].figure


def test_the_input_is_left_alone():
    before = TABLE.copy()
    display_of(y=[0, 1, 0, 1]).plot(order_by="size").along("colour")
    pd.testing.assert_frame_equal(TABLE, before)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: LocalRelevanceDisplay.from_local(local_of(VALUES), VALUES[:2]), r"X has shape \(2, 3\)"),
        (lambda: LocalRelevanceDisplay.from_local(local_of(VALUES), y=[1]), "y has 1 entries"),
        (lambda: LocalRelevanceDisplay.from_local(local_of(VALUES[:0])), "nothing to draw"),
        (lambda: display_of(max_features=0), "max_features=0"),
        (lambda: display_of().along("weight"), "'weight' is not a feature; choose among 3, such as"),
        (lambda: display_of().along("size", []), "features is empty"),
        (lambda: LocalRelevanceDisplay.from_local(local_of(VALUES)).along("x0"), "pass X to from_local"),
        (
            lambda: LocalRelevanceDisplay.from_local(local_of(VALUES), VALUES * np.nan).along("x0"),
            "no row has a value of 'x0'",
        ),
    ],
)
def test_what_cannot_be_drawn_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_row_that_is_not_there_or_not_alone_is_refused():
    with pytest.raises(KeyError, match="no row is named 'emil'; the 4 rows are named 'anna' to 'dora'"):
        display_of().explain("emil")
    twins = LocalRelevanceDisplay.from_local(local_of(VALUES, index=["a", "b", "b", "c"]))
    with pytest.raises(KeyError, match="2 rows are named 'b'"):
        twins.explain("b")
