import numpy as np
import pandas as pd
import pytest

from hedgerow.datasets import make_simple
from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.relevance.relevance import LocalRelevance, Relevance

SAMPLE = make_simple(random_state=0)
RELEVANCE = ForestRelevance(n_estimators=100, local=None, random_state=0).fit(SAMPLE.X, SAMPLE.y).relevance_


def test_the_frame_has_a_row_per_feature_and_a_column_per_array():
    frame = RELEVANCE.frame()
    assert frame.feature.tolist() == list(RELEVANCE.names)
    arrays = [name for name, value in vars(RELEVANCE).items() if isinstance(value, np.ndarray)]
    assert frame.columns.tolist() == ["feature", *arrays]
    assert len(RELEVANCE) == 9


def test_ranked_puts_the_relevant_first():
    ranked = RELEVANCE.ranked()
    assert set(ranked.feature[:2]) == {"x0", "x1"}
    assert ranked.p_value.is_monotonic_increasing
    assert sorted(ranked.feature) == sorted(RELEVANCE.names)


def test_by_gain_those_that_pass_come_first():
    ranked = RELEVANCE.ranked("gain")
    n_selected = int(RELEVANCE.selected.sum())
    assert ranked.selected[:n_selected].all()
    assert not ranked.selected[n_selected:].any()
    assert ranked.weighted_gain[:n_selected].is_monotonic_decreasing
    assert ranked.p_value[n_selected:].is_monotonic_increasing


def test_an_unknown_order_is_refused():
    with pytest.raises(ValueError, match="by='name' must be 'test' or 'gain'"):
        RELEVANCE.ranked("name")


def test_the_words_name_a_few():
    many = Relevance(**(vars(RELEVANCE) | {"selected": np.ones(9, bool)}))
    assert repr(many) == "<Relevance: 9 of 9 features pass at 0.05: x0, x1, x2, x3, x4, ...>"


@pytest.mark.parametrize(
    ("selection", "adjust", "selected"),
    [
        (None, None, [True, True, True]),
        ("threshold", None, [True, False, True]),
        ("test", None, [True, False, True]),
        ("test", "holm", [True, False, False]),
    ],
)
def test_features_pass_by_their_excess_or_by_their_adjusted_p_value(selection, adjust, selected):
    p_value, excess, nothing = np.array([0.001, 0.9, 0.04]), np.array([0.3, np.nan, 0.1]), np.zeros(3)
    known = dict.fromkeys(
        ("gain", "weighted_gain", "low", "high", "effective_size", "n_splits", "t"), nothing
    )
    relevance = Relevance.of_test(
        p_value,
        excess,
        selection=selection,
        adjust=adjust,
        alpha=0.05,
        names=("a", "b", "c"),
        expected=nothing,
        test="",
        **known,
    )
    assert relevance.selected.tolist() == selected
    assert np.isnan(relevance.unseen).all()
    assert relevance.p_holm.tolist() == pytest.approx([0.003, 0.9, 0.08])


VALUES = np.array([[0.5, -0.1], [0.0, 0.3]], np.float32)
COUNTS = np.array([[3, 2], [0, 1]], np.int32)


def make(index=range(2)):
    return LocalRelevance(VALUES, COUNTS, ("size", "colour"), index)


def test_a_row_is_explained_best_first():
    frame = make().explain(1)
    assert frame.feature.tolist() == ["colour", "size"]
    assert frame.relevance.tolist() == pytest.approx([0.3, 0.0])
    assert frame.n_splits.tolist() == [1, 0]


def test_rows_are_found_by_their_names():
    local = make(pd.Index(["anna", "bert"]))
    pd.testing.assert_frame_equal(local.explain("bert"), make().explain(1))
    assert local.frame().loc["anna", "size"] == 0.5


@pytest.mark.parametrize("row", [2, -1, "anna"])
def test_unknown_rows_are_refused(row):
    with pytest.raises(KeyError, match=r"there is no row .*; rows are named 0 to 1"):
        make().explain(row)


def test_a_name_must_be_that_of_one_row():
    with pytest.raises(KeyError, match="several rows are named 'anna'"):
        make(["anna", "anna"]).explain("anna")


def test_the_mean_is_over_rows():
    assert make().mean().tolist() == pytest.approx([0.25, 0.1])
    assert make().shape == (2, 2)


def test_rows_are_taken_to_be_seen():
    assert make().is_seen
