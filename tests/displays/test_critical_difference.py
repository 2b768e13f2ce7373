import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from tests.analysis.comparison.published import BAUTISTA, LECTURE

from hedgerow import compare
from hedgerow.analysis.comparison import critical_difference
from hedgerow.displays.critical_difference import CriticalDifferenceDisplay


def said(display):
    return [text.get_text() for text in display.ax_.texts]


def bars(display):
    """Ends of the bars that join methods."""
    return [line.get_xdata().tolist() for line in display.ax_.lines if line.get_linewidth() == 3.5]


def stairs(n_methods, n_rows=30, step=1.0, names=None):
    scores = np.random.default_rng(0).normal(size=(n_rows, n_methods)) + step * np.arange(n_methods)
    return compare(scores, rows="datasets", names=names)


def test_the_picture_says_what_the_ranks_say():
    display = CriticalDifferenceDisplay.from_scores(LECTURE).plot()
    assert "random forest  2.00" in said(display)
    assert "3.58  decision tree" in said(display)
    assert f"critical difference {critical_difference(24, 4):.2f}" in said(display)
    assert display.ax_.get_title() == "random forest, boosting and bagging rank better than decision tree"
    assert "average rank over 24 data sets" in display.ax_.get_xlabel()
    assert "Nemenyi's test at 5%" in display.ax_.get_xlabel()
    ((start, end),) = bars(display)
    assert start < 2.0
    assert 2.354 < end < 3.58
    assert display.frame()["n_apart"].tolist() == [1, 1, 1, 3]


def test_each_method_hangs_at_its_rank():
    display = CriticalDifferenceDisplay.from_scores(LECTURE).plot()
    hanging = sorted(line.get_xdata()[0] for line in display.ax_.lines if len(line.get_xdata()) == 3)
    assert hanging == pytest.approx(display.frame()["average_rank"].tolist())


def test_against_a_control():
    display = CriticalDifferenceDisplay.from_scores(LECTURE, control="boosting").plot()
    assert display.ax_.get_title() == "decision tree ranks worse than boosting"
    assert not bars(display)
    assert display.groups == []
    band = next(line.get_xdata() for line in display.ax_.lines if line.get_linewidth() == 9)
    reach = critical_difference(24, 4, against_control=True)
    assert band == pytest.approx([2.0625 - reach, 2.0625 + reach])
    assert "does not tell a method from boosting" in " ".join(display.ax_.get_xlabel().split())
    colours = {text.get_text(): text.get_color() for text in display.ax_.texts}
    assert colours["3.58  decision tree"] != colours["random forest  2.00"] == colours["2.35  bagging"]
    worst = CriticalDifferenceDisplay.from_scores(LECTURE, control="decision tree").plot()
    assert worst.ax_.get_title() == "random forest, boosting and bagging rank better than decision tree"


def test_no_difference_is_the_title_where_friedman_finds_none():
    display = CriticalDifferenceDisplay.from_scores(BAUTISTA).plot()
    assert display.ax_.get_title() == "No difference between 4 methods is shown (Friedman's test, p = 0.27)"
    two = CriticalDifferenceDisplay.from_scores(LECTURE[["boosting", "random forest"]]).plot()
    assert two.ax_.get_title().startswith("No difference between 2 methods is shown")


def test_ranks_that_are_too_near():
    """Two methods are better than two others, but no pair of them is far enough apart."""
    ranks = np.array([[1, 2, 3, 4], [2, 1, 4, 3]] * 9 + [[3, 4, 1, 2], [4, 3, 2, 1]] * 4)
    compared = compare(-ranks, rows="datasets")
    assert compared.friedman.f_p_value < 0.05
    display = CriticalDifferenceDisplay.from_comparison(compared)
    assert display.finding == "No two methods are told apart"
    assert display.groups == [(0, 3)]
    against = compare(-ranks, rows="datasets", control="method 0")
    assert CriticalDifferenceDisplay.from_comparison(against).finding == "No method is told from method 0"


@pytest.mark.parametrize("n_methods", [2, 3, 9, 30])
@pytest.mark.parametrize("control", [False, True])
def test_nothing_is_clipped_with_few_or_many_methods_of_long_names(n_methods, control):
    names = [f"an ensemble with a rather long name and depth={place:03d}" for place in range(n_methods)]
    compared = stairs(n_methods, step=2.0 / n_methods, names=names)
    if control:
        scores = pd.DataFrame(compared.table.values, columns=names, index=map(str, range(100, 130)))
        compared = compare(scores, control=names[n_methods // 2])
    display = CriticalDifferenceDisplay.from_comparison(compared).plot()
    display.figure_.canvas.draw()
    frame = display.figure_.bbox
    boxes = [text.get_window_extent() for text in (*display.ax_.texts, display.ax_.xaxis.label)]
    assert min(box.x0 for box in boxes) >= frame.x0 - 1
    assert max(box.x1 for box in boxes) <= frame.x1 + 1
    assert min(box.y0 for box in boxes) >= frame.y0 - 1
    named = [text for text in said(display) if "…" in text]
    assert len(set(named)) == n_methods


def test_bars_of_overlapping_groups_lie_at_different_heights():
    display = CriticalDifferenceDisplay.from_comparison(stairs(9, step=0.3)).plot()
    assert len(display.groups) > 1
    drawn = [
        (*line.get_xdata(), line.get_ydata()[0]) for line in display.ax_.lines if line.get_linewidth() == 3.5
    ]
    for place, (start, end, height) in enumerate(drawn):
        for other_start, other_end, other_height in drawn[:place]:
            assert height != other_height or start > other_end or end < other_start


def test_many_losers_are_counted():
    display = CriticalDifferenceDisplay.from_comparison(stairs(9, step=1.0))
    assert display.finding.endswith("of 8 others")


def test_leaders_with_long_names_are_led_by_the_best():
    names = [*(f"a method whose name is much too long for a title {place}" for place in range(3)), "tree"]
    display = CriticalDifferenceDisplay.from_scores(LECTURE.set_axis([names[3], *names[:3]], axis=1))
    assert display.finding.startswith("a method whose name…")
    assert display.finding.endswith(" 2 ranks better than tree")


def test_a_ruler_that_is_longer_than_the_scale():
    display = CriticalDifferenceDisplay.from_scores([[3, 2, 1], [1, 2, 3]], rows="datasets").plot()
    assert display.critical_difference > 2
    assert any(text.endswith("more than ranks can differ") for text in said(display))
    ruler = next(line for line in display.ax_.lines if line.get_ydata()[0] > 0)
    assert ruler.get_xdata().tolist() == [1, 3]


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots(1, 2, figsize=(12, 4))
    assert CriticalDifferenceDisplay.from_scores(LECTURE).plot(axes[1]).ax_ is axes[1]


def test_folds_have_no_critical_difference():
    with pytest.raises(ValueError, match="folds of one data set are not independent"):
        CriticalDifferenceDisplay.from_scores(np.ones((5, 3)), rows="folds", n_folds=5)
