import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from hedgerow.datasets import make_simple
from hedgerow.displays.wrapper_search import WrapperSearchDisplay
from hedgerow.selection.wrappers import WrapperSelector

SAMPLE = make_simple(100, random_state=0)


@pytest.fixture(scope="module")
def selector():
    wrapper = WrapperSelector(
        GaussianNB(), "backward", cv=2, nested=2, patience=9, n_features=2, random_state=0
    )
    return wrapper.fit(SAMPLE.X, SAMPLE.y)


def test_the_lines_are_those_of_the_curve(selector):
    display = WrapperSearchDisplay.from_estimator(selector).plot()
    lines = [line for line in display.ax_.lines if line.get_linestyle() == "-"]
    for line, name in zip(lines, ["validation_score", "nested_score"], strict=True):
        known = selector.curve_.dropna(subset=name)
        np.testing.assert_allclose(line.get_xydata(), known[["n_features", name]])
    mark = next(line for line in display.ax_.lines if line.get_markersize() == 9)
    np.testing.assert_allclose(mark.get_xydata(), [[2, selector.best_score_]])
    assert display.frame() is selector.curve_
    assert [text.get_text() for text in display.ax_.get_legend().get_texts()] == [
        "rows that guided the search",
        "rows held out of nested searches",
    ]
    assert "2 features" in display.ax_.get_title(loc="left")


def test_the_title_says_how_far_to_trust():
    curve = pd.DataFrame({"n_features": [0, 1], "validation_score": [0.5, 0.9]})
    alone = WrapperSearchDisplay(curve, 1, 0.9).plot()
    title = alone.ax_.get_title(loc="left").replace("\n", " ")
    assert title == "1 feature: 0.900 on the rows that guided the search, which is optimistic"
    assert alone.ax_.get_legend() is None
    _, axes = plt.subplots()
    nested = WrapperSearchDisplay(curve.assign(nested_score=[0.5, 0.6]), 1, 0.9, 0.6, True).plot(axes)
    assert nested.ax_ is axes
    title = axes.get_title(loc="left").replace("\n", " ")
    assert title.endswith("0.600 on rows held out from it: it overfits")
    nested.figure_.canvas.draw()


def test_only_searches():
    with pytest.raises(TypeError, match="has not searched"):
        WrapperSearchDisplay.from_estimator(GaussianNB().fit(SAMPLE.X, SAMPLE.y))
    with pytest.raises(TypeError, match="not an estimator"):
        WrapperSearchDisplay.from_estimator("forward")
