import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats
from scipy.stats import false_discovery_control
from tests.docstrings import list_wrong_defaults

from hedgerow.relevance import significance
from hedgerow.relevance.significance import (
    _find_skewness,
    _fit_shares,
    _gamma_tail,
    _lean_on_kinds,
    _reached,
    _share_variance,
    select_by_gain,
)
from hedgerow.relevance.splits import SplitGains
from hedgerow.relevance.summary import GainMoments

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


def compare_with_contrasts(gains, twins, block, kinds=None):
    both = np.concatenate([gains, twins], axis=1)
    return significance.compare_with_contrasts(
        [GainMoments.of(both[block == r]) for r in np.unique(block)], kinds
    )


def gains_like(rng, n_features=12, n_blocks=25, size=20, shuffle=0.1, scale=1.0):
    """What a forest teaches by chance: a lucky or unlucky shuffle for each block, and the noise of each tree."""
    block = np.repeat(np.arange(n_blocks), size)
    luck = rng.exponential(shuffle, (n_blocks + 1, n_features)) - shuffle
    trees = rng.normal(size=(2, block.size, n_features))
    return (
        scale * (luck[-1] + trees[0]),
        scale * (luck[block] + trees[1]),
        block,
    )


def test_the_parts_by_pencil():
    """Blocks of two trees that differ by 2, block means 0, 1, 2: w = 2, var = 1, per tree 1/2."""
    block = np.array([0, 0, 1, 1, 2, 2])
    twins = np.array([-1.0, 1.0, 0.0, 2.0, 1.0, 3.0])[:, None]
    test = compare_with_contrasts(np.full((6, 1), 4.0), twins, block)
    assert test.observed.tolist() == [4.0]
    assert test.expected.tolist() == [1.0]
    # no share is left for the shuffle: var / w is 1 / 2, as much as trees explain
    assert test.spread[0] == pytest.approx(np.sqrt(2.0 * (1 / 6 + 0.5 / 3)))
    assert test.t[0] == pytest.approx(3.0 / test.spread[0])
    assert test.p_value[0] >= stats.norm.sf(test.t[0])


def test_what_twins_reach_is_counted_and_then_extended():
    draws = np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 6.0]])
    t = np.array([1.5, 2.5, 3.5, 5.0, 9.0])
    mean_excess = (1.0 + 2.0 + 4.0) / 3
    extended = 3 / 6 * np.exp(-(t - 2.0) / mean_excess)
    assert_allclose(_reached(t, draws, 2.0), [0.0, 4 / 7, 3 / 7, 2 / 7, extended[-1]])
    assert_allclose(_reached(t, draws, 10.0), np.zeros(5))


def test_the_tail_is_that_of_a_standardised_gamma_distribution():
    t, skewness = np.array([-0.5, 0.0, 1.0, 4.0]), np.array([0.5, 1.0, 2.0, 3.0])
    assert_allclose(_gamma_tail(t, skewness), stats.pearson3.sf(t, skewness), rtol=1e-6)
    assert_allclose(_gamma_tail(t, np.zeros(4)), stats.norm.sf(t), rtol=2e-2)


def test_shares_are_linear_and_never_negative():
    within = np.linspace(1.0, 3.0, 50)
    assert_allclose(_fit_shares(0.05 + 0.02 + 0.03 * within, within, 0.05), 0.02 + 0.03 * within, rtol=1e-6)
    assert (_fit_shares(np.full(50, 0.01), within, 0.05) >= 0.0).all()


@pytest.mark.parametrize("shuffle", [0.0, 0.05, 0.3])
def test_chance_alone_keeps_its_level(shuffle):
    rng = np.random.default_rng(0)
    p = np.concatenate(
        [compare_with_contrasts(*gains_like(rng, shuffle=shuffle)).p_value for _ in range(150)]
    )
    assert 0.02 < (p < 0.05).mean() < 0.07
    assert (p < 0.005).mean() < 0.012
    assert 0.4 < np.median(p) < 0.75


def test_a_t_test_over_trees_would_not():
    """The same numbers, taken for independent: most lucky columns pass."""
    rng = np.random.default_rng(0)
    passes = []
    for _ in range(50):
        gains, twins, _ = gains_like(rng, shuffle=0.3)
        passes.append(stats.ttest_ind(gains, twins, alternative="greater").pvalue < 0.05)
    assert np.mean(passes) > 0.2


def test_columns_that_are_hardly_ever_used_do_not_pass_by_chance():
    """One use in a hundred trees: most twins have no variance of their own."""
    rng = np.random.default_rng(5)
    passes = []
    for _ in range(20):
        gains, twins = rng.normal(size=(2, 500, 300)) * (rng.random((2, 500, 300)) < 0.005)
        passes.append(compare_with_contrasts(gains, twins, np.repeat(np.arange(25), 20)).p_value < 0.05)
    assert np.mean(passes) < 0.06


