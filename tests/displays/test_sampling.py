import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.displays.sampling import SamplingDisplay, keep_apart
from hedgerow.relevance.sampling import SamplingHistory


def make_history(*rounds, widths=None, names=None):
    shares = np.array(rounds, float)
    names = tuple(f"x{place}" for place in range(shares.shape[1])) if names is None else names
    widths = np.linspace(0.4, 0.1, len(shares)) if widths is None else widths
    return SamplingHistory(names, 10 * np.arange(len(shares)), shares, np.array(widths, float))


def wide_history(n_features=50):
    last = np.r_[[0.3, 0.2, 0.1], np.full(n_features - 3, 0.4 / (n_features - 3))]
    return make_history(np.full(n_features, 1 / n_features), last)


def texts(display):
    return [text.get_text() for text in display.ax_.texts]


def test_leading_features_are_named_and_the_others_are_grey():
    display = SamplingDisplay.from_history(wide_history()).plot()
    assert texts(display) == ["all alike  2%", "x0  30%", "x1  20%", "x2  10%"]
    named = [line for line in display.ax_.get_lines() if line.get_color() not in ("0.75", "0.45")]
    np.testing.assert_allclose([line.get_ydata() for line in named], [[0.02, 0.3], [0.02, 0.2], [0.02, 0.1]])
    assert sum(line.get_color() == "0.75" for line in display.ax_.get_lines()) == 47
    assert display.ax_.get_title(loc="left") == "2 of 50 features take half of the draws"


def test_at_most_six_lines_are_named_and_few_features_all_are():
    shares = np.linspace(1, 2, 20)
    display = SamplingDisplay.from_history(make_history(shares / shares.sum())).plot()
    assert [text.split()[0] for text in texts(display)[1:]] == ["x19", "x18", "x17", "x16", "x15", "x14"]
    display = SamplingDisplay.from_history(make_history([0.7, 0.2, 0.1])).plot()
    assert texts(display)[1:] == ["x0  70%", "x1  20%", "x2  10%"]
    assert display.ax_.get_title(loc="left") == "1 of 3 features takes half of the draws"


def test_the_lower_picture_has_the_widths_that_are_known():
    history = make_history([0.5, 0.5], [0.6, 0.4], [0.7, 0.3], widths=[np.nan, 0.4, 0.2])
    display = SamplingDisplay.from_history(history).plot()
    (line,) = display.width_ax_.get_lines()
    np.testing.assert_allclose(line.get_xydata(), [[10, 0.4], [20, 0.2]])
    assert display.width_ax_.get_xlabel() == "number of trees"
    assert display.ax_.get_xlim() == display.width_ax_.get_xlim()


def test_wild_first_intervals_do_not_hide_the_others():
    history = make_history(*[[0.5, 0.5]] * 5, widths=[np.nan, 1e90, 0.3, 0.2, 0.1])
    display = SamplingDisplay.from_history(history).plot()
    assert display.width_ax_.get_ylim()[1] == pytest.approx(1.1 * 5 * 0.25)
    display.figure_.canvas.draw()


def test_without_widths_there_is_one_picture():
    display = SamplingDisplay.from_history(make_history([0.5, 0.5], widths=[np.nan])).plot()
    assert display.width_ax_ is None
    assert display.ax_.get_xlabel() == "number of trees"
    assert display.ax_.get_title(loc="left") == "All 2 features are equally likely to be tried"
    display.figure_.canvas.draw()


def test_a_distribution_of_many_equal_features_is_called_so():
    display = SamplingDisplay.from_history(make_history(np.full(30, 1 / 30))).plot()
    assert display.ax_.get_title(loc="left") == "All 30 features are equally likely to be tried"
    assert texts(display) == ["all alike  3.3%"]


def test_it_draws_on_one_or_two_given_axes():
    _, axes = plt.subplots(2, 2)
    display = SamplingDisplay.from_history(wide_history())
    assert display.plot(axes[0, 0]).width_ax_ is None
    assert display.ax_ is axes[0, 0]
    display.plot(axes[:, 1])
    assert (display.ax_, display.width_ax_) == (axes[0, 1], axes[1, 1])
    with pytest.raises(ValueError, match="ax has 4 axes"):
        display.plot(axes.ravel())


def test_the_frame_has_a_row_per_round():
    frame = SamplingDisplay.from_history(make_history([0.5, 0.5], [0.9, 0.1])).frame()
    assert frame.index.tolist() == [0, 10]
    assert frame["x0"].tolist() == [0.5, 0.9]


@pytest.mark.parametrize("n_features", [1, 2, 60])
def test_nothing_is_clipped(n_features):
    names = tuple(f"a measurement with a rather long name, number {place:03d}" for place in range(n_features))
    shares = np.arange(n_features, 0, -1) ** 2.0
    history = make_history(shares / shares.sum(), shares / shares.sum(), names=names)
    figure = SamplingDisplay.from_history(history).plot().figure_
    figure.canvas.draw()
    box, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    assert box.x0 > -0.03
    assert box.y0 > -0.03
    assert box.x1 < width + 0.03
    assert box.y1 < height + 0.03


@given(st.lists(st.floats(0, 10), min_size=1, max_size=8), st.floats(0.01, 2))
def test_labels_keep_apart_and_in_order(heights, gap):
    placed = keep_apart(heights, gap)
    order = np.argsort(heights, kind="stable")
    assert (np.diff(placed[order]) >= gap - 1e-9).all()
    assert np.mean(placed) == pytest.approx(np.mean(heights))
    if np.diff(np.sort(heights)).min(initial=np.inf) >= gap:
        np.testing.assert_allclose(placed, heights, atol=1e-12)
