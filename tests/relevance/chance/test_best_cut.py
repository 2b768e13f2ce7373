import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.tables import COMPILED
from tests.relevance.chance import naive

from hedgerow.relevance.chance.best_cut import (
    MOST_CELLS,
    MOST_EXACT,
    best_gain_distribution,
    exact_moments,
    expected_class_gain,
    irrelevant_gain_moments,
    value_gain_moments,
)
from hedgerow.relevance.chance.shuffling import shuffled_gains

PUBLISHED = {
    (3, 1): 0.6960736118, (4, 2): 0.5408520830, (5, 2): 0.475852844411, (6, 3): 0.4059237604, (8, 4): 0.3248293429,
    (10, 2): 0.2590746292, (10, 5): 0.2709748996, (20, 10): 0.152408272686, (7, 1): 0.3313689520,
    (2, 1): 1.0, (4, 1): 0.561278, (5, 1): 0.451733, (6, 2): 0.408046, (10, 4): 0.271899, (30, 14): 0.107504,
    (30, 1): 0.080613, (30, 15): 0.107418,
}  # fmt: skip
# Beyond the exact nodes, so the fit must meet them; from walks over the whole lattice, all levels taken.
LARGER = {
    (50, 25): 0.0684829220,
    (100, 50): 0.0367297488,
    (200, 100): 0.0194803656,
    (200, 7): 0.0164006355,
    (400, 200): 0.01024,
}


@pytest.mark.parametrize(("node", "expected"), PUBLISHED.items(), ids=str)
def test_published_values(node, expected):
    tolerance = 1e-9 if len(f"{expected}") > 8 else 6e-7
    assert irrelevant_gain_moments(*node)[0] == pytest.approx(expected, abs=tolerance)
    assert exact_moments(*node)[0] == pytest.approx(expected, abs=tolerance)


@given(st.integers(1, 4), st.integers(1, 4))
def test_as_when_every_order_is_listed(negative, positive):
    gains = naive.best_gains([negative, positive])
    found = irrelevant_gain_moments(negative + positive, positive)
    np.testing.assert_allclose(found, [gains.mean(), gains.var()], atol=1e-9)


@pytest.mark.parametrize(("node", "expected"), LARGER.items(), ids=str)
def test_larger_nodes_are_within_a_thousandth(node, expected):
    assert irrelevant_gain_moments(*node)[0] == pytest.approx(expected, rel=1e-3)


