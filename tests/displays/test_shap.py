import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from tests.displays.test_local_relevance import assert_nothing_is_clipped, title_of

from hedgerow.displays.shap import ShapDisplay, spread_swarm
from hedgerow.relevance.shapley import ShapValues

TABLE = pd.DataFrame(
    {"size": [3.0, 1.0, np.nan, 2.0], "colour": ["red", "blue", "red", None], "count": [1, 2, 3, 4]},
    index=["anna", "bert", "carl", "dora"],
)
VALUES = np.array([[0.5, 0.1, 0.0], [0.4, -0.3, 0.0], [-0.2, 0.6, 0.0], [0.3, 0.1, 0.0]])


def display_of(**options):
    return ShapDisplay(ShapValues(VALUES, 1.0, None, TABLE, (), "value", None), **options)


@pytest.fixture(autouse=True)
def _close():
    yield
    plt.close("all")


def test_a_swarm_has_a_dot_for_each_row_where_its_contribution_is():
    display = display_of().plot()
    assert title_of(display) == "size contributes most: 0.35 on average, up or down"
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["size", "colour", "count"]
    dots = np.concatenate([each.get_offsets()[:, 0] for each in display.ax_.collections])
    np.testing.assert_allclose(np.sort(dots), np.sort(VALUES.ravel()))
    assert_nothing_is_clipped(display)


def test_only_the_largest_are_drawn():
    display = display_of(max_features=1).plot()
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["size"]


def test_steps_lead_from_the_base_to_the_answer():
    display = display_of().explain("carl")
    assert title_of(display) == "Row carl: the model says 1.4, from 1 without knowing the row"
    bars = [(bar.get_x(), bar.get_width()) for bar in display.ax_.patches]
    np.testing.assert_allclose(bars, [(0.8, 0.6), (1.0, -0.2), (1.0, 0.0)])
    labels = [label.get_text() for label in display.ax_.get_yticklabels()]
    assert labels == ["colour = red", "size = missing", "count = 3"]
    assert_nothing_is_clipped(display)


def test_the_rest_is_one_step():
    display = display_of(max_features=1).explain("bert")
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["size = 1", "2 other features"]
    np.testing.assert_allclose([bar.get_width() for bar in display.ax_.patches], [0.4, -0.3])


def test_a_class_is_named():
    both = np.stack([-VALUES, VALUES], axis=2)
    shap = ShapValues(both, np.array([0.5, 0.5]), None, TABLE, ("no", "yes"), "probability", None)
    assert ShapDisplay(shap).plot().ax_.get_xlabel() == "contribution to the probability of yes"
    assert ShapDisplay(shap, "no").explain("anna").ax_.get_xlabel().startswith("probability of no")
    np.testing.assert_array_equal(ShapDisplay(shap, "no").frame().to_numpy(), -VALUES)
    with pytest.raises(ValueError, match="output='maybe'"):
        ShapDisplay(shap, "maybe")


def test_gaps_and_words_have_no_colour_of_their_own():
    words = ShapDisplay(ShapValues(VALUES[:, 1:2], 1.0, None, TABLE[["colour"]], (), "value", None)).plot()
    assert len(words.figure_.axes) == 1  # and no colour bar
    sizes = ShapDisplay(ShapValues(VALUES[:, :1], 1.0, None, TABLE[["size"]], (), "value", None)).plot()
    grey, coloured = sizes.ax_.collections
    assert (len(grey.get_offsets()), len(coloured.get_offsets())) == (1, 3)


def test_drawn_on_axes_that_are_given():
    _, ax = plt.subplots()
    assert display_of().explain("anna", ax).ax_ is ax


def test_a_swarm_keeps_to_its_line():
    aside = spread_swarm(np.random.default_rng(0).normal(size=500))
    assert np.abs(aside).max() < 0.4
    assert abs(aside.mean()) < 1e-12
    assert spread_swarm(np.zeros(3)).tolist() != [0.0, 0.0, 0.0]


def test_the_number_of_features_is_checked():
    with pytest.raises(ValueError, match="max_features"):
        display_of(max_features=0)
