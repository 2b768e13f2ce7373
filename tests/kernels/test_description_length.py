import math

import numpy as np
import pytest
from numba import njit
from tests.kernels.tables import make_rules, make_work

from hedgerow._kernels.description_length import feature_cost, shortens_description


@njit
def ask_cost(used, n_features, feature):
    return feature_cost(used, n_features, feature)


@njit
def ask_whether_shorter(work, rules, feature, used, n_features):
    return shortens_description(work, rules, feature, used, n_features)


def use(n_features, features, n_splits):
    used = np.zeros(n_features + 1, np.int64)
    used[list(features)] = 1
    used[n_features] = n_splits
    return used


def accepts(total, left, used, feature=0, unit=1.0):
    rules = make_rules(n_classes=len(total), unit=unit)
    return ask_whether_shorter(
        make_work(weights=[*total, *left]), rules, feature, np.array(used), len(used) - 1
    )


# Rogers 2007, eq. 2.23; with one feature its name costs log2(1) = 0 bits.
@pytest.mark.parametrize(
    ("total", "left", "accepted"),
    [
        ((5, 5), (5, 0), True),
        ((1, 1), (1, 0), True),
        ((2, 1), (2, 0), True),
        ((10, 10), (8, 2), False),
        ((15, 15), (12, 3), False),
    ],
)
def test_acceptance_without_the_cost_of_features(total, left, accepted):
    nothing_used = use(1, [], 0)
    assert accepts(total, left, nothing_used) == accepted
    assert accepts(total, np.subtract(total, left), nothing_used) == accepted


@pytest.mark.parametrize(
    ("features", "n_splits", "feature", "bits"),
    [
        ((), 0, 3, 3.3219280949),
        ((1, 2), 3, 1, 1.0),
        ((1, 2), 3, 7, 6.6617780978),
        ((1,), 1, 1, 0.0),
        ((1,), 1, 2, math.log2(10) + 2),
    ],
)
def test_what_naming_one_of_ten_features_costs(features, n_splits, feature, bits):
    assert ask_cost(use(10, features, n_splits), 10, feature) == pytest.approx(bits, abs=1e-9)


def test_a_perfect_split_is_worth_a_first_feature_but_not_a_third():
    assert accepts((5, 5), (5, 0), use(10, [], 0))
    assert not accepts((5, 5), (5, 0), use(10, [0, 1], 3), feature=2)
    assert accepts((5, 5), (5, 0), use(10, [0, 1], 3), feature=1)


def test_weights_count_in_units():
    scale = 1000
    for total, left in [((5, 5), (5, 0)), ((10, 10), (8, 2))]:
        scaled = [tuple(scale * x for x in side) for side in (total, left)]
        assert accepts(*scaled, use(1, [], 0), unit=1 / scale) == accepts(total, left, use(1, [], 0))


def saved_and_cost(total, left):
    """Both sides of eq. 2.23, by hand."""

    def entropy(counts):
        return -sum(c / sum(counts) * math.log2(c / sum(counts)) for c in counts if c)

    right = [t - c for t, c in zip(total, left, strict=True)]
    parts = [(sum(side), sum(c > 0 for c in side), entropy(side)) for side in (total, left, right)]
    (n, k, e), (n1, k1, e1), (n2, k2, e2) = parts
    saved = n * e - n1 * e1 - n2 * e2
    return saved, math.log2(n - 1) + math.log2(3**k - 2) - k * e + k1 * e1 + k2 * e2


@pytest.mark.parametrize("n_classes", [2, 3, 4])
def test_acceptance_agree_with_the_formula(n_classes):
    rng = np.random.default_rng(n_classes)
    outcomes = set()
    for _ in range(200):
        total = rng.integers(1, 15, n_classes)
        left = rng.binomial(total, rng.random(n_classes))
        if 0 < left.sum() < total.sum():
            saved, cost = saved_and_cost(total.tolist(), left.tolist())
            outcomes.add(saved >= cost)
            assert accepts(total, left, use(1, [], 0)) == (saved >= cost)
    assert outcomes == {True, False}
