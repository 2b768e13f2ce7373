import matplotlib.pyplot as plt
import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.analysis.margin_comparison import compare_margins
from hedgerow.analysis.vote_margins import margins
from hedgerow.displays.margin import MarginDisplay
from hedgerow.outputs import Outputs

RNG = np.random.default_rng(0)
TRUTH = RNG.integers(0, 3, 200)


def members(accuracy, n_members=9):
    right = RNG.random((n_members, 200)) < accuracy
    return Outputs.from_predictions(np.where(right, TRUTH, (TRUTH + 1) % 3), TRUTH, classes=[0, 1, 2])


GOOD, BAD = members(0.8), members(0.35)


def legend_of(display):
    return [text.get_text() for text in display.ax_.get_legend().get_texts()]


def test_the_curve_is_the_distribution_of_the_margins():
    display = MarginDisplay.from_outputs(GOOD).plot()
    curve = display.ax_.lines[1]  # the first line marks zero
    spread = margins(GOOD).distribution()
    x, y = curve.get_data()
    assert_allclose(x[1:-1], spread.margin)
    assert_allclose(y[1:-1], spread.share.cumsum())
    assert_allclose(display.frame()["cumulative"], spread.share.cumsum())
    display.figure_.canvas.draw()


def test_the_share_of_negative_margins_can_be_read():
    display = MarginDisplay.from_outputs({"good": GOOD, "bad": BAD}).plot()
    shares = [margins(each).share_negative for each in (GOOD, BAD)]
    markers = [line for line in display.ax_.lines if line.get_marker() not in ("None", None, "")]
    assert [marker.get_data()[1][0] for marker in markers] == shares
    assert all(f"{share:.1%} wrong" in text for share, text in zip(shares, legend_of(display), strict=True))
    assert display.ax_.get_title(loc="left") == "good is wrong least often and surest"


def test_the_title_tells_frequency_from_sureness():
    sure = Outputs.from_predictions([[0, 0, 0, 1]] * 3, [0, 0, 0, 0])
    right = Outputs.from_predictions([[0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]], [0, 0, 0, 0])
    title = MarginDisplay.from_outputs({"sure": sure, "right": right}).title
    assert title == "right is wrong least often, sure is surest"
    alone = MarginDisplay.from_outputs(sure)
    assert alone.title == "25.0% of the rows are voted wrong; the mean margin is 0.50"
    assert alone.summary["ensemble"].tolist() == ["the ensemble"]


def test_ties_are_told():
    tied = Outputs.from_predictions([[0, 0], [0, 1]], [0, 0])
    assert legend_of(MarginDisplay.from_outputs({"pair": tied}).plot()) == ["pair: 0.0% wrong, 50.0% tied"]


def test_observed_and_true_margins():
    true = np.full((200, 3), [0.7, 0.3, 0.0])
    comparison = compare_margins(GOOD, true)
    display = MarginDisplay.from_comparison(comparison).plot()
    assert display.summary["ensemble"].tolist() == ["observed", "expected of as many members", "true"]
    assert_allclose(display.summary["strength"].iloc[[0, 2]], [comparison.observed.strength, 0.4])
    assert f"{comparison.share_misjudged:.1%}" in display.title
    display.figure_.canvas.draw()


@pytest.mark.parametrize(("outputs", "corner"), [(GOOD, 2), (BAD, 4)], ids=["good", "bad"])
def test_the_legend_stands_where_no_curve_is(outputs, corner):
    assert MarginDisplay.from_outputs(outputs).plot().ax_.get_legend()._loc == corner


def test_many_and_long_names_are_all_there():
    named = {f"an ensemble with a very long name, number {each}": members(0.6) for each in range(12)}
    display = MarginDisplay.from_outputs(named).plot()
    texts = [" ".join(text.split()) for text in legend_of(display)]
    assert all(any(text.startswith(name) for text in texts) for name in named)
    styles = {
        (line.get_color(), line.get_linestyle()) for line in display.ax_.lines if line.get_linewidth() == 1.8
    }
    assert len(styles) == 12
    display.figure_.canvas.draw()


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots(1, 2)
    assert MarginDisplay.from_outputs(GOOD).plot(axes[1]).ax_ is axes[1]
    assert not axes[0].lines


def test_nothing_cannot_be_drawn():
    with pytest.raises(ValueError, match="there is no ensemble to draw"):
        MarginDisplay.from_outputs({})
