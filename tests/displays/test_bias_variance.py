import matplotlib.pyplot as plt
import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.analysis.bias_variance import BiasVariance
from hedgerow.displays.bias_variance import BiasVarianceDisplay
from hedgerow.outputs import Outputs

TRUTH = np.arange(60) % 3


def made(right, noise=None):
    """Forty models that are right with a given probability, and otherwise name the next class."""
    rng = np.random.default_rng(0)
    said = np.where(rng.random((40, 60)) < right, TRUTH, (TRUTH + 1) % 3)
    return BiasVariance.from_outputs(Outputs.from_predictions(said, truth=TRUTH), noise=noise)


RESULTS = {"stump": made(0.3), "tree": made(0.8)}


def bars(display):
    """Left and right end of every bar, by the words of its part."""
    return {
        container.get_label(): [(bar.get_x(), bar.get_x() + bar.get_width()) for bar in container]
        for container in display.ax_.containers
        if hasattr(container, "patches")
    }


def texts(display):
    return [text.get_text() for text in display.ax_.texts]


def test_parts_below_zero_stand_left_of_it_and_the_mark_is_the_error():
    display = BiasVarianceDisplay.from_results(RESULTS).plot()
    drawn, parts = bars(display), display.frame()
    assert list(drawn) == ["systematic effect", "variance effect"]
    assert_allclose(drawn["systematic effect"][0], (0, parts.loc["stump", "bias"]))
    assert_allclose(drawn["variance effect"][0], (0, parts.loc["stump", "variance"]))
    assert parts.loc["stump", "variance"] < 0
    tree = parts.loc["tree"]
    assert_allclose(drawn["variance effect"][1], (tree["bias"], tree["bias"] + tree["variance"]))
    mark = next(line for line in display.ax_.lines if line.get_marker() == "D")
    assert_allclose(mark.get_xdata(), parts["error"])
    assert_allclose(parts[["bias", "variance"]].sum(axis=1) + parts["noise"], parts["error"])


def test_names_numbers_and_the_finding_are_said():
    display = BiasVarianceDisplay.from_results(RESULTS).plot()
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["stump", "tree"]
    error = f"{100 * RESULTS['tree'].error:.1f} %"
    assert error in texts(display)
    assert display.ax_.get_title(loc="left") == f"tree has the least error, {error}"
    assert "lower is better" in display.ax_.get_xlabel()
    legend = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert legend == ["systematic effect", "variance effect", "error, the sum"]
    display.figure_.canvas.draw()


def test_noise_is_drawn_where_there_is_some():
    noise = np.full((60, 3), 0.05) + 0.85 * np.eye(3)[TRUTH]
    display = BiasVarianceDisplay.from_results(made(0.9, noise)).plot()
    drawn = bars(display)
    assert_allclose(drawn["noise"], [(0, 0.1)])
    title = display.ax_.get_title(loc="left").replace("\n", " ")
    assert title.startswith("A member: error 1")
    assert title.endswith("the largest part is noise")


def test_a_definition_can_be_chosen_for_all():
    display = BiasVarianceDisplay.from_results(RESULTS, definition="kong_dietterich").plot()
    assert list(bars(display)) == ["bias", "variance"]
    assert display.frame()["noise"].isna().all()
    mixed = {"a": RESULTS["stump"].decompose("breiman"), "b": RESULTS["tree"]}
    found = BiasVarianceDisplay.from_results(mixed).frame()
    assert found.loc["b", "variance"] == pytest.approx(
        RESULTS["tree"].decompose("breiman").totals["variance"]
    )


def test_along_a_parameter_the_values_are_sorted_and_joined():
    results = {8: made(0.8), 1: made(0.3), 2: made(0.5)}
    display = BiasVarianceDisplay.from_results(results, parameter="max_depth").plot()
    assert display.frame().index.tolist() == [1, 2, 8]
    lines = {line.get_label(): line for line in display.ax_.lines}
    for role, word in display.words.items():
        if word in lines:
            assert_allclose(lines[word].get_ydata(), display.frame()[role])
    assert "systematic effect" in lines
    assert display.ax_.get_xlabel() == "max_depth"
    assert display.ax_.get_title(loc="left").endswith("at max_depth = 8")
    assert display.ax_.get_xscale() == "linear"


def test_values_of_a_wide_range_stand_on_a_logarithmic_axis_under_their_own_numbers():
    results = {value: made(0.5) for value in (1, 10, 100)}
    display = BiasVarianceDisplay.from_results(results, parameter="n_estimators").plot()
    assert display.ax_.get_xscale() == "log"
    assert [label.get_text() for label in display.ax_.get_xticklabels()] == ["1", "10", "100"]


def test_squared_error_is_not_in_percent():
    said = np.random.default_rng(0).normal(size=(5, 20))
    result = BiasVariance.from_outputs(Outputs.from_predictions(said, truth=np.ones(20), regression=True))
    display = BiasVarianceDisplay.from_results({"a": result}).plot()
    assert "%" not in "".join([*texts(display), display.ax_.get_title(loc="left")])
    assert display.ax_.get_xlabel().startswith("mean squared error")


def test_it_draws_where_it_is_told_to_and_long_names_are_folded():
    _, ax = plt.subplots()
    display = BiasVarianceDisplay.from_results({"bagged trees " * 5: RESULTS["tree"]})
    assert display.plot(ax).ax_ is ax
    assert max(map(len, ax.get_yticklabels()[0].get_text().split("\n"))) <= 28


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="no results"):
        BiasVarianceDisplay.from_results({})
    with pytest.raises(ValueError, match="must be numbers, got"):
        BiasVarianceDisplay.from_results({None: RESULTS["tree"]} | RESULTS, parameter="max_depth")
