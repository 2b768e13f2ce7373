import matplotlib.pyplot as plt
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.ensemble import RandomForestClassifier as TheirForest
from sklearn.exceptions import NotFittedError

from hedgerow import RandomForestClassifier, RandomForestRegressor, datasets
from hedgerow.displays.gain_density import GainDensityDisplay
from hedgerow.relevance.splits import SplitGains

TABLE = datasets.load("wbc")
FOREST = RandomForestClassifier(n_estimators=10, criterion="entropy", random_state=0).fit(
    TABLE.features, TABLE.target
)


def make_splits(gain, weight, feature=None, n_classes=2, variance=None):
    size = len(gain)
    return SplitGains(
        tree=np.zeros(size, np.int32),
        feature=np.zeros(size, np.int32) if feature is None else np.array(feature, np.int32),
        gain=np.array(gain, float),
        complexity=np.array(weight, float),
        counts=np.full((size, max(n_classes, 1)), 5.0),
        n_features=3,
        n_classes=n_classes,
        variance=None if variance is None else np.array(variance, float),
    )


def title_of(display):
    return display.plot().ax_.get_title(loc="left")


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 9)), min_size=1, max_size=40))
def test_bins_hold_shares_of_splits_and_of_weight(rows):
    gains, weights = zip(*rows, strict=True)
    frame = GainDensityDisplay.from_splits(make_splits(gains, weights)).frame()
    assert len(frame) == 100
    np.testing.assert_allclose(frame["high"] - frame["low"], 0.01)
    plain, weighted = np.zeros(100), np.zeros(100)
    for gain, weight in rows:
        inside = (frame["low"] <= gain) & ((gain < frame["high"]) | ((frame.index == 99) & (gain == 1)))
        plain[inside] += 1 / len(rows)
        weighted[inside] += weight / sum(weights) if sum(weights) > 0 else 0.0
    np.testing.assert_allclose(frame["plain"], plain, atol=1e-9)
    np.testing.assert_allclose(frame["weighted"], weighted, atol=1e-9)


def test_the_spike_of_two_row_nodes_vanishes_under_the_weights():
    display = GainDensityDisplay.from_forest(FOREST)
    last = display.frame().iloc[-1]
    assert last["plain"] > 0.03
    assert last["weighted"] < 0.1 * last["plain"]
    assert title_of(display) == (
        f"{last['plain']:.1%} of the splits gain about a full bit; they have {last['weighted']:.1%} of the weight"
    )


def test_the_picture_has_what_the_frame_has():
    display = GainDensityDisplay.from_forest(FOREST).plot()
    weighted, plain = display.ax_.patches
    np.testing.assert_allclose(weighted.get_data().values, display.frame()["weighted"])
    np.testing.assert_allclose(plain.get_data().values, display.frame()["plain"])
    assert [text.get_text() for text in display.ax_.get_legend().get_texts()] == [
        "weighted by node complexity",
        "every split alike",
    ]
    assert display.ax_.get_xlabel() == "gain of a split, in bits"
    assert display.ax_.get_ylim()[0] == 0


def test_a_feature_is_set_against_the_others():
    splits = make_splits([0.1, 0.3, 0.8, 0.9], [1, 3, 1, 0], feature=[1, 1, 0, 2])
    display = GainDensityDisplay.from_splits(splits, feature=1)
    groups = display.frame().groupby("group", sort=False)
    assert list(groups.groups) == ["x1", "other features"]
    assert groups["weighted"].sum().tolist() == pytest.approx([1, 1])
    assert display.groups["n_splits"].tolist() == [2, 2]
    assert display.groups["weighted"].tolist() == pytest.approx([0.25, 0.8])
    assert display.groups["plain"].tolist() == pytest.approx([0.2, 0.85])
    assert title_of(display) == "x1 gains 0.25 on average, other features 0.8"
    first, second = display.plot().ax_.patches
    np.testing.assert_allclose(first.get_data().values, display.frame()["weighted"][:100])
    np.testing.assert_allclose(second.get_data().values, display.frame()["weighted"][100:])


