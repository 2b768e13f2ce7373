import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.tree import DecisionTreeClassifier
from tests.combination import naive
from tests.combination.naive import probabilities_and_weights

from hedgerow.combination import (
    ConfidenceWeighted,
    MeanProbability,
    NaiveBayesCombination,
    Veto,
    WeightedVote,
    leaf_sizes,
)
from hedgerow.combination.nested_rule import measure_confidence


@pytest.mark.parametrize("outer", [ConfidenceWeighted, Veto])
def test_it_is_what_the_rule_inside_is(outer):
    assert (outer().hard, outer().weighted, outer().additive) == (True, False, False)
    assert (outer(WeightedVote()).hard, outer(WeightedVote()).weighted) == (True, True)
    assert (outer("mean_probability").hard, outer("mean_probability").weighted) == (False, True)
    assert outer("mean_probability").answers == "classes"


def test_values_stay_values_where_they_can_be_weighted():
    assert ConfidenceWeighted("mean", "size").answers == "values"
    assert ConfidenceWeighted("median", "size").answers == "both"
    assert Veto("median").answers == "classes"


def test_the_parameters_of_the_rule_inside_can_be_reached():
    rule = Veto(ConfidenceWeighted(MeanProbability()))
    assert rule.set_params(combination__confidence="size").sized


@pytest.mark.parametrize("outer", [ConfidenceWeighted, Veto])
def test_rules_that_learn_are_used_directly(outer):
    with pytest.raises(ValueError, match=f"learns by itself .* not inside {outer.__name__}"):
        _ = outer(NaiveBayesCombination()).inner


def test_a_wrong_rule_inside_is_named():
    with pytest.raises(
        ValueError, match="combination='votes' must be 'accuracy_weighted', 'bayes_net', 'borda'"
    ):
        _ = Veto("votes").hard


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


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (Veto(), [0, 1, 0]),  # only b is refused by nobody
        (Veto(tolerated=0.25), [0.75, 0.25, 0]),  # one of four may refuse a
        (Veto(tolerated=0.75), [0.75, 0.25, 0]),  # c stays, too, but nobody votes for it
        (Veto(refusal=0.1), [0.0, 1.0, 0.0]),
        (Veto(refusal=0.3), [1, 0, 0]),  # all are out; a is refused least, by one of four
        (Veto("mean_probability"), [0, 1, 0]),
        (Veto("mean_probability", tolerated=0.25), [2.2 / 3.6, 1.4 / 3.6, 0]),
    ],
)
def test_with_a_pencil(rule, expected):
    outputs = np.array([[[0.8, 0.2, 0.0]], [[0.7, 0.3, 0.0]], [[0.7, 0.3, 0.0]], [[0.0, 0.6, 0.4]]])
    assert_allclose(rule.combine(outputs), [expected], atol=1e-12)


def test_weights_and_silence_decide_how_much_is_refused():
    outputs = np.array([[[1.0, 0.0]], [[0.6, 0.4]], [[0.4, 0.6]]])
    assert_allclose(Veto().combine(outputs, np.array([0.0, 1.0, 1.0])), [[0.5, 0.5]])
    assert_allclose(Veto(tolerated=0.2).combine(outputs, np.array([1.0, 2.0, 7.0])), [[0.3, 0.7]])
    assert_allclose(Veto(tolerated=0.2).combine(outputs, np.array([3.0, 1.0, 6.0])), [[1.0, 0.0]])


def test_rounding_refuses_nothing():
    outputs = np.array([[[0.0, 1.0]], [[0.0, 1.0]], [[0.9, 0.1]]])
    assert 0.1 + 0.2 > 0.3
    assert_allclose(
        Veto("weighted_vote", tolerated=0.3).combine(outputs, np.array([0.1, 0.2, 0.7])), [[0.7, 0.3]]
    )


def test_where_nobody_votes_for_what_is_left_the_mean_decides():
    outputs = np.array([[[0.6, 0.0, 0.3, 0.1]], [[0.0, 0.6, 0.25, 0.15]]])
    assert_allclose(Veto().combine(outputs), [[0, 0, 0.55 / 0.8, 0.25 / 0.8]])


def test_nobody_refuses_its_own_choice():
    outputs = np.array([[[0.4, 0.35, 0.25]], [[0.3, 0.4, 0.3]]])
    assert_allclose(Veto(refusal=0.9).combine(outputs), [[0.5, 0.5, 0.0]])


@settings(max_examples=60)
@given(
    naive.probabilities_and_weights(),
    st.sampled_from([0.0, 0.2, 0.5]),
    st.sampled_from([0.0, 1 / 6, 1 / 3, 0.45]),
)
def test_it_equals_its_twin_for_all_parameters(drawn, tolerated, refusal):
    outputs, weights = drawn
    scores = Veto("weighted_vote", tolerated, refusal).combine(outputs, weights)
    assert_allclose(scores, naive.for_each_row(naive.veto(tolerated, refusal), outputs, weights), atol=1e-12)
