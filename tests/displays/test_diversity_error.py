import matplotlib.pyplot as plt
import numpy as np
import pytest

from hedgerow.displays.diversity_error import DiversityErrorDisplay, name_ensembles
from hedgerow.diversity import pairwise
from hedgerow.outputs import Outputs


def members(T, accuracy, n=60, seed=0, **given):
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 3, n)
    answers = np.where(rng.random((T, n)) < accuracy, truth, rng.integers(0, 3, (T, n)))
    return Outputs.from_predictions(answers, truth=truth, **given)


STRONG, WEAK = members(6, 0.9), members(5, 0.5, seed=1)
VALUES = Outputs.from_predictions(
    [[1, 2, 3, 5], [2, 2, 2, 4], [1, 3, 3, 3]], truth=[1, 2, 3, 4], regression=True
)


def texts(display):
    legend = display.ax_.get_legend()
    return [text.get_text() for text in legend.get_texts()] if legend else []


def test_a_point_is_a_pair():
    frame = DiversityErrorDisplay.from_outputs(STRONG).frame()
    kappas, errors = pairwise(STRONG, "kappa").matrix, STRONG.errors()
    assert len(frame) == 15
    for row in frame.itertuples():
        i, j = int(row.first), int(row.second)
        assert i < j
        assert row.diversity == kappas[i, j]
        assert row.error == (errors[i] + errors[j]) / 2


def test_distance_against_error_of_three_regressors():
    display = DiversityErrorDisplay.from_outputs(VALUES)
    np.testing.assert_allclose(display.frame()["diversity"], [0.866025, 1.118034, 1.0], atol=1e-6)
    np.testing.assert_allclose(display.frame()["error"], [0.603553, 0.603553, 0.707107], atol=1e-6)
    axis = display.plot().ax_.get_xlabel()
    assert axis == "root mean square distance of two members     more diverse →"


def test_the_centre_is_the_mean_of_the_pairs():
    display = DiversityErrorDisplay.from_outputs({"strong": STRONG, "weak": WEAK}).plot()
    frame = display.frame()
    for name, drawn in zip(("strong", "weak"), display.ax_.collections[2:], strict=True):
        cloud = frame[frame["ensemble"] == name]
        np.testing.assert_allclose(drawn.get_offsets()[0], cloud[["diversity", "error"]].mean())
        assert display.centres.loc[name, "n_pairs"] == len(cloud)


def test_clouds_are_drawn_where_the_pairs_are():
    display = DiversityErrorDisplay.from_outputs({"strong": STRONG, "weak": WEAK}).plot()
    drawn = np.vstack([cloud.get_offsets() for cloud in display.ax_.collections[:2]])
    np.testing.assert_allclose(drawn, display.frame()[["diversity", "error"]])


def test_the_title_names_the_finding():
    display = DiversityErrorDisplay.from_outputs({"strong": STRONG, "weak": WEAK}).plot()
    assert display.ax_.get_title(loc="left") == "weak: most diverse; strong: most accurate members"
    centre = display.centres.loc["strong"]
    assert f"strong\nkappa {centre['diversity']:.2f}, error {100 * centre['error']:.1f} %" in texts(display)
    one = DiversityErrorDisplay.from_outputs(STRONG).plot()
    assert one.ax_.get_title(loc="left").startswith("Centre of all pairs: kappa ")
    assert not texts(one)


def test_the_better_of_two_in_both_respects_is_named_once():
    poor = Outputs.from_predictions([[0, 0, 0, 1]] * 3, truth=[1, 1, 1, 1])
    good = Outputs.from_predictions([[1, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1]], truth=[1, 1, 1, 1])
    title = DiversityErrorDisplay.from_outputs({"a": poor, "b": good}).plot().ax_.get_title(loc="left")
    assert title == "b: most diverse and most accurate members"


