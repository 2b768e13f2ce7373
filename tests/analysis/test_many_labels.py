"""Measures of many labels."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn import metrics

from hedgerow.analysis.many_labels import multi_label_report

TRUTH = np.array([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 0]])
SAID = np.array([[1, 1, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]])


def test_the_specified_values():
    report = multi_label_report(TRUTH, SAID)  # Check P0.measures
    assert_allclose(
        [
            report.hamming_loss, report.subset_accuracy, report.jaccard, report.f1, report.precision, report.micro_f1,
            report.macro_f1, report.cardinality,
        ],
        [1 / 3, 0.25, 0.458333333333, 0.541666666667, 0.625, 0.6, 0.5, 1.25],
    )  # fmt: skip
    assert np.isnan([report.one_error, report.coverage, report.ranking_loss, report.average_precision]).all()


labels = arrays(np.int64, (6, 4), elements=st.integers(0, 1))


@settings(max_examples=25, deadline=None)
@given(labels, labels, arrays(float, (6, 4), elements=st.integers(0, 5).map(lambda fifths: fifths / 5)))
def test_scikit_learn_finds_the_same(truth, said, scores):
    report = multi_label_report(truth, said, scores)
    assert_allclose(report.hamming_loss, metrics.hamming_loss(truth, said))
    assert_allclose(report.subset_accuracy, metrics.accuracy_score(truth, said))
    assert_allclose(report.micro_f1, metrics.f1_score(truth, said, average="micro", zero_division=1))
    assert_allclose(report.macro_f1, metrics.f1_score(truth, said, average="macro", zero_division=1))
    assert_allclose(report.f1, metrics.f1_score(truth, said, average="samples", zero_division=1))
    both_empty = ~truth.any(axis=1) & ~said.any(axis=1)
    assert_allclose(
        report.jaccard,
        metrics.jaccard_score(truth, said, average="samples", zero_division=0) + both_empty.mean(),
    )
    assert_allclose(
        report.precision,
        metrics.precision_score(truth, said, average="samples", zero_division=0) + both_empty.mean(),
    )
    some = truth.any(axis=1)
    if some.any():
        assert_allclose(report.coverage, metrics.coverage_error(truth[some], scores[some]) - 1)
        best = scores[some].argmax(axis=1)
        assert_allclose(report.one_error, np.mean(truth[some][np.arange(some.sum()), best] == 0))


def test_rankings():
    scores = [[0.9, 0.1, 0.5], [0.9, 0.3, 0.1], [0.1, 0.2, 0.3], [0.1, 0.2, 0.3]]
    report = multi_label_report(TRUTH, SAID, scores)
    # Rows 1 to 3; the last has no label. Right labels are at ranks (1, 2), (2), (2, 3).
    assert_allclose(report.one_error, 2 / 3)
    assert_allclose(report.coverage, (1 + 1 + 2) / 3)
    assert_allclose(report.ranking_loss, (0 + 1 / 2 + 1) / 3)
    assert_allclose(report.average_precision, (1 + 1 / 2 + (1 / 2 + 2 / 3) / 2) / 3)


def test_weights_are_repeats():
    scores = np.random.default_rng(0).random(TRUTH.shape)
    rows = [0, 1, 1, 2, 2, 2]
    weighed = multi_label_report(TRUTH, SAID, scores, sample_weight=[1, 2, 3, 0])
    repeated = multi_label_report(TRUTH[rows], SAID[rows], scores[rows])
    assert_allclose(weighed.frame()["value"], repeated.frame()["value"])


def test_perfect_predictions():
    values = multi_label_report(TRUTH, sparse.csr_matrix(TRUTH), TRUTH).frame()
    assert (values["value"][values["greater_is_better"] == True] == 1).all()  # noqa: E712
    assert values.loc[["hamming_loss", "one_error", "ranking_loss"], "value"].tolist() == [0, 0, 0]
    nothing = multi_label_report(np.zeros((2, 3)), np.zeros((2, 3)), np.zeros((2, 3)))
    assert (nothing.jaccard, nothing.micro_f1, nothing.macro_f1) == (1, 1, 1)
    assert np.isnan(nothing.coverage)


def test_one_label():
    report = multi_label_report([[1], [0]], [[1], [1]], [[0.5], [0.4]])
    assert (report.one_error, report.coverage, report.average_precision) == (0, 0, 1)


def test_other_shapes_are_refused():
    with pytest.raises(ValueError, match="predictions have shape"):
        multi_label_report(TRUTH, SAID[:2])
    with pytest.raises(ValueError, match="scores have shape"):
        multi_label_report(TRUTH, SAID, np.zeros((4, 2)))
