import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.analysis.bias_variance.evidence import ClassTally, Evidence, Setting, ValueTally


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_counts_and_losses_are_those_of_the_table_of_answers(seed, keep):
    rng = np.random.default_rng(seed)
    n_rows, n_classes, n_runs = 5, 3, 4
    truth = rng.dirichlet(np.ones(n_classes), n_rows)
    weights = rng.random(n_rows) + 0.1
    predicted = rng.integers(n_classes, size=(n_runs, n_rows))
    tested = rng.random((n_runs, n_rows)) < 0.7
    tally = ClassTally(truth, weights, n_runs, keep)
    for run in range(n_runs):
        tally.add(np.flatnonzero(tested[run]), predicted[run, tested[run]], run)
    for row in range(n_rows):
        for label in range(n_classes):
            expected = sum(predicted[run, row] == label for run in range(n_runs) if tested[run, row])
            assert tally.counts[row, label] == expected
    for run in range(n_runs):
        rows = np.flatnonzero(tested[run])
        loss = sum(weights[row] * (1 - truth[row, predicted[run, row]]) for row in rows)
        assert tally.losses["zero_one"][run] == pytest.approx(loss)
        assert tally.tested_weight[run] == pytest.approx(weights[rows].sum())
    if keep:
        assert_array_equal(tally.predictions, np.where(tested, predicted, -1))
    else:
        assert tally.predictions is None


def test_shares_of_some_rows():
    tally = ClassTally(np.eye(2)[[0, 1, 1]], np.ones(3), 3, keep=False)
    for run, predicted in enumerate([[0, 1], [0, 0], [1, 1]]):
        tally.add(np.array([0, 2]), np.array(predicted), run)
    assert_array_equal(tally.n_predictions, [3, 0, 3])
    shares = tally.distributions(np.array([0, 2]))
    assert_allclose(shares.predicted, [[2 / 3, 1 / 3], [1 / 3, 2 / 3]])
    assert_allclose(shares.truth, [[1, 0], [0, 1]])


def test_many_classes_fit_into_the_kept_answers():
    tally = ClassTally(np.eye(200), np.ones(200), 1, keep=True)
    tally.add(np.arange(200), np.arange(200), 0)
    assert_array_equal(tally.predictions[0], np.arange(200))


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1))
def test_running_moments_are_those_of_the_table_of_answers(seed):
    rng = np.random.default_rng(seed)
    truth, predicted = rng.normal(size=(4, 3)), rng.normal(1e6, 1, size=(6, 4))
    tested = rng.random((6, 4)) < 0.7
    tested[0] = True
    tally = ValueTally(truth, np.ones(4), 6, keep=True)
    for run in range(6):
        tally.add(np.flatnonzero(tested[run]), predicted[run, tested[run]], run)
    spread = tally.distributions(np.arange(4))
    for row in range(4):
        predicted_rows = predicted[tested[:, row], row]
        assert spread.mean[row] == pytest.approx(predicted_rows.mean(), rel=1e-14)
        assert spread.variance[row] == pytest.approx(predicted_rows.var(), abs=1e-8)
        assert spread.n_predictions[row] == predicted_rows.size
    distance = np.abs(predicted[0][:, None] - truth)
    assert tally.losses["absolute"][0] == pytest.approx(distance.mean(axis=1).sum())
    assert tally.losses["squared"][0] == pytest.approx((distance**2).mean(axis=1).sum())
    assert_array_equal(np.isnan(spread.predictions), ~tested)


SETTING = Setting("tree", "3 sets", "zero")


def gather(predicted, weights=None, truth=None):
    """Rows of classes 0 and 1 in turn; -1 says that a row was not tested on."""
    predicted = np.array(predicted)
    codes = np.arange(predicted.shape[1]) % 2
    weights = np.ones(len(codes)) if weights is None else np.array(weights, float)
    tally = ClassTally(np.eye(2)[codes] if truth is None else truth, weights, len(predicted), keep=True)
    for run, answers in enumerate(predicted):
        rows = np.flatnonzero(answers >= 0)
        tally.add(rows, answers[rows], run)
    return Evidence.from_tally(tally, codes, np.array(["a", "b"]), np.arange(len(codes)) * 10, SETTING)


def test_rows_and_repetitions_without_an_answer_are_left_out():
    evidence = gather([[0, -1, 1], [-1, -1, -1], [1, -1, 0]])
    assert_array_equal(evidence.index, [0, 20])
    assert evidence.n_untested == 1
    assert_allclose(evidence.replicate_errors["zero_one"], [0.5, 0.5])
    assert_array_equal(evidence.predictions, [[0, 1], [-1, -1], [1, 0]])
    assert_array_equal(evidence.distributions.n_predictions, [2, 2])


def test_means_are_weighted_and_whole_weights_are_repeated_rows():
    values = np.array([1.0, 2.0, 6.0])
    assert gather([[0, 1, 0]], [1, 2, 3]).mean(values) == pytest.approx((1 + 4 + 18) / 6)
    once, repeated = gather([[0, 0, 1]], [1, 2, 3]), gather([[0, 0, 1]])
    assert_allclose(once.replicate_errors["zero_one"], (2 + 3) / 6)
    assert_allclose(repeated.replicate_errors["zero_one"], 2 / 3)


def test_the_standard_error_of_zeros_and_ones_is_binomial():
    """Zliobaite 2010: E = 0.106 on 20,000 rows has a standard error of 0.217674 %."""
    evidence = gather([np.zeros(20_000, int)])
    values = (np.arange(20_000) < 2120).astype(float)
    assert 100 * evidence.standard_error(values) == pytest.approx(0.217674, abs=1e-6)


def test_nothing_asked_is_an_error():
    with pytest.raises(ValueError, match="no row of positive weight was tested"):
        gather([[-1, -1]])
    with pytest.raises(ValueError, match="no row of positive weight was tested"):
        gather([[0, -1]], weights=[0, 1])
