from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.analysis.drawn import few

from hedgerow.analysis.voting import (
    _lose_plurality,
    bootstrap_coverage,
    majority_accuracy,
    majority_error,
    never_out_of_bag,
    plurality_error,
)

SHARES = st.floats(0, 1)


@st.composite
def distributions(draw, max_classes=4):
    parts = draw(st.lists(st.integers(0, 5), min_size=2, max_size=max_classes).filter(any))
    return np.array(parts) / sum(parts)


@pytest.mark.parametrize(
    ("n_voters", "error", "expected"),
    [
        (25, 0.35, 0.060445),
        (25, 0.5, 0.5),
        (25, 0.6, 0.846232),
        (3, 0.35, 0.28175),
        (10, 0.35, 0.171719),
        (1, 0.2, 0.2),
    ],
)
def test_pencil_errors(n_voters, error, expected):
    assert_allclose(majority_error(n_voters, error), expected, atol=5e-7)


@pytest.mark.parametrize(
    ("n_voters", "accuracy", "tie_credit", "expected"),
    [
        (11, 0.6, 0.5, 0.7534981325),
        (101, 0.55, 0.5, 0.8437553996),
        (10, 0.6, 1, 0.8337613824),
        (10, 0.6, 0.5, 0.7334323200),
        (10, 0.6, 0, 0.6331032576),
        (10, 0.5, 1, 0.623046875),
        (10, 0.5, 0.5, 0.5),
        (10, 0.5, 0, 0.376953125),
    ],
)
def test_pencil_accuracies(n_voters, accuracy, tie_credit, expected):
    assert_allclose(majority_accuracy(n_voters, accuracy, tie_credit=tie_credit), expected, atol=1e-10)


def naive_majority_error(n_voters, error, tie_credit):
    total = 0.0
    for wrong in range(n_voters + 1):
        chance = comb(n_voters, wrong) * error**wrong * (1 - error) ** (n_voters - wrong)
        if 2 * wrong > n_voters:
            total += chance
        elif 2 * wrong == n_voters:
            total += (1 - tie_credit) * chance
    return total


@few
@given(st.integers(1, 60), SHARES, SHARES)
def test_the_naive_twin_agrees(n_voters, error, tie_credit):
    assert_allclose(
        majority_error(n_voters, error, tie_credit=tie_credit),
        naive_majority_error(n_voters, error, tie_credit),
        atol=1e-12,
    )


@few
@given(st.integers(1, 2000), SHARES, SHARES)
def test_right_and_wrong_sum_to_one(n_voters, error, tie_credit):
    right = majority_accuracy(n_voters, 1 - error, tie_credit=tie_credit)
    assert_allclose(right + majority_error(n_voters, error, tie_credit=tie_credit), 1.0, rtol=1e-9)


@few
@given(st.integers(1, 200), SHARES)
def test_an_even_voter_more_changes_nothing_when_ties_are_drawn(m, error):
    assert_allclose(majority_error(2 * m, error), majority_error(2 * m - 1, error), atol=1e-12)


def test_a_jury_is_better_than_its_voters_exactly_when_they_are_better_than_chance():
    errors = np.linspace(0.01, 0.99, 98)  # without one half
    for n_voters in (3, 25, 101):
        assert_array_equal(majority_error(n_voters, errors) > errors, errors > 0.5)


def test_tails_keep_their_digits():
    assert_allclose(majority_error(41, 0.01), naive_majority_error(41, 0.01, 0.5), rtol=1e-10)
    assert 0 < majority_error(41, 0.01) < 1e-29


