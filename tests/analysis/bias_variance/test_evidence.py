import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.analysis.bias_variance.evidence import Evidence, Setting
from hedgerow.analysis.bias_variance.tally import ClassTally

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
