import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import false_discovery_control
from tests.docstrings import list_wrong_defaults

from hedgerow.relevance.gain_test import select_by_gain
from hedgerow.relevance.splits import SplitGains

EXACT = 0.475852844411  # what an irrelevant feature gains among two and three rows
ABOVE = (0.05, 0.02, 0.08, -0.01, 0.04)
BELOW = (-0.05, -0.02, 0.01, -0.03, -0.04)
NAMES = ("above", "below", "unseen")


def make_splits(*differences):
    """Splits of nodes with two and three rows; the gains of feature f exceed chance by the f-th list."""
    feature = np.repeat(np.arange(len(differences)), [len(each) for each in differences]).astype(np.int32)
    return SplitGains(
        tree=np.zeros(feature.size, np.int32),
        feature=feature,
        gain=EXACT + np.concatenate([np.asarray(each, float) for each in differences]),
        complexity=np.full(feature.size, 2.521928094887362),
        counts=np.tile([3.0, 2.0], (feature.size, 1)),
        n_features=len(differences),
        n_classes=2,
    )


SPLITS = make_splits(ABOVE, BELOW, ())


@pytest.mark.parametrize("size", ["kish", "count"])
def test_the_test_of_five_splits(size):
    """Rogers 2007, eq. 7.15-7.18: mean .036, s .0336, t 2.39 with four degrees of freedom."""
    relevance = select_by_gain(SPLITS, "test", names=NAMES, effective_size=size)
    assert_allclose(relevance.t[0], 2.3946843789, atol=1e-7)
    assert_allclose(relevance.p_value[0], 0.0373932093, atol=1e-7)
    assert_allclose(relevance.excess[:2], [0.036, -0.026], atol=1e-9)
    assert_allclose(relevance.expected[:2], EXACT, atol=1e-9)
    assert_array_equal(relevance.selected, [True, False, False])


def test_a_stricter_level_drops_it():
    assert not select_by_gain(SPLITS, "test", names=NAMES, alpha=0.025).selected.any()


def test_the_threshold_asks_for_a_mean_above_chance():
    relevance = select_by_gain(
        make_splits(ABOVE, BELOW, (0.001,), ()), "threshold", names=("a", "b", "c", "d")
    )
    assert_array_equal(relevance.selected, [True, False, True, False])


def test_without_a_rule_all_are_kept_in_silence():
    assert select_by_gain(SPLITS, None, names=NAMES).selected.all()


def test_what_was_never_split_on_is_not_proven():
    relevance = select_by_gain(SPLITS, "test", names=NAMES)
    assert relevance.p_value[2] == 1.0
    assert np.isnan(relevance.weighted_gain[2])
    assert relevance.n_splits.tolist() == [5, 5, 0]


@pytest.mark.parametrize("adjust", ["holm", "bh"])
def test_p_values_may_account_for_the_number_of_features(adjust):
    few = select_by_gain(SPLITS, "test", names=NAMES, alpha=0.08, adjust=None)
    assert few.selected[0]
    many = select_by_gain(SPLITS, "test", names=NAMES, alpha=0.08, adjust=adjust)
    assert not many.selected.any()
    assert_allclose(many.p_holm[0], 3 * few.p_value[0])
    assert_allclose(many.p_bh, false_discovery_control(few.p_value))


def test_the_published_null_is_lower():
    exact, midpoint = (
        select_by_gain(SPLITS, None, names=NAMES, null=null).expected[0] for null in ("exact", "midpoint")
    )
    assert midpoint == pytest.approx(0.464634, abs=1e-6)
    assert midpoint < exact


def test_the_frame_says_it_all():
    frame = select_by_gain(SPLITS, "test", names=NAMES).frame().set_index("feature")
    assert frame.loc["above", "selected"]
    assert frame["frequency"].tolist() == [0.5, 0.5, 0.0]


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(select_by_gain) == []
