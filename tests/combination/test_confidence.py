import numpy as np
import pytest
from hypothesis import given, settings
from numpy.testing import assert_allclose
from sklearn.tree import DecisionTreeClassifier
from tests.combination.naive import probabilities_and_weights

from hedgerow.combination import ConfidenceWeighted, WeightedVote, leaf_sizes
from hedgerow.combination.confidence import measure_confidence

TREE = DecisionTreeClassifier().fit(np.zeros((10, 1)), [1] * 7 + [0] * 3)  # one leaf: 7 and 3


@pytest.mark.parametrize(("measure", "expected"), [("size", 10), ("purity", 0.7), ("laplace", 8 / 12)])
def test_a_leaf_of_seven_and_three(measure, expected):
    row = np.zeros((1, 1))
    confidence = measure_confidence(TREE.predict_proba(row)[None], measure, leaf_sizes([TREE], row))
    assert_allclose(confidence, [[expected]], rtol=1e-12)


def test_a_sure_member_outvotes_two_doubtful_ones():
    outputs = np.array([[[0.95, 0.05]], [[0.45, 0.55]], [[0.49, 0.51]]])
    shares = ConfidenceWeighted().combine(outputs)
    assert_allclose(shares, [[0.95 / 2.01, 1.06 / 2.01]])
    sizes = np.array([[30.0], [5.0], [5.0]])
    assert_allclose(ConfidenceWeighted(confidence="size").combine(outputs, sizes=sizes), [[0.75, 0.25]])


def test_a_leaf_of_one_row_is_not_sure_when_smoothed():
    outputs, sizes = np.array([[[1.0, 0.0]], [[0.2, 0.8]]]), np.array([[1.0], [100.0]])
    shares = ConfidenceWeighted(confidence="laplace").combine(outputs, sizes=sizes)
    small, large = 2 / 3, 81 / 102
    assert_allclose(shares, [[small / (small + large), large / (small + large)]])
    assert ConfidenceWeighted().decide(ConfidenceWeighted().combine(outputs)) == 0
    assert ConfidenceWeighted().decide(shares) == 1


@settings(max_examples=50)
@given(probabilities_and_weights())
def test_confidence_is_a_weight_by_row(drawn):
    outputs, weights = drawn
    combination_weights = (
        np.ones(outputs.shape[:2]) if weights is None else np.broadcast_to(weights.T, outputs.shape[1::-1]).T
    )
    expected = WeightedVote().combine(outputs, combination_weights * outputs.max(axis=2))
    assert_allclose(ConfidenceWeighted("weighted_vote").combine(outputs, weights), expected)
    assert_allclose(ConfidenceWeighted("vote").combine(outputs, weights), expected)


def test_values_are_weighted_by_the_size_of_the_leaf():
    rule = ConfidenceWeighted("mean", "size")
    assert_allclose(rule.combine(np.array([[1.0], [5.0]]), sizes=np.array([[3.0], [1.0]])), [2.0])


@pytest.mark.parametrize(
    ("rule", "outputs", "message"),
    [
        (
            ConfidenceWeighted(confidence="depth"),
            np.ones((1, 1, 2)),
            "confidence='depth' must be 'purity', 'laplace' or 'size'",
        ),
        (ConfidenceWeighted(confidence="size"), np.ones((1, 1, 2)), "needs the training weight .*leaf_sizes"),
        (
            ConfidenceWeighted("mean"),
            np.ones((1, 1)),
            "confidence='purity' is about classes; for values use 'size'",
        ),
    ],
)
def test_what_cannot_be_measured_is_refused(rule, outputs, message):
    with pytest.raises(ValueError, match=message):
        rule.combine(outputs)
