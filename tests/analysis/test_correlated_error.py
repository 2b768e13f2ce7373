from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from tests.analysis.drawn import few, outputs

from hedgerow.analysis.correlated_error import added_error, added_error_factor, effective_members
from hedgerow.outputs import Outputs


def test_pencil_factor():
    assert_allclose(added_error_factor(10, 0.1), 0.19)
    assert_allclose(effective_members(10, 0.1), 1 / 0.19)


@few
@given(st.integers(1, 500))
def test_independent_and_equal_errors(n_members):
    assert_allclose(added_error_factor(n_members, 0.0), 1 / n_members)
    assert_allclose(added_error_factor(n_members, 1.0), 1.0)
    assert_allclose(effective_members(n_members, 0.0), n_members)


def test_the_factor_is_the_variance_of_a_mean():
    n_members, rho = 6, 0.3
    covariance = np.full((n_members, n_members), rho) + (1 - rho) * np.eye(n_members)
    assert_allclose(added_error_factor(n_members, rho), covariance.mean())


def test_errors_that_cancel():
    assert added_error_factor(3, -0.5) == 0.0
    assert effective_members(3, -0.5) == np.inf
    assert_array_equal(effective_members([2, 3], [0.0, -0.5]), [2.0, np.inf])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 0.1), "n_members=0 must be whole numbers"),
        ((2.5, 0.1), "n_members=2.5"),
        ((3, -0.6), "correlation=-0.6 must lie between"),
        ((3, 1.1), "correlation=1.1"),
    ],
)
def test_what_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        added_error_factor(*arguments)


def naive_correlation(outputs, posteriors=None):
    """Mean correlation of pairs, weighted over the classes, and the number of undefined pairs."""
    weights = outputs.row_weights()
    total = known = n_undefined = 0
    for code in range(outputs.n_classes):
        frequency = weights[outputs.truth == code].sum() / weights.sum()
        if frequency == 0:
            continue
        found = []
        for one in range(outputs.n_members):
            for two in range(one):
                rows = [
                    row
                    for row in range(outputs.n_samples)
                    if weights[row] > 0
                    and (outputs.predicted is None or outputs.predicted[[one, two], row].all())
                ]
                errors = []
                for member in (one, two):
                    if outputs.probabilities is None:
                        said = (outputs.answers[member, rows] == code).astype(float)
                    else:
                        said = outputs.probabilities[member, rows, code]
                    truth = outputs.truth[rows] == code if posteriors is None else posteriors[rows, code]
                    errors.append(said - truth)
                if len(rows) < 2 or any(np.ptp(error) < 1e-9 for error in errors):
                    n_undefined += 1
                    continue
                covariance = np.cov(errors, aweights=weights[rows], ddof=0)
                found.append(covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1]))
        if found:
            total += frequency * np.mean(found)
            known += frequency
    return total / known if known else np.nan, n_undefined


@few
@given(outputs())
def test_votes_agree_with_the_naive_twin(outputs):
    if np.isnan(outputs.errors()).all():
        return
    found = added_error(outputs)
    expected, n_undefined = naive_correlation(outputs)
    assert_allclose(found.correlation, expected, atol=1e-9)
    assert found.n_undefined == n_undefined


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize("out_of_bag", [False, True])
def test_probabilities_agree_with_the_naive_twin(known, out_of_bag, monkeypatch):
    monkeypatch.setattr("hedgerow.diversity.moments._BLOCK_FLOATS", 50)
    rng = np.random.default_rng(0)
    posteriors = rng.dirichlet([1, 1, 1], 40)
    truth = np.array([rng.choice(3, p=row) for row in posteriors])
    said = np.array([rng.dirichlet(6 * row + 0.1) for _ in range(5) for row in posteriors]).reshape(5, 40, 3)
    outputs = Outputs.from_predictions(
        said, truth, classes=[0, 1, 2], sample_weight=rng.integers(1, 4, 40),
        predicted=rng.random((5, 40)) < 0.7 if out_of_bag else None,
    )  # fmt: skip
    given_ = posteriors if known else None
    found = added_error(outputs, posteriors=given_)
    assert_allclose(found.correlation, naive_correlation(outputs, given_)[0], atol=1e-9)
    best = np.average(1 - posteriors.max(axis=1), weights=outputs.sample_weight)
    assert_allclose(found.bayes_error, best if known else 0.0)


