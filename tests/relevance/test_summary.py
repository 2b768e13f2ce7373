import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats
from tests.docstrings import list_wrong_defaults

from hedgerow.relevance.hypothesis_tests import LEAST_SPREAD
from hedgerow.relevance.summary import GainMoments, mean_gains, summarise_features

GAINS = np.random.default_rng(0).normal(size=(12, 3)) * (np.arange(36).reshape(12, 3) % 4 > 0)


def test_moments_are_those_of_the_trees():
    gains = GainMoments.of(GAINS)
    assert gains.n_trees == 12
    assert_allclose(gains.mean, GAINS.mean(axis=0))
    assert_allclose(gains.squares, 12 * GAINS.var(axis=0))
    assert_allclose(gains.cubes, 12 * stats.moment(GAINS, 3, axis=0))
    assert_array_equal(gains.uses, (GAINS != 0).sum(axis=0))


def test_blocks_of_any_size_have_the_mean_of_all_trees():
    blocks = [GainMoments.of(part) for part in np.split(GAINS, [2, 7])]
    assert_allclose(mean_gains(blocks), GAINS.mean(axis=0))


def test_columns_that_taught_nothing_need_not_be_looked_at():
    wide = np.zeros((12, 8))
    wide[:, [1, 4, 6]] = GAINS
    whole, some = GainMoments.of(wide), GainMoments.of(wide, np.array([1, 4, 6, 7]))
    for name in ("mean", "squares", "cubes", "uses"):
        assert_allclose(getattr(some, name), getattr(whole, name), rtol=1e-12)


def summarise(gains, weights=None, **choices):
    """Summary of given gains, a list for each feature."""
    feature = np.repeat(np.arange(len(gains)), [len(some) for some in gains])
    values = np.array([gain for some in gains for gain in some], float)
    weights = np.ones(values.size) if weights is None else np.array(weights, float)
    return summarise_features(feature, len(gains), values, weights, **choices)


def test_published_intervals():
    gains = [(0.40, 0.42, 0.38, 0.41), (0.10, 0.12, 0.11, 0.09), (0.2, 0.3, 0.25, 0.25)]
    summary = summarise(gains, effective_size="count")
    np.testing.assert_allclose(summary.low, [0.3753246912, 0.0844573974, 0.1850385868], atol=1e-9)
    np.testing.assert_allclose(summary.high, [0.4296753088, 0.1255426026, 0.3149614132], atol=1e-9)
    middle = (summary.low.max() + summary.high.min()) / 2
    assert middle == pytest.approx(0.2504336469, abs=1e-9)
    clipped = np.clip(middle, summary.low, summary.high)
    np.testing.assert_allclose(clipped / clipped.sum(), [0.4995663800, 0.1671002867, 0.3333333333], atol=1e-9)


def test_intervals_of_few_observations_overlap():
    summary = summarise([(0.3, 0.4, 0.5, 0.4), (0.10, 0.20, 0.15), (0.12, 0.05)], effective_size="count")
    middle = (summary.low.max() + summary.high.min()) / 2
    assert middle == pytest.approx(0.2721420296, abs=1e-9)
    assert (summary.low < middle).all()
    assert (summary.high > middle).all()


def test_published_weighted_statistics():
    gains, weights = [(0.3, 0.4, 0.5, 0.1)], (4, 2, 1, 0.5)
    unit = summarise(gains, weights, effective_size="unit", unit=1.5)
    kish = summarise(gains, weights)
    assert unit.mean[0] == kish.mean[0] == pytest.approx(0.34, abs=1e-12)
    assert unit.effective_size[0] == pytest.approx(5)
    assert unit.spread[0] ** 2 == pytest.approx(0.0113333333, abs=1e-9)
    assert unit.high[0] - 0.34 == pytest.approx(0.1321852267, abs=1e-9)
    assert kish.effective_size[0] == pytest.approx(2.6470588235, abs=1e-9)
    assert kish.high[0] - 0.34 == pytest.approx(0.3946412511, abs=1e-9)
    assert kish.weight[0] == 7.5
    assert kish.count[0] == 4


def test_published_test():
    t, p = summarise([(0.05, 0.02, 0.08, -0.01, 0.04)]).test()
    assert t[0] == pytest.approx(2.3946843789, abs=1e-9)
    assert p[0] == pytest.approx(0.037393209274935, abs=1e-12)


