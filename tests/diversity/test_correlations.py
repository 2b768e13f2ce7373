from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import MATRIX, class_outputs, few, from_correctness, repeat_rows

from hedgerow.diversity import breiman_bound, pairwise, tumer_ghosh_correlation
from hedgerow.diversity.correlations import find_margins
from hedgerow.outputs import Outputs


def twin(outputs):
    """One class after the other, one pair after the other."""
    found = []
    for label in range(outputs.n_classes):
        prior = sum(
            naive.weight_of(outputs, r) for r in range(outputs.n_samples) if outputs.truth[r] == label
        )
        values = []
        for pair in combinations(range(outputs.n_members), 2):
            rows = [
                r
                for r in naive.judged_rows(outputs)
                if set(pair) <= set(naive.predicting_members(outputs, r))
            ]
            errors = [[said(outputs, t, r, label) - (outputs.truth[r] == label) for t in pair] for r in rows]
            values.append(
                naive.pearson([(*e, naive.weight_of(outputs, r)) for e, r in zip(errors, rows, strict=True)])
            )
        known = [value for value in values if not np.isnan(value)]
        if known and prior:
            found.append((sum(known) / len(known), prior))
    return naive.mean(found)


def said(outputs, t, row, label):
    if outputs.probabilities is not None:
        return outputs.probabilities[t, row, label]
    return float(outputs.answers[t, row] == label)


@few
@given(class_outputs(truth=True, classes=(2, 3)), st.booleans(), st.integers(0, 99))
def test_the_correlation_is_that_of_the_twin(outputs, soft, seed):
    if soft:
        shape = (*outputs.answers.shape, outputs.n_classes)
        given_probabilities = np.random.default_rng(seed).dirichlet(np.ones(outputs.n_classes), shape[:2])
        outputs = replace(outputs, probabilities=given_probabilities)
    assert tumer_ghosh_correlation(outputs) == pytest.approx(twin(outputs), abs=1e-9, nan_ok=True)


@few
@given(class_outputs(truth=True, weights=True))
def test_integer_weights_are_repeated_rows(outputs):
    expected = tumer_ghosh_correlation(repeat_rows(outputs))
    assert tumer_ghosh_correlation(outputs) == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_probabilities_of_one_and_zero_are_votes():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 3, 40)
    votes = np.where(rng.random((6, 40)) < 0.6, truth, rng.integers(0, 3, (6, 40)))
    hard = Outputs.from_predictions(votes, truth=truth)
    soft = Outputs.from_predictions(np.eye(3)[votes], truth=truth)
    assert tumer_ghosh_correlation(soft) == pytest.approx(tumer_ghosh_correlation(hard))
    masked = replace(soft, predicted=np.ones(votes.shape, bool))
    assert tumer_ghosh_correlation(masked) == pytest.approx(tumer_ghosh_correlation(hard))


def test_copies_are_perfectly_correlated():
    truth, answers = [0, 0, 1, 1], [[0, 1, 1, 1]] * 3
    assert tumer_ghosh_correlation(Outputs.from_predictions(answers, truth=truth)) == pytest.approx(1.0)


def test_members_whose_error_does_not_vary_are_left_out():
    truth = [0, 1, 0, 1]
    assert np.isnan(tumer_ghosh_correlation(Outputs.from_predictions([truth] * 3, truth=truth)))
    one_errs = [truth, [0, 1, 1, 1], [0, 1, 1, 0]]
    found = tumer_ghosh_correlation(Outputs.from_predictions(one_errs, truth=truth))
    assert found == pytest.approx(np.corrcoef([0, 0, 1, 0], [0, 0, 1, -1])[0, 1])


def test_classes_that_never_occur_do_not_count():
    """Nobody ever says the one class there is, so the errors about it do not vary."""
    said = [[1, 2, 1], [2, 2, 1]]
    assert np.isnan(tumer_ghosh_correlation(Outputs.from_predictions(said, truth=[0, 0, 0])))


