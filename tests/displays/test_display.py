from dataclasses import dataclass

import pytest

from hedgerow.displays.canvas import open_axes
from hedgerow.displays.display import Display


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
