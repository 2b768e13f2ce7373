from dataclasses import fields

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgba

from hedgerow.displays.display import COLOURS
from hedgerow.displays.relevance import RelevanceDisplay
from hedgerow.relevance.relevance import Relevance


def make_relevance(gains, selected, names=None, **given):
    gains, selected = np.asarray(gains, float), np.asarray(selected, bool)
    arrays = {field.name: np.full(gains.size, np.nan) for field in fields(Relevance)}
    arrays |= {
        "names": tuple(f"x{place}" for place in range(gains.size)) if names is None else tuple(names),
        "weighted_gain": gains,
        "low": gains - 0.05,
        "high": gains + 0.05,
        "expected": np.full(gains.size, 0.04),
        "p_value": np.where(selected, 0.001, 0.5),
        "p_holm": np.where(selected, 0.01, 1.0),
        "p_bh": np.where(selected, 0.004, 0.9),
        "selected": selected,
        "n_splits": np.full(gains.size, 100),
        "alpha": 0.05,
        "test": "gains against chance",
    }
    arrays |= {name: np.broadcast_to(np.asarray(array, float), gains.shape) for name, array in given.items()}
    return Relevance(**arrays)


def texts(display):
    return [text.get_text() for text in display.ax_.texts]


def dots(display):
    """Place and colour of every dot, by the average gain."""
    found = {}
    for group in display.ax_.collections:
        if hasattr(group, "get_sizes") and group.get_sizes().tolist() == [34]:
            for (gain, place), face in zip(
                group.get_offsets(), np.broadcast_to(group.get_facecolor(), (len(group.get_offsets()), 4)), strict=True
            ):  # fmt: skip
                found[round(float(gain), 9)] = (int(place), tuple(face))
    return found


def assert_nothing_is_clipped(display):
    display.figure_.canvas.draw()
    box, (width, height) = display.figure_.get_tightbbox(), display.figure_.get_size_inches()
    assert box.x0 > -0.03
    assert box.y0 > -0.03
    assert box.x1 < width + 0.03
    assert box.y1 < height + 0.03


def test_features_stand_in_the_order_of_their_gains_and_passing_ones_are_filled():
    display = RelevanceDisplay.from_relevance(make_relevance([0.1, 0.4, 0.2], [False, True, True])).plot()
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["x1", "x2", "x0"]
    filled, hollow = to_rgba(COLOURS[0]), to_rgba("white")
    assert dots(display) == {0.4: (0, filled), 0.2: (1, filled), 0.1: (2, hollow)}
    assert display.ax_.get_title(loc="left") == "2 of 3 features pass at 5 %"
    assert display.frame()["feature"].tolist() == ["x1", "x2", "x0"]
    assert display.ax_.get_xlabel().endswith("\ntested: gains against chance")


def test_the_interval_and_what_chance_gives_are_drawn_where_they_are():
    relevance = make_relevance([0.3, 0.2], [True, True], expected=[0.05, 0.08])
    display = RelevanceDisplay.from_relevance(relevance).plot()
    assert [bar.get_width() for bar in display.ax_.patches] == [0.05, 0.08]
    lines = [
        path.vertices for group in display.ax_.collections for path in group.get_paths() if len(path) == 2
    ]
    flat = [line for line in lines if line[0, 1] == line[1, 1]]
    np.testing.assert_allclose(flat, [[[0.25, 0], [0.35, 0]], [[0.15, 1], [0.25, 1]]])


@pytest.mark.parametrize(
    ("p_value", "heading", "first"),
    [("p_value", "p-value", "0.001"), ("p_holm", "p-value, Holm", "0.01"), ("p_bh", "p-value, BH", "0.004")],
)
def test_the_column_at_the_right_has_the_asked_p_values(p_value, heading, first):
    relevance = make_relevance([0.4, 0.1], [True, False])
    display = RelevanceDisplay.from_relevance(relevance, p_value=p_value).plot()
    assert texts(display)[0] == first
    assert texts(display)[-1] == heading


