import matplotlib.pyplot as plt

from hedgerow.displays.canvas import COLOURS, MARKERS, open_axes, shorten, style


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