def test_the_error_of_an_average_is_what_the_correlation_says():
    """Tumer & Ghosh 1996: the variance of the mean of T errors is (1 + rho (T - 1)) / T times that of one."""
    rng = np.random.default_rng(1)
    T, n, shared = 10, 4000, 0.1
    errors = np.sqrt(shared) * rng.normal(size=n) + np.sqrt(1 - shared) * rng.normal(size=(T, n))
    soft = np.stack([0.1 * errors, 1 - 0.1 * errors], axis=2)  # about rows that are all of the second class
    outputs = Outputs(np.ones((T, n), np.uint8), np.arange(2), np.ones(n, np.uint8), soft)
    rho = tumer_ghosh_correlation(outputs)
    assert rho == pytest.approx(shared, abs=0.02)
    factor = errors.mean(axis=0).var() / errors.var(axis=1).mean()
    assert factor == pytest.approx((1 + rho * (T - 1)) / T, rel=0.02)


def raw_margin(outputs, t, row):
    """+1 where right, -1 where the member says the most voted wrong class, else 0."""
    votes = naive.votes(outputs, row)
    wrong = [-1.0 if k == outputs.truth[row] else v for k, v in enumerate(votes)]
    said = outputs.answers[t, row]
    return 1.0 if said == outputs.truth[row] else -1.0 if said == wrong.index(max(wrong)) else 0.0


def test_eight_rows():
    """Rogers 2007, eq. 3.8-3.16."""
    outputs = from_correctness(MATRIX)
    np.testing.assert_allclose(find_margins(outputs)[0], [1, 1 / 3, 1 / 3, 1 / 3, -1 / 3, 1, -1, 1 / 3])
    found = breiman_bound(outputs)
    assert found.strength == pytest.approx(0.25)
    assert found.correlation == pytest.approx(0.407407407407407, abs=1e-12)
    assert found.bound == pytest.approx(6.1111111, abs=1e-7) == np.var(find_margins(outputs)[0]) / 0.25**2
    assert found.capped == 1.0
    assert found.negative == 0.25
    assert breiman_bound(outputs, correlation="pairwise").correlation == pytest.approx(0.1111111111)


def test_the_plain_mean_of_correlations_breaks_the_bound():
    """Ten rows, three members that err on {1, 2, 3}, {1, 4, 5} and {6, 7, 8}."""
    right = np.ones((10, 3), int)
    for member, rows in enumerate([[1, 2, 3], [1, 4, 5], [6, 7, 8]]):
        right[rows, member] = 0
    outputs = from_correctness(right)
    plain, breiman = breiman_bound(outputs, correlation="pairwise"), breiman_bound(outputs)
    assert plain.strength == breiman.strength == pytest.approx(0.4)
    assert plain.correlation == pytest.approx(-0.2698412698, abs=1e-10)
    assert plain.bound == pytest.approx(-1.4166667, abs=1e-7)
    assert breiman.correlation == pytest.approx(0.1534391534, abs=1e-10)
    assert breiman.bound == pytest.approx(0.8055556, abs=1e-7)
    assert breiman.negative == pytest.approx(0.1)  # more than the "bound" of the plain mean


@pytest.mark.parametrize(
    ("votes", "expected"), [((5, 3, 2), 0.2), ((7, 3), 0.4), ((3, 5, 2), -0.2), ((5, 5), 0.0)]
)
def test_margins_by_pencil(votes, expected):
    outputs = Outputs.from_predictions(
        np.repeat(range(len(votes)), votes)[:, None], truth=[0], classes=range(3)
    )
    assert find_margins(outputs)[0] == pytest.approx(expected)


