import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.relevance.discretisation import Discretised


def test_few_values_are_kept_apart_and_missing_ones_have_their_own_code():
    X = np.array([[1.0, 0.0], [5.0, 2.0], [2.0, np.nan], [np.nan, 2.0]])
    coded = Discretised.by_quantiles(X, np.array([False, True]), n_bins=4)
    assert_array_equal(coded.codes, [[0, 0], [2, 2], [1, 3], [3, 2]])
    assert_array_equal(coded.sizes, [4, 4])
    assert_allclose(coded.cuts[0], [1.5, 3.5])
    assert coded.cuts[1].size == 0


@pytest.mark.parametrize("n_bins", [2, 3, 10])
def test_bins_hold_about_equally_many_rows(n_bins):
    X = np.random.default_rng(0).normal(size=(300, 1))
    counts = np.bincount(Discretised.by_quantiles(X, n_bins=n_bins).codes.ravel())
    assert_array_equal(counts, 300 // n_bins)


def test_whole_weights_are_repeated_rows():
    generator = np.random.default_rng(1)
    X, y, counts = generator.normal(size=(60, 2)), generator.integers(0, 2, 60), generator.integers(0, 4, 60)
    X[:, 0] += 2 * y
    rows, none = np.repeat(np.arange(60), counts), np.zeros(2, np.bool_)
    for weighted, repeated in (
        (
            Discretised.by_quantiles(X, none, counts.astype(float), n_bins=5),
            Discretised.by_quantiles(X[rows], none, n_bins=5),
        ),
        (
            Discretised.by_description_length(X, y, none, counts.astype(float)),
            Discretised.by_description_length(X[rows], y[rows], none),
        ),
    ):
        for cut, other in zip(weighted.cuts, repeated.cuts, strict=True):
            assert_allclose(cut, other)


def saved_and_cost(y, cut):
    """Bits that a cut saves and costs, with a pencil (Fayyad and Irani 1993)."""

    def entropy(part):
        shares = np.unique(part, return_counts=True)[1] / len(part)
        return -(shares * np.log2(shares)).sum()

    left, right = y[:cut], y[cut:]
    k, k1, k2 = (len(set(part)) for part in (y, left, right))
    saved = len(y) * entropy(y) - len(left) * entropy(left) - len(right) * entropy(right)
    cost = np.log2(len(y) - 1) + np.log2(3**k - 2) - k * entropy(y) + k1 * entropy(left) + k2 * entropy(right)
    return saved, cost


def cut_naively(y, start=0):
    """All accepted cuts of labels in the order of their values, as positions."""
    if len(set(y)) < 2:
        return []
    best = max(range(1, len(y)), key=lambda cut: saved_and_cost(y, cut)[0])
    saved, cost = saved_and_cost(y, best)
    if saved < cost:
        return []
    return sorted([*cut_naively(y[:best], start), start + best, *cut_naively(y[best:], start + best)])


@pytest.mark.parametrize("seed", range(8))
def test_cuts_are_those_of_fayyad_and_irani(seed):
    generator = np.random.default_rng(seed)
    values = np.arange(60.0)
    y = np.where((values > 20) & (values < 41), 1, 0) ^ (generator.random(60) < 0.08)
    coded = Discretised.by_description_length(values[:, None], y, np.array([False]))
    assert_allclose(coded.cuts[0], np.array(cut_naively(y)) - 0.5)


def test_a_column_that_tells_nothing_is_not_cut():
    generator = np.random.default_rng(0)
    X = np.column_stack([generator.random(50), np.full(50, np.nan)])
    coded = Discretised.by_description_length(X, np.arange(50) % 2, np.zeros(2, np.bool_))
    assert_array_equal(coded.codes, [[0, 1]] * 50)
    one_class = Discretised.by_description_length(X, np.zeros(50, int), np.zeros(2, np.bool_))
    assert_array_equal(one_class.codes, coded.codes)
