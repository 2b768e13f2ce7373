from dataclasses import dataclass

import matplotlib.pyplot as plt
import pytest

from hedgerow.displays.display import COLOURS, MARKERS, Display, open_axes, shorten, style


def test_given_axes_are_kept_and_new_ones_have_the_asked_size():
    _, axes = plt.subplots()
    assert open_axes(axes) is axes
    made = open_axes(width=3, height=2)
    assert made.figure.get_size_inches().tolist() == [3, 2]
    assert not made.spines["top"].get_visible()
    assert made.spines["left"].get_visible()


def test_colour_and_marker_change_together_and_start_again():
    assert len({style(position) for position in range(len(COLOURS))}) == len(COLOURS)
    assert style(len(COLOURS))[0] == style(0)[0]
    assert style(len(MARKERS))[1] == style(0)[1]


def test_a_long_name_keeps_both_of_its_ends():
    assert shorten("short") == "short"
    assert shorten("x" * 40) == "x" * 40
    assert shorten("first" + "x" * 90 + "last", 12) == "first…xlast"


@dataclass
class LineDisplay(Display):
    heights: list[float]

    def _draw(self, ax):
        ax = open_axes(ax)
        ax.plot(self.heights)
        return ax


def test_a_display_is_drawn_where_one_likes_and_remembers_where():
    display = LineDisplay([1.0, 3.0])
    assert display.ax_ is None
    assert display.figure_ is None
    first = display.plot().ax_
    assert display.figure_ is first.figure
    assert display.plot(first) is display
    assert display.ax_ is first
    assert len(first.lines) == 2


def test_a_display_without_a_drawing_cannot_be_made():
    with pytest.raises(TypeError, match="_draw"):
        Display()
