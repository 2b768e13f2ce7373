import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

from hedgerow import RandomForestClassifier, datasets
from hedgerow.displays.pruning import PruningDisplay
from hedgerow.pruning.cross_validated import FitSelectClassifier
from hedgerow.pruning.pruned import PrunedEnsembleClassifier, PrunedEnsembleRegressor

SAMPLE = datasets.make_simple(150, random_state=0)
X, y = SAMPLE.X, SAMPLE.y


def make(**parameters):
    forest = RandomForestClassifier(12)
    return PrunedEnsembleClassifier(forest, random_state=0, **parameters).fit(X, y)


def test_the_curves_are_those_of_the_path():
    model = make(validation="holdout")
    display = PruningDisplay.from_estimator(model).plot()
    lines = [line for line in display.ax_.lines if line.get_linestyle() == "-"]
    for line, column in zip(lines, ["validation_error", "out_of_bag_error"], strict=True):
        known = model.path_.dropna(subset=column)
        np.testing.assert_allclose(line.get_xydata(), known[["n_members", column]])
    chosen = model.path_[model.path_["chosen"]]
    marks = [line.get_xydata()[0] for line in display.ax_.lines if line.get_markersize() == 9]
    np.testing.assert_allclose(
        marks,
        [[chosen["n_members"].item(), chosen[c].item()] for c in ("validation_error", "out_of_bag_error")],
    )
    labels = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert labels[0] == "validation rows (which chose)"
    assert labels[1].startswith("training rows")
    assert display.frame() is model.path_


def test_the_title_says_what_was_kept():
    path = pd.DataFrame(
        {"n_members": [1, 2, 3], "validation_error": [0.3, 0.1, 0.2], "chosen": [False, True, False]}
    )
    axes = PruningDisplay(path, 3, True).plot().ax_
    assert (
        axes.get_title(loc="left")
        == "2 of 3 members kept: error 10.0 % on the rows that chose, with all 20.0 %"
    )
    assert [text.get_text() for text in axes.texts] == ["2 kept"]
    assert axes.get_ylabel() == "error of the committee   (lower is better)"
    assert axes.get_xlabel() == "members kept\n(errors are of the rows that chose the members)"
    assert axes.get_legend() is None
    everybody = path.assign(chosen=[False, False, True])
    title = PruningDisplay(everybody, 3, False).plot().ax_.get_title(loc="left")
    assert title == "3 of 3 members kept: error 0.2 on the rows that chose"


def test_folds_have_a_curve_each():
    model = FitSelectClassifier(n_estimators=8, random_state=0).fit(X, y)
    axes = PruningDisplay.from_estimator(model).plot().ax_
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["fold 1", "fold 2", "fold 3"]
    assert f"{model.n_members_} of 24 members kept" in axes.get_title(loc="left")
    assert "with all" in axes.get_title(loc="left").replace("\n", " ")
    assert axes.get_xlabel().startswith("members kept of each forest")


def test_committees_of_any_size_are_dots():
    axes = PruningDisplay.from_estimator(make(method="genetic")).plot().ax_
    assert len(axes.collections) == 1
    assert "with all" not in axes.get_title(loc="left")


def test_values_one_member_and_given_axes():
    sample = datasets.make_friedman(100, binary=False, random_state=0)
    model = PrunedEnsembleRegressor(random_state=0).fit(sample.X, sample.y)
    figure, (left, right) = plt.subplots(1, 2)
    display = PruningDisplay.from_estimator(model).plot(left)
    assert display.figure_ is figure
    assert left.get_ylabel().startswith("root mean square error")
    lone = PrunedEnsembleClassifier(RandomForestClassifier(1), random_state=0).fit(X, y)
    PruningDisplay.from_estimator(lone).plot(right)
    figure.canvas.draw()
    assert right.get_title(loc="left").startswith("1 of 1 members kept")


def test_axes_that_share_a_scale():
    display = PruningDisplay.from_estimator(make())
    _, axes = plt.subplots(1, 2, sharey=True)
    assert all(display.plot(ax).ax_ is ax for ax in axes)


def test_only_models_that_chose():
    with pytest.raises(TypeError, match="has not chosen"):
        PruningDisplay.from_estimator(GaussianNB().fit(X, y))
    with pytest.raises(TypeError, match="not an estimator"):
        PruningDisplay.from_estimator("forest")
