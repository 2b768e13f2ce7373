from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diversity import naive
from tests.diversity.drawn import class_outputs, few, repeat_rows

from hedgerow.diversity import tumer_ghosh_correlation
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