def test_tiny_and_missing_p_values_are_written_too():
    relevance = make_relevance([0.4, 0.1], [True, False], p_value=[1e-12, np.nan])
    assert texts(RelevanceDisplay.from_relevance(relevance).plot())[:2] == ["< 0.0001", "-"]


def test_of_a_wide_table_those_that_pass_are_drawn_and_the_others_are_counted():
    gains, selected = np.linspace(0.5, 0.1, 500), np.arange(500) >= 495
    display = RelevanceDisplay.from_relevance(make_relevance(gains, selected), max_features=7).plot()
    labels = [label.get_text() for label in display.ax_.get_yticklabels()]
    assert labels == ["x0", "x1", "x495", "x496", "x497", "x498", "x499", "and 493 more"]
    assert display.ax_.get_title(loc="left") == "5 of 500 features pass at 5 %"
    assert len(display.frame()) == 500
    display = RelevanceDisplay.from_relevance(make_relevance(gains, selected), max_features=2).plot()
    assert display.ax_.get_yticklabels()[-1].get_text() == "and 498 more, 3 of which pass"


def test_a_feature_without_a_split_comes_last_and_says_so():
    unknown = {
        "low": [-np.inf, 0.1],
        "high": [np.inf, 0.3],
        "expected": [np.nan, 0.05],
        "p_value": [1.0, 0.01],
    }
    relevance = make_relevance([np.nan, 0.2], [False, True], **unknown)
    display = RelevanceDisplay.from_relevance(relevance).plot()
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["x1", "x0"]
    assert texts(display)[1] == "no evidence"
    assert dots(display).keys() == {0.2}


def test_an_endless_interval_ends_in_arrow_heads_and_leaves_room_for_the_others():
    relevance = make_relevance([0.3, 0.2], [True, False], low=[0.25, -np.inf], high=[0.35, np.inf])
    display = RelevanceDisplay.from_relevance(relevance).plot()
    low, high = display.ax_.get_xlim()
    assert low == 0.0
    assert 0.35 <= high < 0.5
    heads = [
        group.get_offsets().tolist() for group in display.ax_.collections
        if hasattr(group, "get_sizes") and group.get_sizes().tolist() == [22]
    ]  # fmt: skip
    assert heads == [[[low, 1.0]], [[high, 1.0]]]


@pytest.mark.parametrize(
    ("selected", "title"),
    [
        ([False, False], "None of 2 features passes at 5 %"),
        ([True, False], "1 of 2 features passes at 5 %"),
        ([False], "The only feature does not pass at 5 %"),
        ([True], "The only feature passes at 5 %"),
    ],
)
def test_the_title_says_how_many_pass(selected, title):
    display = RelevanceDisplay.from_relevance(make_relevance([0.2] * len(selected), selected)).plot()
    assert display.ax_.get_title(loc="left") == title


@pytest.mark.parametrize("n_features", [1, 5, 40])
def test_nothing_is_clipped(n_features):
    names = [f"a measurement with a rather long name, number {place:03d}" for place in range(n_features)]
    relevance = make_relevance(np.linspace(0.3, 0.0, n_features), np.arange(n_features) < 3, names)
    assert_nothing_is_clipped(RelevanceDisplay.from_relevance(relevance).plot())


def test_a_table_without_any_evidence_can_be_drawn():
    nothing = dict.fromkeys(["expected", "p_value"], np.nan)
    relevance = make_relevance([np.nan, np.nan], [False, False], low=-np.inf, high=np.inf, **nothing)
    display = RelevanceDisplay.from_relevance(relevance).plot()
    assert texts(display)[:2] == ["no evidence"] * 2
    display.figure_.canvas.draw()


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots(1, 2)
    display = RelevanceDisplay.from_relevance(make_relevance([0.1], [True])).plot(axes[1])
    assert display.ax_ is axes[1]
    assert display.figure_ is axes[1].figure


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="max_features=0"):
        RelevanceDisplay.from_relevance(make_relevance([0.1], [True]), max_features=0)
    with pytest.raises(ValueError, match="p_value='p' must be 'p_value', 'p_holm' or 'p_bh'"):
        RelevanceDisplay.from_relevance(make_relevance([0.1], [True]), p_value="p")
