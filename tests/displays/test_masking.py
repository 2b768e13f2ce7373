import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PatchCollection
from sklearn.base import BaseEstimator
from sklearn.exceptions import NotFittedError

from hedgerow.displays.masking import MaskingDisplay
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.estimators import DecisionTreeClassifier
from hedgerow.trees.statistics import trace_masking

NAMES = ["weak", "strong", "copy"]
SCORES = pd.DataFrame([[1.0, 0.1, 0.2], [0.4, 4.0, 3.6], [0.3, 2.4, 3.0]], NAMES, NAMES)
MASKS = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0]], bool)


def cells(display):
    return np.ma.filled(display.ax_.get_images()[0].get_array(), np.nan)


def frames(display):
    """Row and column of every framed cell."""
    (group,) = [each for each in display.ax_.collections if isinstance(each, PatchCollection)]
    return sorted(tuple(path.vertices.mean(axis=0).round()[::-1].astype(int)) for path in group.get_paths())


def assert_nothing_is_clipped(display):
    display.figure_.canvas.draw()
    box, (width, height) = display.figure_.get_tightbbox(), display.figure_.get_size_inches()
    assert box.x0 > -0.03
    assert box.y0 > -0.03
    assert box.x1 < width + 0.03
    assert box.y1 < height + 0.03


def test_rows_mask_columns_in_the_order_of_importance_and_the_diagonal_is_blank():
    display = MaskingDisplay.from_matrix(SCORES).plot()
    assert [label.get_text() for label in display.ax_.get_yticklabels()] == ["strong", "copy", "weak"]
    assert [label.get_text() for label in display.ax_.get_xticklabels()] == ["strong", "copy", "weak"]
    np.testing.assert_allclose(cells(display), [[np.nan, 0.9, 0.1], [0.8, np.nan, 0.1], [0.1, 0.2, np.nan]])
    assert [text.get_text() for text in display.ax_.texts] == ["0.9", "0.1", "0.8", "0.1", "0.1", "0.2"]
    assert display.ax_.get_title(loc="left") == "A cut on copy would do 90% of what strong does"
    assert display.frame().loc["strong", "copy"] == 3.6


def test_other_importances_may_be_given():
    display = MaskingDisplay.from_matrix(SCORES, importances=[3, 1, 2]).plot()
    assert display.frame().index.tolist() == ["weak", "copy", "strong"]


def test_what_exceeds_chance_is_framed_and_counted():
    display = MaskingDisplay.from_matrix(SCORES, masks=MASKS).plot()
    assert frames(display) == [(0, 1), (1, 0)]
    assert display.ax_.get_title(loc="left") == "1 of 3 features is masked by a more important one"
    assert "framed: by more than chance" in display.ax_.get_xlabel()


def test_a_less_important_feature_may_mask_in_vain():
    masks = np.zeros((3, 3), bool)
    masks[0, 1] = True  # the weak one masks the strong one
    display = MaskingDisplay.from_matrix(SCORES, masks=masks).plot()
    assert display.ax_.get_title(loc="left") == "No feature is masked by a more important one"
    assert frames(display) == [(2, 0)]


def test_without_gains_on_the_diagonal_scores_are_drawn_as_they_are():
    scores = SCORES.mask(np.eye(3, dtype=bool), 0.0)
    display = MaskingDisplay.from_matrix(scores, importances=[1, 4, 3]).plot()
    assert cells(display)[0, 1] == 3.6
    assert display.ax_.get_title(loc="left") == "strong masks copy most"
    assert display.ax_.get_images()[0].colorbar.ax.get_ylabel() == "masking"


def test_many_features_have_no_numbers_and_the_last_ones_are_counted():
    names = [f"x{place}" for place in range(80)]
    scores = pd.DataFrame(np.diag(np.arange(80, 0, -1.0)) + 0.5, names, names)
    display = MaskingDisplay.from_matrix(scores).plot()
    assert cells(display).shape == (60, 60)
    assert len(display.ax_.texts) == 0
    assert display.ax_.get_xlabel() == "masked feature\nand 20 less important features"
    assert len(display.frame()) == 80


def test_a_copy_of_a_feature_masks_it():
    rng = np.random.default_rng(0)
    X = rng.random((200, 3))
    X[:, 2] = X[:, 0]
    forest = DecisionTreeClassifier(random_state=0).fit(X, X[:, 0] + X[:, 1] > 1).flat_tree_.forest
    scores = trace_masking(forest, BinnedTable.from_matrix(X), np.ones((1, 200)))
    display = MaskingDisplay.from_matrix(pd.DataFrame(scores, list("abc"), list("abc"))).plot()
    # Of two equal features the tree uses one; the other imitates all of its splits.
    assert display.ax_.get_title(loc="left") in (
        "A cut on c would do 100% of what a does",
        "A cut on a would do 100% of what c does",
    )


@pytest.mark.parametrize(
    ("scores", "title"),
    [([[2.0]], "A single feature has nobody to mask"), (np.diag([1.0, 2.0]), "No feature masks another one")],
)
def test_degenerate_matrices_can_be_drawn(scores, title):
    names = [f"x{place}" for place in range(len(scores))]
    display = MaskingDisplay.from_matrix(pd.DataFrame(scores, names, names)).plot()
    assert display.ax_.get_title(loc="left") == title
    display.figure_.canvas.draw()


def test_a_feature_that_was_never_split_on_masks_nothing():
    scores = SCORES.copy()
    scores.loc["weak"] = 0.0
    assert (cells(MaskingDisplay.from_matrix(scores).plot())[2, :2] == 0.0).all()


class Fitted(BaseEstimator):
    """Stands in for a selector: what is read of it."""

    def fit(self):
        self.masking_, self.masks_ = SCORES, pd.DataFrame(MASKS, NAMES, NAMES)
        return self

    def frame(self):
        return pd.DataFrame({"feature": ["copy", "noise", "weak", "strong"], "score": [3.0, 0.1, 1.0, 2.0]})


def test_from_a_selector():
    display = MaskingDisplay.from_selector(Fitted().fit(), max_features=2)
    assert display.frame().index.tolist() == ["copy", "strong", "weak"]
    assert display.masks.to_numpy().tolist() == MASKS[np.ix_([2, 1, 0], [2, 1, 0])].tolist()
    with pytest.raises(NotFittedError):
        MaskingDisplay.from_selector(Fitted())


@pytest.mark.parametrize("n_features", [2, 12, 13, 60])
def test_nothing_is_clipped(n_features):
    names = [f"a measurement with a rather long name, number {place:03d}" for place in range(n_features)]
    scores = np.random.default_rng(0).random((n_features, n_features)) + 2 * np.eye(n_features)
    masks = scores > 0.9
    assert_nothing_is_clipped(
        MaskingDisplay.from_matrix(pd.DataFrame(scores, names, names), masks=masks).plot()
    )


def test_it_draws_where_it_is_told_to():
    _, ax = plt.subplots()
    assert MaskingDisplay.from_matrix(SCORES).plot(ax).ax_ is ax


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"masking": SCORES.iloc[:2]}, "rows and columns must be the same features"),
        ({"masking": SCORES.iloc[:0, :0]}, "nothing to draw"),
        ({"importances": [1.0]}, "pass one for each of 3 features"),
        ({"max_features": 0}, "max_features=0"),
    ],
)
def test_what_cannot_be_drawn_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        MaskingDisplay.from_matrix(**{"masking": SCORES} | options)