@few
@given(outputs())
def test_pairs_and_sums_agree(outputs):
    masked = replace(outputs, predicted=np.ones(outputs.answers.shape, dtype=bool))
    by_sums, by_pairs = added_error(replace(outputs, predicted=None)), added_error(masked)
    assert_allclose(by_sums.correlation, by_pairs.correlation, atol=1e-9)
    assert by_sums.n_undefined == by_pairs.n_undefined


def test_averages_of_independent_estimates_err_as_foretold():
    rng = np.random.default_rng(1)
    p = rng.uniform(0.3, 0.7, 30_000)  # near the boundary, where the theory holds
    posteriors = np.column_stack([p, 1 - p])
    truth = (rng.random(30_000) > p).astype(int)
    common = rng.normal(size=30_000)
    own = rng.normal(size=(10, 30_000))
    noise = 0.08 * (np.sqrt(0.3) * common + np.sqrt(0.7) * own)
    first = (p + noise).clip(0, 1)
    outputs = Outputs.from_predictions(np.stack([first, 1 - first], axis=2), truth, classes=[0, 1])
    found = added_error(outputs, posteriors=posteriors)
    assert_allclose(found.correlation, 0.3, atol=0.02)
    assert_allclose(found.factor, 0.37, atol=0.02)
    assert_allclose(found.expected_error, found.ensemble_error, atol=0.01)
    assert found.bayes_error < found.ensemble_error < found.member_error


def test_equal_members_are_one_member():
    said = [[0, 1, 1, 0, 1]] * 4
    found = added_error(Outputs.from_predictions(said, [0, 1, 0, 0, 0]))
    assert_allclose(found.correlation, 1.0)
    assert_allclose(found.effective_members, 1.0)
    assert_allclose(found.expected_error, found.member_error)
    assert_allclose(found.ensemble_error, 0.4)


def test_one_member_has_no_correlation_and_adds_all_of_its_error():
    found = added_error(Outputs.from_predictions([[0, 1, 1]], [0, 1, 0]), bayes_error=0.1)
    assert np.isnan(found.correlation)
    assert (found.factor, found.effective_members) == (1.0, 1.0)
    assert_allclose(found.expected_error, 1 / 3)


def test_members_that_never_vary_have_no_correlation():
    found = added_error(Outputs.from_predictions([[0, 1], [0, 1]], [0, 1]))
    assert np.isnan(found.correlation)
    assert np.isnan(found.factor)
    assert found.n_undefined == 2  # one pair, two classes
    assert found.member_error == found.ensemble_error == 0.0


def test_the_error_of_the_average_out_of_bag():
    soft = np.array([[[0.9, 0.1], [0.4, 0.6]], [[0.2, 0.8], [0.3, 0.7]], [[0.2, 0.8], [0.9, 0.1]]])
    predicted = np.array([[1, 1], [1, 1], [0, 0]], dtype=bool)
    outputs = Outputs.from_predictions(soft, [0, 1], classes=[0, 1], predicted=predicted)
    assert added_error(outputs).ensemble_error == 0.0
    assert added_error(Outputs.from_predictions(soft, [0, 1], classes=[0, 1])).ensemble_error == 1.0


def test_the_frame_tells_all():
    frame = added_error(Outputs.from_predictions([[0, 1, 1, 0], [0, 1, 0, 1]], [0, 1, 0, 0])).frame()
    assert len(frame) == 1
    assert {"correlation", "factor", "effective_members", "expected_error", "ensemble_error"} <= set(
        frame.columns
    )


@pytest.mark.parametrize(
    ("posteriors", "message"),
    [
        ([[0.5, 0.5]], r"shape \(1, 2\); pass \(2, 2\)"),
        ([[0.5, 0.6], [1, 0]], "sum to one"),
        ([[-1, 2], [1, 0]], "not be negative"),
    ],
)
def test_posteriors_are_checked(posteriors, message):
    with pytest.raises(ValueError, match=message):
        added_error(Outputs.from_predictions([[0, 1]], [0, 1]), posteriors=posteriors)


def test_silence_is_refused():
    with pytest.raises(ValueError, match="no member predicts any row"):
        added_error(Outputs.from_predictions([[0, 1]], [0, 1], predicted=[[0, 0]]))