@pytest.mark.skipif(not COMPILED, reason="too large for plain Python")
@pytest.mark.parametrize("n", [49, 53, 75, 110, 149])
def test_the_fit_is_close_for_every_share_of_the_rarer_class(n):
    rarer = np.unique(np.geomspace(1, n // 2, 12).round())
    exact = np.array([exact_moments(n, int(i)) for i in rarer]).T
    found = np.array(irrelevant_gain_moments(n, rarer))
    np.testing.assert_allclose(found[0], exact[0], rtol=1e-3)
    np.testing.assert_allclose(found[1], exact[1], rtol=5e-3)


@pytest.mark.skipif(not COMPILED, reason="too large for plain Python")
@pytest.mark.parametrize(
    ("n", "rarer"), [(701, 350), (701, 12), (2000, 1000), (2000, 30), (2000, 2), (5000, 40)]
)
def test_the_fit_is_close_far_beyond_the_exact_nodes(n, rarer):
    scale = 2 * n * math.log(2)
    top = min(60.0, scale * exact_entropy(n, rarer))
    levels = np.concatenate(
        [np.arange(0.5, 14, 0.02 if n * rarer < 500_000 else 0.08), np.linspace(14, top, 40)]
    )
    above = 1.0 - best_gain_distribution(n, rarer, levels / scale)
    mean = 0.5 + np.trapezoid(above, levels)
    square = 0.25 + np.trapezoid(2 * levels * above, levels)
    found = np.array(irrelevant_gain_moments(n, rarer)) * [scale, scale**2]
    assert found[0] == pytest.approx(mean, rel=4e-3)  # the levels are a grid, and the distribution has steps
    assert found[1] == pytest.approx(square - mean**2, rel=3e-2)


def exact_entropy(n, rarer):
    return -sum(share * math.log2(share) for share in (rarer / n, 1 - rarer / n))


@pytest.mark.parametrize(
    ("n", "positive", "n_draws"), [(10_000, 3_000, 600), (10_000, 5, 600), (100_000, 50_000, 100)]
)
def test_very_large_nodes_agree_with_chance(n, positive, n_draws):
    rng = np.random.default_rng(n + positive)
    cuts = np.arange(1, n)
    best = np.empty(n_draws)
    for draw in range(n_draws):
        left = np.cumsum(rng.permutation(np.arange(n) < positive))[:-1]
        right = positive - left
        after = cuts / n * binary_entropy(left / cuts) + (1 - cuts / n) * binary_entropy(right / (n - cuts))
        best[draw] = binary_entropy(np.array([positive / n]))[0] - after.min()
    mean, variance = irrelevant_gain_moments(n, positive)
    assert abs(best.mean() - mean) < 3 * math.sqrt(variance / n_draws)
    assert best.std() == pytest.approx(math.sqrt(variance), rel=4 / math.sqrt(n_draws))


def binary_entropy(share):
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = -(share * np.log2(share) + (1 - share) * np.log2(1 - share))
    return np.nan_to_num(parts, nan=0.0)


@given(st.integers(2, 3000), st.data())
def test_either_class_may_be_called_positive(n, data):
    positive = data.draw(st.integers(0, n))
    np.testing.assert_array_equal(
        irrelevant_gain_moments(n, positive), irrelevant_gain_moments(n, n - positive)
    )


def test_there_is_no_step_where_the_fit_takes_over():
    rarer = np.arange(1, 25)
    sizes = [MOST_EXACT - 1, MOST_EXACT, MOST_EXACT + 1, MOST_EXACT + 2]
    scaled = np.array([2 * n * math.log(2) * irrelevant_gain_moments(n, rarer)[0] for n in sizes])
    assert (np.abs(np.diff(scaled, axis=0)) < 0.03).all()


def test_beyond_all_tables_it_goes_on_slowly():
    sizes = 10 ** np.arange(5, 13)
    for rarer in (np.full(8, 3), sizes // 1000, sizes // 2):
        scaled = 2 * sizes * math.log(2) * irrelevant_gain_moments(sizes, rarer)[0]
        steps = np.diff(scaled)
        assert (steps > -0.05).all()
        assert (steps < 0.8).all()


def test_shapes_broadcast_and_pure_nodes_gain_nothing():
    mean, variance = irrelevant_gain_moments([[10], [1000]], [0, 5, 10])
    assert mean.shape == variance.shape == (2, 3)
    np.testing.assert_array_equal(mean[:, 0], 0.0)
    np.testing.assert_array_equal(variance[:, 0], 0.0)
    assert mean[0, 2] == 0.0
    assert mean[1, 2] > 0.0
    assert irrelevant_gain_moments([], [])[0].shape == (0,)
    np.testing.assert_array_equal(irrelevant_gain_moments([0, 1, 1], [0, 0, 1])[0], 0.0)


def test_wrong_counts_are_shown():
    with pytest.raises(ValueError, match="n_pos=6 is more than the n=5 rows"):
        irrelevant_gain_moments([9, 5], [3, 6])
    with pytest.raises(ValueError, match=r"n_pos holds 1\.5"):
        irrelevant_gain_moments(5, 1.5)
    with pytest.raises(ValueError, match="both classes"):
        best_gain_distribution(5, 5, [0.1])
    with pytest.raises(ValueError, match="NaN"):
        best_gain_distribution(5, 2, [np.nan])


def test_the_distribution_rises_to_one():
    chances = best_gain_distribution(60, 20, np.linspace(0, 1, 50))
    assert (np.diff(chances) >= -1e-12).all()
    assert chances[-1] == pytest.approx(1.0)


@pytest.mark.parametrize(("n", "is_exact"), [(47, True), (48, True), (49, False), (50, False)])
def test_nodes_are_exact_up_to_48_rows(n, is_exact):
    found, exact = irrelevant_gain_moments(n, n // 3)[0], exact_moments(n, n // 3)[0]
    assert bool(abs(found / exact - 1) < 1e-9) is is_exact


COUNTS = st.lists(st.integers(0, 3), min_size=1, max_size=4).filter(lambda counts: 2 <= sum(counts) <= 7)


def test_three_rows_of_three_classes():
    assert expected_class_gain([[1, 1, 1]])[0] == pytest.approx(0.9182958341, abs=1e-9)


@given(COUNTS)
def test_small_nodes_as_when_every_order_is_listed(counts):
    assert expected_class_gain([counts])[0] == pytest.approx(naive.best_gains(counts).mean(), abs=1e-9)


@pytest.mark.parametrize(
    "counts",
    [
        (10, 10, 10),
        (2, 40, 60),
        (6, 6, 6, 6),
        (30, 5, 5, 5, 5),
        (1, 1, 1, 40),
        (2,) * 10,
        (8,) * 20,
        (100, 60, 30, 7, 3),
    ],
    ids=str,
)
def test_larger_nodes_are_close_to_permutations(counts):
    assert math.prod(count + 1 for count in counts) > MOST_CELLS
    labels = naive.labels_of(counts)
    gains = shuffled_gains(np.arange(len(labels)), labels, n_permutations=2000, random_state=0)
    slack = 3 * gains.std() / math.sqrt(gains.size)
    assert abs(expected_class_gain([counts])[0] - gains.mean()) < 0.065 * gains.mean() + slack


def test_a_node_of_classes_that_all_differ_gains_one_bit():
    for n in (4, 12, 20):
        assert expected_class_gain(np.ones((1, n)))[0] == pytest.approx(1.0, abs=1e-9)


@given(st.lists(st.integers(0, 400), min_size=3, max_size=6), st.randoms(use_true_random=False))
def test_classes_may_come_in_any_order_and_be_absent(counts, random):
    shuffled = [*counts, 0, 0]
    random.shuffle(shuffled)
    gain = expected_class_gain([counts])[0]
    assert expected_class_gain([shuffled])[0] == pytest.approx(gain, abs=1e-12)
    assert 0.0 <= gain <= 1.0


def test_each_node_gets_its_own_value():
    nodes = np.array([[0, 0, 0], [5, 0, 0], [3, 4, 0], [0, 60, 50], [2, 2, 2], [50, 50, 50], [2, 2, 2]])
    together = expected_class_gain(nodes)
    np.testing.assert_allclose(together, [expected_class_gain([node])[0] for node in nodes])
    assert together[0] == together[1] == 0.0
    assert together[2] == irrelevant_gain_moments(7, 3)[0]
    assert together[3] == irrelevant_gain_moments(110, 50)[0]


def test_one_class_alone():
    np.testing.assert_array_equal(expected_class_gain([[4], [0]]), 0.0)
    assert expected_class_gain(np.zeros((0, 3))).shape == (0,)


def test_counts_are_a_table():
    with pytest.raises(ValueError, match="one line per node"):
        expected_class_gain([1, 2, 3])


def test_two_rows_are_told_apart_by_one_cut():
    mean, variance = value_gain_moments(2)
    assert mean == 1.0
    assert variance == 0.0


def test_three_rows_in_closed_form():
    # Two cuts that correlate by 1/2: E max(Z1^2, Z2^2) = 1 + (2 / pi) sqrt(1 - 1/4).
    assert value_gain_moments(3)[0] == pytest.approx((1 + 2 / math.pi * math.sqrt(0.75)) / 2, rel=2e-4)


@pytest.mark.parametrize(
    ("n", "n_draws"), [(3, 40_000), (5, 40_000), (20, 20_000), (150, 5_000), (10_000, 400)]
)
def test_normal_targets_agree_with_chance(n, n_draws):
    rng = np.random.default_rng(n)
    cuts, shares = np.arange(1, n), []
    for _ in range(-(-n_draws * n // 1_000_000)):
        y = rng.normal(size=(min(n_draws, 1_000_000 // n), n))
        y -= y.mean(axis=1, keepdims=True)
        explained = np.cumsum(y, axis=1)[:, :-1] ** 2 * (n / (cuts * (n - cuts)))
        shares.append(explained.max(axis=1) / (y**2).sum(axis=1))
    drawn = np.concatenate(shares)
    mean, variance = value_gain_moments(n)
    assert abs(drawn.mean() - mean) < 3 * math.sqrt(variance / drawn.size)
    assert drawn.var() == pytest.approx(variance, rel=10 / math.sqrt(drawn.size))


@pytest.mark.parametrize("name", ["uniform", "laplace"])
def test_other_targets_are_not_far_from_it(name):
    rng = np.random.default_rng(0)
    y = getattr(rng, name)(size=60)
    gains = shuffled_gains(np.arange(60), y, regression=True, n_permutations=2000, random_state=0)
    assert y.var() * value_gain_moments(60)[0] == pytest.approx(gains.mean(), rel=0.1)


def test_the_share_falls_with_the_rows():
    sizes = np.unique(np.geomspace(2, 10**8, 200).round())
    mean, variance = value_gain_moments(sizes)
    assert (np.diff(mean) < 0).all()
    assert (np.diff(mean * (sizes - 1)) > 0).all()
    assert (variance >= 0).all()
    np.testing.assert_array_equal(value_gain_moments([0, 1]), 0.0)
    assert 0 < value_gain_moments(10**12)[0] < 1e-10