OBSERVATIONS = st.lists(
    st.tuples(st.integers(0, 2), st.floats(-1, 1), st.sampled_from([0.0, 0.5, 1.0, 4.0])), max_size=12
)


@given(OBSERVATIONS)
def test_as_when_each_feature_is_summarised_by_itself(drawn):
    feature, observed, weights = (np.array([entry[j] for entry in drawn]) for j in range(3))
    summary = summarise_features(feature.astype(int), 3, observed, weights)
    for f in range(3):
        seen = [(x, w) for g, x, w in drawn if g == f]
        total = sum(w for _, w in seen)
        assert summary.count[f] == len(seen)
        assert summary.weight[f] == pytest.approx(total)
        if total == 0:
            assert math.isnan(summary.mean[f])
            assert (summary.low[f], summary.high[f]) == (-math.inf, math.inf)
            assert summary.effective_size[f] == 0
            continue
        mean = sum(w * x for x, w in seen) / total
        size = total**2 / sum(w * w for _, w in seen)
        assert summary.mean[f] == pytest.approx(mean, abs=1e-12)
        assert summary.effective_size[f] == pytest.approx(size)
        if size > 1 + 1e-9:
            squares = sum(w * (x - mean) ** 2 for x, w in seen) / total
            assert summary.spread[f] == pytest.approx(math.sqrt(squares * size / (size - 1)), abs=1e-9)
        else:
            assert math.isnan(summary.spread[f])


@given(OBSERVATIONS, st.randoms(use_true_random=False))
def test_the_order_of_the_observations_does_not_matter(drawn, random):
    shuffled = drawn.copy()
    random.shuffle(shuffled)
    one, other = (
        summarise_features(
            *(np.array([entry[0] for entry in some], int), 3), *np.array(some).reshape(-1, 3).T[1:]
        )
        for some in (drawn, shuffled)
    )
    np.testing.assert_allclose(one.mean, other.mean, atol=1e-12)
    np.testing.assert_allclose(one.spread, other.spread, atol=1e-7)


def test_whole_weights_are_repeated_observations_but_for_how_many_they_count_as():
    repeated = summarise([(0.1, 0.4, 0.4, 0.4)], effective_size="count")
    weighted = summarise([(0.1, 0.4)], (1, 3), effective_size="unit", unit=1.0)
    for name in ("mean", "spread", "effective_size", "low", "high"):
        np.testing.assert_allclose(getattr(weighted, name), getattr(repeated, name))
    assert summarise([(0.1, 0.4)], (1, 3)).effective_size[0] == pytest.approx(1.6)


def test_edges_of_the_test():
    summary = summarise([(0.3, 0.3, 0.3), (-0.1, -0.1), (), (0.4,)])
    t, p = summary.test()
    np.testing.assert_array_equal(p, [0.0, 1.0, 1.0, 1.0])
    np.testing.assert_array_equal(t, [np.inf, -np.inf, np.nan, np.nan])
    width = (summary.high - summary.low)[0] / 2
    assert width == pytest.approx(4.302652729911275 * LEAST_SPREAD / math.sqrt(3), rel=1e-9)
    np.testing.assert_array_equal(summary.low[2:], -np.inf)


def test_observations_that_weigh_nothing_are_no_observations():
    summary = summarise([(1.0, 0.2, 0.4)], (0, 1, 1), effective_size="count")
    assert summary.mean[0] == pytest.approx(0.3)
    assert summary.effective_size[0] == 2
    assert summary.count[0] == 3


@pytest.mark.parametrize("unit", [None, 0.0, -1.0, np.nan])
def test_a_unit_weighs_something(unit):
    with pytest.raises(ValueError, match="needs unit > 0"):
        summarise([(0.1, 0.2)], effective_size="unit", unit=unit)


def test_a_person_can_look():
    frame = summarise([(0.3, 0.5), (0.1,)]).frame(names=["size", "colour"])
    assert list(frame.index) == ["size", "colour"]
    assert list(frame)[-2:] == ["t", "p_value"]
    assert frame.loc["size", "mean"] == pytest.approx(0.4)


def test_defaults_are_those_of_the_docstring():
    assert list_wrong_defaults(summarise_features) == []