def test_names_come_from_the_ensemble_or_from_the_user():
    display = GainDensityDisplay.from_forest(FOREST, feature="Mitoses")
    assert display.groups.index[0] == "Mitoses"
    position = list(TABLE.features.columns).index("Mitoses")
    named = GainDensityDisplay.from_forest(FOREST.members_.forest, feature="m", names=["m"] * 9)
    assert named.groups.index[0] == "m"
    same = GainDensityDisplay.from_forest(FOREST.members_.forest, feature=position)
    np.testing.assert_allclose(same.frame()["weighted"], display.frame()["weighted"])


def test_a_feature_that_is_never_split_on_cannot_be_compared():
    display = GainDensityDisplay.from_splits(make_splits([0.5], [1.0]), feature=2)
    assert title_of(display) == "x2: too few splits to compare"
    assert (display.frame()["weighted"][:100] == 0).all()


def test_variances_are_shares_of_their_node():
    splits = make_splits([3.0, 10.0, 0.0], [1, 0, 1], n_classes=0, variance=[6.0, 10.0, 0.0])
    display = GainDensityDisplay.from_splits(splits)
    assert display.frame()["plain"].to_numpy()[[0, 50, 99]].tolist() == pytest.approx([1 / 3] * 3)
    assert title_of(display) == "33.3% of the splits gain about all there is; they have 0.0% of the weight"
    assert "shares of the variance" in display.ax_.get_xlabel()


def test_variances_of_unknown_nodes_have_their_own_scale():
    display = GainDensityDisplay.from_splits(make_splits([300.0, 100.0], [1, 1], n_classes=0))
    assert display.frame()["high"].max() == 300
    assert title_of(display) == "2 splits gain 2e+02 on average, weighted 2e+02"


def test_a_regression_forest_can_be_drawn():
    X = np.random.default_rng(0).random((60, 3))
    forest = RandomForestRegressor(n_estimators=5, random_state=0).fit(X, X[:, 0])
    frame = GainDensityDisplay.from_forest(forest).frame()
    assert frame["plain"].sum() == pytest.approx(1)
    assert frame["high"].max() == 1


def test_splits_without_weight_are_drawn():
    display = GainDensityDisplay.from_splits(make_splits([1.0, 1.0], [0.0, 0.0])).plot()
    assert (display.frame()["weighted"] == 0).all()
    display.figure_.canvas.draw()


def test_rounding_does_not_lose_a_split():
    frame = GainDensityDisplay.from_splits(make_splits([1.0 + 1e-12, -1e-17], [1, 1])).frame()
    assert frame["plain"].iloc[[0, -1]].tolist() == [0.5, 0.5]


def test_nothing_is_clipped_and_it_draws_where_it_is_told_to():
    _, ax = plt.subplots()
    assert GainDensityDisplay.from_forest(FOREST).plot(ax).ax_ is ax
    names = [f"a measurement with a rather long name, number {place:03d}" for place in range(9)]
    trees = FOREST.members_.forest
    figure = GainDensityDisplay.from_forest(trees, feature=names[0], names=names).plot().figure_
    figure.canvas.draw()
    box, (width, height) = figure.get_tightbbox(), figure.get_size_inches()
    assert box.x0 > -0.03
    assert box.y0 > -0.03
    assert box.x1 < width + 0.03
    assert box.y1 < height + 0.03


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"feature": "x9"}, "'x9' is not a feature; choose among 3, such as"),
        ({"feature": 3}, "feature=3 is not a position among 3 features"),
        ({"names": ["a"]}, "names has 1 entries"),
    ],
)
def test_unknown_features_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        GainDensityDisplay.from_splits(make_splits([0.5], [1.0]), **options)


def test_what_has_no_splits_is_refused():
    with pytest.raises(ValueError, match="no split"):
        GainDensityDisplay.from_splits(make_splits([], []))
    with pytest.raises(NotFittedError):
        GainDensityDisplay.from_forest(RandomForestClassifier())
    theirs = TheirForest(n_estimators=1).fit([[0.0], [1.0]], [0, 1])
    with pytest.raises(ValueError, match="RandomForestClassifier is not made of hedgerow's trees"):
        GainDensityDisplay.from_forest(theirs)
