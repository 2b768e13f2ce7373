import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PathCollection
from numpy.testing import assert_allclose

from hedgerow.analysis.outliers import find_outliers
from hedgerow.displays.outlier import OutlierDisplay
from hedgerow.outputs import Outputs

RNG = np.random.default_rng(0)


def judged(n_rows, n_classes=3, n_slips=4, n_members=20, **options):
    """Rows that most members get right, but for a few slips."""
    truth = RNG.integers(0, n_classes, n_rows)
    chance = np.full(n_rows, 0.9)
    chance[:n_slips] = 0.1
    said = np.where(RNG.random((n_members, n_rows)) < chance, truth, (truth + 1) % n_classes)
    names = np.array([f"class {code}" for code in range(n_classes)])
    outputs = Outputs.from_predictions(names[said], names[truth], classes=names)
    return find_outliers(outputs, **options)


def drawn_points(display):
    dots = [each for each in display.ax_.collections if isinstance(each, PathCollection)]
    return np.concatenate([each.get_offsets() for each in dots])


def test_every_row_of_a_small_table_is_a_dot_at_its_share():
    outliers = judged(50)
    display = OutlierDisplay.from_outliers(outliers).plot()
    points = drawn_points(display)
    assert len(points) == 50
    assert_allclose(sorted(points[:, 1]), sorted(outliers.share))
    assert not display.ax_.patches
    display.figure_.canvas.draw()


def test_dots_stand_in_the_column_of_their_class_and_apart():
    outliers = judged(60)
    points = drawn_points(OutlierDisplay.from_outliers(outliers).plot())
    counts = pd.Series(points[:, 0].round()).value_counts()
    expected = pd.Series(outliers.given).value_counts()
    assert sorted(counts) == sorted(expected)
    assert len(np.unique(points, axis=0)) == 60


def test_many_rows_become_bars_and_few_outliers_stay_dots():
    outliers = judged(50_000, n_classes=4)
    display = OutlierDisplay.from_outliers(outliers).plot()
    assert len(drawn_points(display)) == outliers.mask.sum() < 60
    widths = [patch.get_width() for patch in display.ax_.patches]
    assert 4 <= len(widths) <= 80
    assert max(widths) <= 0.85
    assert "square root" in display.ax_.get_xlabel()
    display.figure_.canvas.draw()


def test_bars_have_the_square_root_of_their_rows_for_width():
    said = np.zeros((1, 1000), int)
    said[0, :100] = 1
    display = OutlierDisplay.from_outliers(
        find_outliers(Outputs.from_predictions(said, np.zeros(1000, int)))
    ).plot()
    low, high = sorted((patch.get_y(), patch.get_width()) for patch in display.ax_.patches)
    assert_allclose([low[0], high[0]], [0.0, 0.95])
    assert_allclose(high[1] / low[1], np.sqrt(100 / 900))


def test_few_outliers_are_named():
    outliers = judged(50, n_slips=3)
    texts = {text.get_text() for text in OutlierDisplay.from_outliers(outliers).plot().ax_.texts}
    named = {name for text in texts for name in text.split(", ")}
    assert {str(row) for row in np.flatnonzero(outliers.mask)} <= named
    many = OutlierDisplay.from_outliers(judged(200, n_slips=40)).plot()
    assert [text.get_text() for text in many.ax_.texts] == ["outliers"]


def test_names_of_rows_at_one_height_are_cut_short():
    said = np.zeros((3, 30), int)
    said[:, :6] = 1
    outliers = find_outliers(
        Outputs.from_predictions(said, np.zeros(30, int)),
        index=[f"the row with number {row}" for row in range(30)],
    )
    texts = [text.get_text() for text in OutlierDisplay.from_outliers(outliers).plot().ax_.texts]
    assert "the ro…mber 0, the ro…mber 1, the ro…mber 2 and 3 more" in texts


def test_the_title_the_threshold_and_the_classes():
    outliers = judged(50, threshold=0.7)
    display = OutlierDisplay.from_outliers(outliers).plot()
    assert (
        display.ax_.get_title(loc="left")
        == f"{outliers.mask.sum()} of 50 rows are contradicted by the committee"
    )
    assert display.ax_.lines[0].get_ydata()[0] == 0.7
    ticks = [text.get_text() for text in display.ax_.get_xticklabels()]
    expected = [
        f"{name}\n{outliers.mask[outliers.given == name].sum()} of {(outliers.given == name).sum()}"
        for name in ("class 0", "class 1", "class 2")
    ]
    assert ticks == expected
    assert (
        not OutlierDisplay.from_outliers(judged(50, threshold=15)).plot().ax_.lines
    )  # votes are not a share


def test_nothing_to_object_to():
    display = OutlierDisplay.from_outliers(
        find_outliers(Outputs.from_predictions([[0, 1, 1]], [0, 1, 1]))
    ).plot()
    assert display.ax_.get_title(loc="left") == "The committee lets all 3 rows stand"
    display.figure_.canvas.draw()


def test_rows_that_nobody_could_judge_are_counted():
    predicted = [[True, True, False]]
    outliers = find_outliers(
        Outputs.from_predictions([[0, 1, 1]], [0, 0, 0], classes=[0, 1], predicted=predicted)
    )
    display = OutlierDisplay.from_outliers(outliers).plot()
    assert display.frame()["row"].tolist() == [1, 0]
    assert "not shown: 1 rows that no member predicts" in display.ax_.get_xlabel()
    abstaining = find_outliers(Outputs.from_predictions([[0]], [0], predicted=[[False]]))
    with pytest.raises(ValueError, match="no member voted about any row"):
        OutlierDisplay.from_outliers(abstaining)


def test_values_stand_in_one_column():
    truth = RNG.normal(size=80)
    said = truth + RNG.normal(scale=0.1, size=(5, 80))
    truth[7] += 5
    display = OutlierDisplay.from_outliers(
        find_outliers(Outputs.from_predictions(said, truth, regression=True))
    ).plot()
    assert display.groups == ["all rows"]
    assert "7" in [text.get_text() for text in display.ax_.texts]


def test_many_classes_have_upright_names():
    display = OutlierDisplay.from_outliers(judged(800, n_classes=26)).plot()
    assert display.ax_.get_xticklabels()[0].get_rotation() == 90
    assert display.figure_.get_size_inches()[0] == 16
    display.figure_.canvas.draw()


def test_it_draws_where_it_is_told_to():
    _, axes = plt.subplots(1, 2)
    assert OutlierDisplay.from_outliers(judged(20)).plot(axes[1]).ax_ is axes[1]
    assert not axes[0].collections