@few
@given(class_outputs(truth=True), st.booleans())
def test_strength_and_correlation_are_those_of_the_twin(outputs, weighted):
    if weighted:
        outputs = replace(outputs, weights=np.arange(1.0, outputs.n_members + 1))
    combination_weights = outputs.member_weights()
    rows, spreads = naive.judged_rows(outputs), []
    margins = [
        naive.mean(
            (raw_margin(outputs, t, row), combination_weights[t])
            for t in naive.predicting_members(outputs, row)
        )
        for row in rows
    ]
    by_row = [naive.weight_of(outputs, row) for row in rows]
    strength = naive.mean(zip(margins, by_row, strict=True))
    for t in range(outputs.n_members):
        own = [row for row in rows if t in naive.predicting_members(outputs, row)]
        if own:
            raw = [(raw_margin(outputs, t, row), naive.weight_of(outputs, row)) for row in own]
            centre = naive.mean(raw)
            spreads.append(
                (naive.mean(((r - centre) ** 2, w) for r, w in raw) ** 0.5, combination_weights[t])
            )
    variance = naive.mean(((m - strength) ** 2, w) for m, w in zip(margins, by_row, strict=True))
    found = breiman_bound(outputs)
    assert found.strength == pytest.approx(strength, abs=1e-12)
    assert found.negative == pytest.approx(
        naive.mean((m < -1e-9, w) for m, w in zip(margins, by_row, strict=True))
    )
    assert found.tied == pytest.approx(
        naive.mean((abs(m) < 1e-9, w) for m, w in zip(margins, by_row, strict=True))
    )
    if naive.mean(spreads) > 1e-9:
        assert found.correlation == pytest.approx(variance / naive.mean(spreads) ** 2)
    elif variance < 1e-12:
        assert found.correlation == 0.0


@few
@given(class_outputs(members=(2, 5), truth=True))
def test_pairwise_correlation_is_that_of_the_twin(outputs):
    values = []
    for i in range(outputs.n_members):
        for j in range(i):
            rows = [
                (raw_margin(outputs, i, row), raw_margin(outputs, j, row), naive.weight_of(outputs, row))
                for row in naive.judged_rows(outputs)
                if {i, j} <= set(naive.predicting_members(outputs, row))
            ]
            values.append(naive.pearson(rows))
    known = [value for value in values if value == pytest.approx(value)]
    expected = np.mean(known) if known else np.nan
    found = breiman_bound(outputs, correlation="pairwise").correlation
    assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)


@few
@given(class_outputs(members=(1, 5), truth=True, masks=False))
def test_the_error_never_exceeds_the_bound(outputs):
    found = breiman_bound(outputs)
    assert found.negative + found.tied <= found.bound + 1e-9
    assert naive.vote_error(outputs) <= found.negative + found.tied + 1e-12


@few
@given(class_outputs(classes=(2, 2), truth=True, members=(2, 5)))
def test_of_two_classes_it_is_the_correlation_of_being_right(outputs):
    expected = pairwise(outputs, "correlation").mean
    found = breiman_bound(outputs, correlation="pairwise").correlation
    assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)


@few
@given(class_outputs(truth=True, weights=True))
def test_integer_weights_are_repeated_rows_to_the_bound(outputs):
    for correlation in ("breiman", "pairwise"):
        found = breiman_bound(outputs, correlation=correlation)
        expected = breiman_bound(repeat_rows(outputs), correlation=correlation)
        np.testing.assert_allclose(found.frame(), expected.frame(), atol=1e-9)


@pytest.mark.parametrize(
    ("rows", "strength", "correlation", "bound"),
    [
        ([[1, 1], [1, 1]], 1.0, 0.0, 0.0),  # nothing varies
        ([[0, 0], [0, 0]], -1.0, 0.0, np.inf),
        ([[1, 0], [0, 1]], 0.0, 0.0, np.inf),
    ],
)
def test_where_the_formulas_end(rows, strength, correlation, bound):
    found = breiman_bound(from_correctness(rows))
    assert (found.strength, found.correlation, found.bound) == (strength, correlation, bound)


def test_shares_that_round_differently_are_a_tie():
    outputs = Outputs.from_predictions([[0], [0], [1]], truth=[0], weights=[0.1, 0.2, 0.3])
    found = breiman_bound(outputs)
    assert (found.tied, found.negative) == (1.0, 0.0)


def test_a_single_class_has_no_rival():
    found = breiman_bound(Outputs.from_predictions([[0, 0]], truth=[0, 0]))
    assert (found.strength, found.negative) == (1.0, 0.0)


def test_an_unknown_correlation_is_refused():
    with pytest.raises(ValueError, match="correlation='pearson' must be 'breiman' or 'pairwise'"):
        breiman_bound(from_correctness(MATRIX), correlation="pearson")
