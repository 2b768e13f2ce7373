import matplotlib.pyplot as plt
import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.feature_selection import SelectKBest

from hedgerow.displays.stability import StabilityDisplay
from hedgerow.selection.stability import stability_of


def runs(n_features, n_often=3, n_runs=50):
    shares = np.where(np.arange(n_features) < n_often, 0.9, 0.5 * n_often / n_features)
    return stability_of(np.random.default_rng(0).random((n_runs, n_features)) < shares)


def test_few_features_are_named_bars():
    stability = runs(5)
    display = StabilityDisplay.from_stability(stability).plot()
    frame = stability.frame()
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == frame["feature"].tolist()
    assert [bar.get_width() for bar in display.ax_.patches] == pytest.approx(frame["frequency"].tolist())
    low, high = stability.interval
    assert (
        f"stability: {stability.stability:.2f} (95 % interval {low:.2f} to {high:.2f})"
        in display.ax_.get_title()
    )
    assert "share of 50 runs that select it" in display.ax_.get_xlabel()
    assert display.ax_.lines[0].get_xdata()[0] == pytest.approx(frame["frequency"].mean())


@pytest.mark.parametrize(("n_features", "scale"), [(60, "linear"), (10_000, "log")])
def test_many_features_are_a_falling_curve(n_features, scale):
    stability = runs(n_features, n_often=max(3, n_features // 100))
    display = StabilityDisplay.from_stability(stability).plot()
    (curve,) = display.ax_.patches
    heights = curve.get_data().values
    n_ever = int((stability.frequencies > 0).sum())
    np.testing.assert_allclose(heights, np.sort(stability.frequencies)[::-1][:n_ever])
    assert display.ax_.get_xscale() == scale
    assert f"{n_features - n_ever:,} more were never selected" in display.ax_.get_xlabel()
    (listed,) = display.ax_.texts
    assert all(name in listed.get_text() for name in stability.frame()["feature"][:5])
    assert f"{int((stability.frequencies == 1).sum())} selected every time" in listed.get_text()


@pytest.mark.parametrize(
    ("value", "title"), [(0, "Every run selected nothing"), (1, "Every run selected all features")]
)
@pytest.mark.parametrize("n_features", [4, 60])
def test_trivial_selections(value, title, n_features):
    display = StabilityDisplay.from_stability(stability_of(np.full((3, n_features), value))).plot()
    assert display.ax_.get_title() == title
    display.figure_.canvas.draw()


@pytest.mark.parametrize("n_features", [2, 40, 41, 300])
def test_nothing_is_clipped(n_features):
    names = [f"a measurement with a rather long name, number {place:03d}" for place in range(n_features)]
    stability = stability_of(runs(n_features).supports, feature_names=names)
    display = StabilityDisplay.from_stability(stability).plot()
    display.figure_.canvas.draw()
    frame, axes = display.figure_.bbox, display.ax_
    low, high = sorted(axes.get_ylim())
    ticks = [label for label in axes.get_yticklabels() if low <= label.get_position()[1] <= high]
    texts = [*ticks, *axes.texts, axes.xaxis.label, axes.yaxis.label]
    boxes = [text.get_window_extent() for text in texts if text.get_text()]
    assert min(box.x0 for box in boxes) >= frame.x0 - 1
    assert min(box.y0 for box in boxes) >= frame.y0 - 1
    assert max(box.x1 for box in boxes) <= frame.x1 + 1
    assert max(box.y1 for box in boxes) <= frame.y1 + 1


def test_from_a_selector_and_on_given_axes():
    X, y = load_iris(return_X_y=True, as_frame=True)
    _, axes = plt.subplots(1, 2)
    display = StabilityDisplay.from_selector(SelectKBest(k=2), X, y, n_repeats=5, random_state=0).plot(
        axes[0]
    )
    assert display.ax_ is axes[0]
    assert display.ax_.get_title().startswith("Excellent stability: 1.00")
    assert display.frame()["frequency"].tolist() == [1, 1, 0, 0]


def test_a_rounded_zero_has_no_sign():
    rng = np.random.default_rng(1)
    shaky = next(
        stability
        for stability in (stability_of(rng.random((200, 200)) < 0.5) for _ in range(50))
        if stability.stability < 0
    )
    assert "-0.00" not in StabilityDisplay.from_stability(shaky).plot().ax_.get_title()
    assert "-0.00" not in shaky.sentence
