import matplotlib.pyplot as plt
import numpy as np
import pytest
from tests.ensembles.masks.test_report import MASKS, SAID, TRUTH, make_report

from hedgerow.displays.mask_ensemble import MaskEnsembleDisplay
from hedgerow.ensembles import MaskEnsembleClassifier, MaskReport
from hedgerow.outputs import Outputs


def titles(display):
    return [axes.get_title(loc="left") for axes in display.ax_]


def test_the_curves_and_bars_are_those_of_the_report():
    report = make_report()
    display = MaskEnsembleDisplay.from_report(report).plot()
    frame = report.frame()
    together, alone = display.ax_[0].lines
    np.testing.assert_allclose(together.get_ydata(), frame["accuracy"])
    np.testing.assert_allclose(alone.get_ydata(), frame["member_accuracy"])
    np.testing.assert_allclose(
        display.ax_[1].lines[0].get_xydata(), np.column_stack([frame.index, frame["entropy"]])
    )
    assert display.ax_[1].lines[1].get_xdata()[0] == report.n_enough
    np.testing.assert_allclose([bar.get_width() for bar in display.ax_[2].patches], [1.0, 0.4, 0.2])
    assert [label.get_text() for label in display.ax_[2].get_yticklabels()] == ["a", "b", "c"]
    assert display.frame().equals(frame)


def test_titles_and_axes_say_what_is_found_and_on_which_rows():
    display = MaskEnsembleDisplay.from_report(make_report()).plot()
    assert titles(display) == [
        "Together 75.0 %, alone 70.0 %\non the rows that guided the search",
        f"95 % of the entropy with {make_report().n_enough} of 5 members",
        "a is in 100 % of the masks",
    ]
    assert display.ax_[0].get_ylabel().endswith("(higher is better)")
    assert display.ax_[1].get_ylabel().endswith("(higher is more diverse)")
    assert display.ax_[1].get_xlabel() == "number of members"
    labels = [text.get_text() for text in display.ax_[0].texts]
    assert labels == ["the vote", "one member, on average"]


def test_members_that_agree_and_a_lone_one():
    agreeing = MaskEnsembleDisplay.from_report(
        make_report(said=[TRUTH] * 5, masks=np.ones((5, 3), bool))
    ).plot()
    assert titles(agreeing)[1:] == ["The members never disagree", "All features are used alike"]
    assert len(agreeing.ax_[1].lines) == 1
    lone = MaskEnsembleDisplay.from_report(make_report(said=SAID[:1], masks=MASKS[:1])).plot()
    assert titles(lone)[1] == "One member has nobody to disagree with"
    lone.figure_.canvas.draw()


def test_of_many_features_the_most_used_are_shown_and_the_others_counted():
    masks = np.arange(5)[:, None] >= np.arange(40) % 5
    names = np.array([f"a name that is much too long for a picture, number {place}" for place in range(40)])
    outputs = Outputs.from_predictions(SAID, TRUTH)
    report = MaskReport(outputs, masks, names, np.ones(5), n_candidates=5, n_trials=1, n_cycles=1.0)
    axes = MaskEnsembleDisplay.from_report(report, max_features=6).plot().ax_[2]
    assert len(axes.patches) == 6
    assert axes.get_xlabel() == "masks that see the feature\n34 more features in fewer"
    assert max(len(label.get_text()) for label in axes.get_yticklabels()) <= 28


def test_given_axes_are_drawn_on():
    figure, axes = plt.subplots(1, 3)
    display = MaskEnsembleDisplay.from_report(make_report()).plot(axes)
    assert display.figure_ is figure
    assert list(display.ax_) == list(axes)
    with pytest.raises(ValueError, match="ax holds 1 axes; pass three"):
        display.plot(axes[0])


def test_a_fitted_ensemble_is_needed():
    X, y = np.random.default_rng(0).normal(size=(30, 4)), np.arange(30) % 2
    masks = MaskEnsembleClassifier(n_estimators=3, random_state=0)
    with pytest.raises(ValueError, match="has no report_"):
        MaskEnsembleDisplay.from_estimator(masks)
    display = MaskEnsembleDisplay.from_estimator(masks.fit(X, y))
    assert display.frame().equals(masks.report_.frame())
    with pytest.raises(ValueError, match="max_features=0"):
        MaskEnsembleDisplay.from_estimator(masks, max_features=0)