def test_the_axes_say_what_is_better():
    axes = DiversityErrorDisplay.from_outputs(STRONG).plot().ax_
    assert axes.get_xlabel() == "← more diverse     kappa of the answers of two members"
    assert "lower is better" in axes.get_ylabel()
    axes.figure.canvas.draw()
    assert all("%" in tick.get_text() for tick in axes.get_yticklabels() if tick.get_text())
    other = DiversityErrorDisplay.from_outputs(STRONG, measure="disagreement").plot().ax_
    assert other.get_xlabel() == "disagreement, of two members     more diverse →"


def test_a_large_cloud_is_thinned_and_says_so():
    many = members(40, 0.7)
    display = DiversityErrorDisplay.from_outputs(many).plot(max_points=300)
    cloud, centre = display.ax_.collections
    assert len(cloud.get_offsets()) == 300
    assert cloud.get_rasterized()
    assert "300 of 780 pairs are drawn" in display.ax_.get_xlabel()
    np.testing.assert_allclose(centre.get_offsets()[0], display.frame()[["diversity", "error"]].mean())
    again = DiversityErrorDisplay.from_outputs(many).plot(max_points=300).ax_.collections[0]
    np.testing.assert_array_equal(again.get_offsets(), cloud.get_offsets())


def test_pairs_without_a_value_are_counted():
    outputs = Outputs.from_predictions([[1, 1, 1, 1], [1, 0, 1, 1], [1, 0, 0, 1]], truth=[1, 1, 1, 1])
    display = DiversityErrorDisplay.from_outputs(outputs, measure="q").plot()
    assert len(display.frame()) == 1
    assert "2 pairs have no value" in display.ax_.get_xlabel()
    none = DiversityErrorDisplay.from_outputs(outputs.select([0, 1]), measure="q").plot()
    assert none.ax_.get_title(loc="left") == "No pair has a value"
    none.figure_.canvas.draw()


def test_an_ensemble_without_values_stays_in_the_legend():
    perfect = Outputs.from_predictions([[1, 0, 1]] * 2, truth=[1, 0, 1])
    display = DiversityErrorDisplay.from_outputs({"perfect": perfect, "weak": WEAK}, measure="q").plot()
    assert "perfect\nno pair has a value" in texts(display)
    assert display.ax_.get_title(loc="left").startswith("weak: q ")


def test_identical_members_and_long_names():
    same = Outputs.from_predictions([[0, 1, 1]] * 3, truth=[0, 1, 0])
    name = "an ensemble with a name that would not fit on one line of any legend"
    display = DiversityErrorDisplay.from_outputs({name: same, "b": WEAK}).plot()
    display.figure_.canvas.draw()
    assert max(len(line) for text in texts(display) for line in text.split("\n")) <= 30


def test_members_are_named():
    outputs = members(3, 0.8, names=["ann", "bob", "cy"])
    assert DiversityErrorDisplay.from_outputs(outputs).frame()["second"].tolist() == ["bob", "cy", "cy"]


def test_it_draws_where_it_is_told_to():
    _, ax = plt.subplots()
    display = DiversityErrorDisplay.from_outputs(STRONG).plot(ax)
    assert display.ax_ is ax
    assert display.figure_ is ax.figure


@pytest.mark.parametrize(
    ("outputs", "choices", "message"),
    [
        (STRONG.select([0]), {}, "'ensemble' has one member"),
        ({"a": STRONG, "b": VALUES}, {}, "do not mix classes and values"),
        ({}, {}, "pass at least one ensemble"),
        (STRONG, {"measure": "distance"}, "is one for values"),
        (Outputs.from_predictions([[0, 1], [1, 1]]), {}, "the truth is needed"),
    ],
)
def test_what_cannot_be_drawn_is_refused(outputs, choices, message):
    with pytest.raises(ValueError, match=message):
        DiversityErrorDisplay.from_outputs(outputs, **choices)


def test_ensembles_are_named():
    assert name_ensembles(VALUES) == ({"ensemble": VALUES}, False)
    assert name_ensembles({"a": STRONG})[1]
