import matplotlib.pyplot as plt
import numpy as np
import pytest
from tests.displays.test_diversity_error import STRONG, VALUES, WEAK

from hedgerow.displays.ensemble_curve import EnsembleCurveDisplay
from hedgerow.diversity import ensemble_curve
from hedgerow.outputs import Outputs


def drawn(display):
    """The solid curves, by the first line of their labels."""
    return {
        line.get_label().split("\n")[0]: line.get_xydata()
        for line in display.ax_.lines
        if line.get_linestyle() == "-"
    }


@pytest.mark.parametrize("measure", ["error", "vote_entropy", "kappa", "q", "double_fault"])
def test_the_curves_are_those_of_the_record(measure):
    display = EnsembleCurveDisplay.from_outputs({"strong": STRONG, "weak": WEAK}, measure=measure).plot()
    for name, outputs in {"strong": STRONG, "weak": WEAK}.items():
        asked = [measure] if measure in ("kappa", "q", "double_fault") else []
        expected = ensemble_curve(outputs, asked).frame()[measure].dropna()
        np.testing.assert_allclose(drawn(display)[name], np.column_stack([expected.index, expected]))
        frame = display.frame()
        assert (frame["ensemble"] == name).sum() == outputs.n_members


def test_the_error_of_the_members_alone_is_drawn_beside_that_of_the_vote():
    display = EnsembleCurveDisplay.from_outputs(WEAK).plot()
    dotted = [line for line in display.ax_.lines if line.get_linestyle() == ":"]
    expected = ensemble_curve(WEAK, []).frame()["member_error"]
    np.testing.assert_allclose(dotted[0].get_ydata(), expected)
    assert [text.get_text() for text in display.ax_.texts] == ["mean error of the members alone"]
    assert len(EnsembleCurveDisplay.from_outputs(WEAK, measure="q").plot().ax_.texts) == 0


def test_the_title_names_the_finding():
    both = {"strong": STRONG, "weak": WEAK}
    title = EnsembleCurveDisplay.from_outputs(both).plot().ax_.get_title(loc="left")
    assert title == "strong ends with the smallest error"
    for measure in ("kappa", "disagreement", "vote_entropy"):
        title = EnsembleCurveDisplay.from_outputs(both, measure=measure).plot().ax_.get_title(loc="left")
        assert title == "weak ends with the greatest diversity"
    curve = ensemble_curve(WEAK, []).curves["error"]
    title = EnsembleCurveDisplay.from_outputs(WEAK).plot().ax_.get_title(loc="left")
    assert title == f"Error: {100 * curve[0]:.1f} % with 1 member, {100 * curve[-1]:.1f} % with 5 members"


@pytest.mark.parametrize(
    ("outputs", "measure", "words"),
    [
        (WEAK, "error", "error of the vote   (lower is better)"),
        (VALUES, "error", "root mean square error   (lower is better)"),
        (WEAK, "q", "mean Q statistic of two members\n(lower is more diverse)"),
        (WEAK, "vote_entropy", "entropy of the votes, in bits\n(higher is more diverse)"),
        (VALUES, "ambiguity", "ambiguity\n(higher is more diverse)"),
        (WEAK, "double_fault", "mean double fault of two members\n(lower is more diverse)"),
    ],
)
def test_the_axis_says_what_is_better(outputs, measure, words):
    axes = EnsembleCurveDisplay.from_outputs(outputs, measure=measure).plot().ax_
    assert axes.get_ylabel() == words
    assert axes.get_xlabel() == "number of members"


def test_the_legend_says_where_each_curve_ends():
    display = EnsembleCurveDisplay.from_outputs({"strong": STRONG, "weak": WEAK}).plot()
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    end = 100 * ensemble_curve(STRONG, []).curves["error"][-1]
    assert labels[0] == f"strong\n{end:.1f} % with 6 members"
    assert labels[-1] == "mean error of the members\nalone"


def test_a_lone_member_and_a_curve_without_values():
    one = EnsembleCurveDisplay.from_outputs(WEAK.select([0])).plot()
    one.figure_.canvas.draw()
    assert one.ax_.get_title(loc="left").endswith("% with 1 member")
    low, high = one.ax_.get_xlim()
    assert [tick for tick in one.ax_.get_xticks() if low <= tick <= high] == [1]
    none = EnsembleCurveDisplay.from_outputs(WEAK.select([0]), measure="q").plot()
    none.figure_.canvas.draw()
    assert none.ax_.get_title(loc="left") == "There is no value at any size"


def test_undefined_pairs_can_be_given_a_value():
    perfect = Outputs.from_predictions([[1, 0, 1]] * 3, truth=[1, 0, 1])
    display = EnsembleCurveDisplay.from_outputs(perfect, measure="q", undefined=0.0)
    np.testing.assert_array_equal(display.frame()["value"], [np.nan, 0.0, 0.0])


def test_it_draws_where_it_is_told_to():
    _, ax = plt.subplots()
    assert EnsembleCurveDisplay.from_outputs(VALUES).plot(ax).ax_ is ax


@pytest.mark.parametrize(
    ("outputs", "measure", "message"),
    [
        (WEAK, "ambiguity", "measure='ambiguity' does not fit 'ensemble'"),
        (WEAK, "coppa", "measure='coppa' is not known"),
        (Outputs.from_predictions([[0, 1], [1, 1]]), "error", "the truth is needed"),
        ({"a": WEAK, "b": VALUES}, "error", "do not mix"),
    ],
)
def test_what_cannot_be_drawn_is_refused(outputs, measure, message):
    with pytest.raises(ValueError, match=message):
        EnsembleCurveDisplay.from_outputs(outputs, measure=measure)
