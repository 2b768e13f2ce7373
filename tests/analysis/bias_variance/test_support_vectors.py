import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.svm import SVC

from hedgerow.analysis.bias_variance import SupportVectors
from hedgerow.analysis.bias_variance.replicates import LabelledRows
from hedgerow.analysis.bias_variance.support_vectors import leave_one_out
from hedgerow.datasets import make_artificial_multi1

SMALL = SupportVectors(costs=(1.0, 10.0), widths=(0.1, 1.0), n_folds=3)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_leaving_out_support_vectors_only_is_leaving_out_every_row(n_classes):
    rng = np.random.default_rng(0)
    y = np.arange(40) % n_classes
    X = rng.normal(size=(40, 2)) + 2 * y[:, None]
    decisions = leave_one_out(rbf_kernel(X, gamma=0.5), y, cost=2.0)
    for row in range(40):
        rest = np.delete(np.arange(40), row)
        machine = SVC(C=2.0, gamma=0.5).fit(X[rest], y[rest])
        assert_allclose(decisions[row], np.atleast_1d(machine.decision_function(X[[row]])[0]), atol=5e-3)


def test_the_mean_doubt_is_near_the_known_bayes_error():
    sample = make_artificial_multi1(250, random_state=0)
    part = LabelledRows(sample.X, sample.y)
    probabilities = SMALL.estimate(part, None, 5, None)
    assert_allclose(probabilities.sum(axis=1), 1)
    assert np.mean(1 - probabilities.max(axis=1)) == pytest.approx(sample.bayes_error, abs=0.06)
    assert (probabilities.argmax(axis=1) == sample.y).mean() > 0.7


def test_rows_are_judged_with_all_known_rows_and_absent_classes_have_no_chance():
    sample = make_artificial_multi1(120, random_state=0)
    keep = sample.y != 2
    tested, others = (
        LabelledRows(sample.X[keep][:20], sample.y[keep][:20]),
        LabelledRows(sample.X[keep][20:], sample.y[keep][20:]),
    )
    probabilities = SMALL.estimate(tested, others, 5, None)
    assert probabilities.shape == (20, 5)
    assert_array_equal(probabilities[:, 2], 0)
    everything = SMALL.estimate(LabelledRows(sample.X[keep], sample.y[keep]), None, 5, None)
    assert_allclose(probabilities, everything[:20])


def test_what_it_cannot_do_is_refused():
    rare = LabelledRows(np.arange(5.0)[:, None], np.array([0, 0, 0, 0, 1]))
    with pytest.raises(ValueError, match="the smallest of 2 has 1"):
        SMALL.estimate(rare, None, 2, None)
    with pytest.raises(ValueError, match="is about classes"):
        SMALL.estimate(rare, None, None, None)