def test_kinds_that_chance_treats_differently_keep_their_level_each():
    """Half of the features owe three times as much to the shuffle."""
    rng, kinds = np.random.default_rng(6), np.arange(20) % 2
    passes = []
    for _ in range(120):
        calm, wild = (gains_like(rng, n_features=20, shuffle=shuffle) for shuffle in (0.1, 0.3))
        mixed = [np.where(kinds, a, b) for a, b in zip(wild[:2], calm[:2], strict=True)]
        passes.append(compare_with_contrasts(*mixed, calm[2], kinds).p_value < 0.05)
    for kind in (0, 1):
        assert 0.02 < np.mean(passes, axis=0)[kinds == kind].mean() < 0.08


def test_what_matters_passes():
    rng = np.random.default_rng(1)
    gains, twins, block = gains_like(rng)
    gains[:, 3] += 1.0
    p = compare_with_contrasts(gains, twins, block).p_value
    assert p[3] < 1e-3
    assert np.argmin(p) == 3


def test_units_do_not_matter():
    given = [gains_like(np.random.default_rng(2), scale=scale) for scale in (1.0, 1e-9)]
    first, second = (compare_with_contrasts(*each) for each in given)
    assert_allclose(first.p_value, second.p_value, rtol=1e-6)
    assert_allclose(first.t, second.t, rtol=1e-6)


def test_where_nothing_was_taught_nothing_passes():
    block = np.repeat(np.arange(5), 4)
    test = compare_with_contrasts(np.zeros((20, 2)), np.zeros((20, 2)), block)
    assert test.p_value.tolist() == [1.0, 1.0]
    gains, twins, block = gains_like(np.random.default_rng(3))
    gains[:, 0] = twins[:, 0] = 0.0  # a constant column
    test = compare_with_contrasts(gains, twins, block)
    assert np.isfinite(test.p_value).all()
    assert test.t[0] == 0.0


def test_blocks_may_differ_in_size():
    gains, twins, block = gains_like(np.random.default_rng(4), size=4)
    kept = np.arange(block.size) != 7
    test = compare_with_contrasts(gains[kept], twins[kept], block[kept])
    assert np.isfinite(test.p_value).all()


@pytest.mark.parametrize("block", [np.zeros(10, int), np.arange(10) % 2, np.arange(10)])
def test_too_few_trees_are_refused(block):
    with pytest.raises(ValueError, match="grow at least 50 trees"):
        compare_with_contrasts(np.zeros((10, 2)), np.zeros((10, 2)), block)


def test_thirty_uses_of_a_twin_are_worth_as_much_as_the_variance_of_all_twins():
    own, kinds = np.array([1.0, 3.0]), np.zeros(2, np.intp)
    assert_allclose(_share_variance(own, 30.0, kinds), [1.5, 2.5])
    assert_allclose(_share_variance(own, 10.0, kinds), [1.75, 2.25])
    assert_allclose(_share_variance(own, 0.0, kinds), [2.0, 2.0])


def test_a_kind_is_believed_by_the_number_of_its_features():
    """Three features of a kind that differs by 3, with the weight of two features that do not: 11 / 5."""
    found, fitted, kinds = np.array([6.0, 6.0, 6.0, 2.0]), np.full(4, 2.0), np.array([0, 0, 0, 1])
    assert_allclose(_lean_on_kinds(found, fitted, kinds), [2.2, 2.2, 2.2, 1.0])
    assert_allclose(_lean_on_kinds(found, np.zeros(4), kinds), np.ones(4))
    assert_allclose(_lean_on_kinds(-found, fitted, kinds), [0.4, 0.4, 0.4, 2 / 3])


@pytest.mark.parametrize(
    ("scatter", "within", "luck", "skewness"),
    [
        (0.0, 1.0, 3.0, 3.0),
        (3.0, 1.0, 2.0, 3.0),  # what trees scatter by themselves is taken off
        (0.0, 4.0, 0.25, 4.5),  # a cube is on the scale of the variance within, to the power of 3 / 2
        (0.0, 1.0, 9.0, 2.0),
        (0.0, 1.0, 4.0, 2.25),
        (0.0, 1.0, 1.2, 7.5),
        (0.0, 1.0, 1.0, 8.0),
        (10.0, 1.0, 0.0, 2.0),
    ],
)
def test_skewness_is_between_that_of_two_signs_and_eight(scatter, within, luck, skewness):
    """Blocks at -1, -1 and 2 have cubes that add up to 6, so a third cumulant of 6 * 3 / (2 * 1) = 9."""
    between = np.array([[-1.0], [-1.0], [2.0]])
    found = _find_skewness(between, np.array([scatter]), np.array([within]), np.array([luck ** (2 / 3)]))
    assert found == pytest.approx(skewness)


def test_the_last_of_fifty_twins_tell_how_far_chance_reaches(monkeypatch):
    asked = []

    def keep(t, draws, threshold):
        asked.append((draws, threshold))
        return np.zeros_like(t)

    monkeypatch.setattr(significance, "_reached", keep)
    compare_with_contrasts(*gains_like(np.random.default_rng(5), n_features=40))
    _, (draws, threshold) = asked
    assert draws.size == 1000
    assert np.count_nonzero(draws > threshold) == 20
    assert draws.std() == pytest.approx(1.0)