def test_arguments_broadcast():
    table = majority_error([[1], [3]], [0.1, 0.2, 0.3])
    assert table.shape == (2, 3)
    assert table[1, 2] == majority_error(3, 0.3)
    assert isinstance(majority_error(3, 0.3), float)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0.5), "n_voters=0 must be whole numbers of 1 or more"),
        ((2.5, 0.5), "n_voters=2.5"),
        ((3, 1.2), "error=1.2 must lie between 0 and 1"),
        ((3, np.nan), "error=nan"),
        ((3, []), r"error=\[\]"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        majority_error(*arguments)


def naive_plurality_error(n_voters, probabilities):
    """Go through every way to vote."""
    error = 0.0
    for votes in product(range(len(probabilities)), repeat=n_voters):
        counts = np.bincount(votes, minlength=len(probabilities))
        first = counts == counts.max()
        error += np.prod(probabilities[list(votes)]) * (1 - first[0] / first.sum())
    return error


@few
@given(st.integers(1, 5), distributions())
def test_plurality_agrees_with_its_naive_twin(n_voters, probabilities):
    assert_allclose(
        plurality_error(n_voters, [probabilities])[0],
        naive_plurality_error(n_voters, probabilities),
        atol=1e-12,
    )


@few
@given(st.integers(1, 300), st.lists(SHARES, min_size=1, max_size=5))
def test_plurality_of_two_classes_is_majority(n_voters, right):
    expected = majority_error(n_voters, 1 - np.array(right))
    padded = np.column_stack([right, 1 - np.array(right), np.zeros(len(right))])
    assert_allclose(plurality_error(n_voters, right), expected, atol=1e-12)
    assert_allclose(plurality_error(n_voters, padded), expected, atol=1e-12)


@few
@given(st.integers(1, 12), distributions(5))
def test_somebody_is_elected(n_voters, probabilities):
    rotated = [np.roll(probabilities, shift) for shift in range(len(probabilities))]
    assert_allclose((1 - plurality_error(n_voters, rotated)).sum(), 1.0, atol=1e-12)


def test_the_order_of_the_other_classes_does_not_matter():
    rows = [[0.4, 0.3, 0.2, 0.1], [0.4, 0.1, 0.2, 0.3], [0.4, 0.2, 0.3, 0.1]]
    errors = plurality_error(11, rows)
    assert_array_equal(errors, errors[0])


def test_plurality_in_blocks_and_in_bulk(monkeypatch):
    rows = np.random.default_rng(0).dirichlet([1, 1, 1, 0.3], 40).round(2)
    rows[:, 0] = 1 - rows[:, 1:].sum(axis=1)
    whole = plurality_error(30, rows)
    monkeypatch.setattr("hedgerow.analysis.voting._MAX_BLOCK_CELLS", 3 * 16 * 31)
    assert_allclose(plurality_error(30, rows), whole, atol=1e-13)


def test_rows_that_are_settled_by_their_gap_are_settled():
    rows = np.array(
        [[0.8, 0.15, 0.05], [0.1, 0.7, 0.2], [0.0, 0.9, 0.1], [0.5, 0.3, 0.2], [0.34, 0.33, 0.33]]
    )
    for n_voters in (3, 60, 250):
        assert_allclose(plurality_error(n_voters, rows), _lose_plurality(n_voters, rows), atol=1e-12)


def test_many_voters_elect_the_most_probable_class():
    errors = plurality_error(400, [[0.5, 0.3, 0.2], [0.3, 0.5, 0.2], [0.25, 0.25, 0.5]])
    assert_allclose(errors, [0, 1, 1], atol=1e-4)
    votes = np.random.default_rng(0).multinomial(40, [0.4, 0.35, 0.25], 200_000)
    first = votes == votes.max(axis=1, keepdims=True)
    simulated = 1 - (first[:, 0] / first.sum(axis=1)).mean()
    assert_allclose(plurality_error(40, [[0.4, 0.35, 0.25]]), simulated, atol=0.004)


@pytest.mark.parametrize(
    ("probabilities", "message"),
    [
        ([[0.5, 0.4]], "row 0 do not sum to one"),
        ([[1.0]], r"shape \(1, 1\)"),
        ([[[0.5, 0.5]]], r"shape \(1, 1, 2\)"),
        ([-0.1], "must lie between 0 and 1"),
    ],
)
def test_what_are_no_vote_probabilities_is_refused(probabilities, message):
    with pytest.raises(ValueError, match=message):
        plurality_error(3, probabilities)


@pytest.mark.parametrize(("n_rows", "expected"), [(1, 1.0), (2, 0.75), (10, 0.651322), (100, 0.633968)])
def test_pencil_coverage(n_rows, expected):
    assert_allclose(bootstrap_coverage(n_rows), expected, atol=5e-7)


@pytest.mark.parametrize(("n_rows", "expected"), [(5, 0.3276800), (10, 0.3486784401), (100, 0.3660323413)])
def test_pencil_share_out_of_bag(n_rows, expected):
    assert_allclose(1 - bootstrap_coverage(n_rows), expected, atol=1e-10)


def test_coverage_tends_to_its_limit():
    limit = 1 - np.exp(-1)
    assert_allclose(bootstrap_coverage(10**12), limit, rtol=1e-11)
    assert_allclose(limit, 0.632121, atol=5e-7)


@few
@given(st.integers(1, 40), st.integers(1, 60), st.integers(1, 20))
def test_coverage_by_powers(n_rows, n_draws, n_members):
    expected = 1 - (1 - 1 / n_rows) ** n_draws
    assert_allclose(bootstrap_coverage(n_rows, n_draws), expected, atol=1e-12)
    assert_allclose(never_out_of_bag(n_rows, n_members, n_draws), expected**n_members, atol=1e-12)


def test_rows_that_nobody_can_test():
    assert_allclose(never_out_of_bag(100, 10), 0.010487, atol=5e-7)
    assert never_out_of_bag(1, 10) == 1.0
    assert never_out_of_bag([100, 100], [10, 100]).shape == (2,)
    bags = np.random.default_rng(0).integers(0, 20, (4000, 5, 20))
    share = np.mean([all(0 in bag for bag in bags_) for bags_ in bags])
    assert_allclose(share, never_out_of_bag(20, 5), atol=0.02)
