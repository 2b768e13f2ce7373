"""What holds for every rule that does not learn."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.stats import trim_mean
from sklearn.base import clone
from tests.combination.naive import (
    CLASS_TWINS,
    VALUE_TWINS,
    for_each_row,
    probabilities_and_weights,
    values_and_weights,
)

from hedgerow.combination import (
    LearnedCombination,
    Median,
    Minimum,
    Product,
    TrimmedMean,
    Veto,
    WeightedMedian,
)
from hedgerow.combination.protocol import COMBINATIONS, list_combinations

CLASS_RULES = [
    name
    for name in list_combinations("classes")
    if not isinstance(COMBINATIONS.make(name), LearnedCombination)
]
VALUE_RULES = list_combinations("values")
few = settings(max_examples=10)
each_class_rule = pytest.mark.parametrize("name", CLASS_RULES)
each_value_rule = pytest.mark.parametrize("name", VALUE_RULES)


def test_every_rule_has_a_twin():
    assert set(CLASS_TWINS) == set(CLASS_RULES) - {"confidence_weighted"}  # which has its own test
    assert set(VALUE_TWINS) == set(VALUE_RULES)


@pytest.mark.parametrize("name", sorted(CLASS_TWINS))
@settings(max_examples=40)
@given(drawn=probabilities_and_weights())
def test_a_rule_for_classes_equals_its_twin(name, drawn):
    outputs, weights = drawn
    scores = COMBINATIONS.resolve(name).combine(outputs, weights)
    assert_allclose(scores, for_each_row(CLASS_TWINS[name], outputs, weights), atol=1e-12)


@pytest.mark.parametrize("name", sorted(VALUE_TWINS))
@settings(max_examples=40)
@given(drawn=values_and_weights())
def test_a_rule_for_values_equals_its_twin(name, drawn):
    outputs, weights = drawn
    values = COMBINATIONS.resolve(name).combine(outputs, weights)
    assert_allclose(values, for_each_row(VALUE_TWINS[name], outputs, weights), atol=1e-12)


@each_class_rule
@few
@given(drawn=probabilities_and_weights())
def test_scores_are_shares_and_a_row_without_a_speaker_is_nan(name, drawn):
    outputs, weights = drawn
    scores = COMBINATIONS.resolve(name).combine(outputs, weights)
    assert scores.shape == outputs.shape[1:]
    weights = np.ones(len(outputs)) if weights is None else weights
    predicted = np.broadcast_to(weights.sum(axis=0) > 0, len(scores))
    assert_array_equal(np.isnan(scores), np.repeat(~predicted[:, None], scores.shape[1], axis=1))
    assert_allclose(scores[predicted].sum(axis=1), 1)
    assert (scores[predicted] >= 0).all()


@each_class_rule
@few
@given(drawn=probabilities_and_weights(), factor=st.sampled_from([0.1, 0.37, 7.0]))
def test_only_the_ratio_of_weights_matters(name, drawn, factor):
    outputs, weights = drawn
    weights = np.ones(len(outputs)) if weights is None else weights
    rule = COMBINATIONS.resolve(name)
    assert_allclose(rule.combine(outputs, factor * weights), rule.combine(outputs, weights), atol=1e-12)


@each_class_rule
@few
@given(drawn=probabilities_and_weights(), seed=st.integers(0, 99))
def test_the_order_of_members_and_the_names_of_classes_do_not_matter(name, drawn, seed):
    outputs, weights = drawn
    # Members that are undecided vote for the lower class: give them no ties, as most have none.
    outputs = outputs + np.linspace(0, 1e-6, outputs.size).reshape(outputs.shape)
    generator = np.random.default_rng(seed)
    members, classes = generator.permutation(len(outputs)), generator.permutation(outputs.shape[2])
    rule = COMBINATIONS.resolve(name)
    shuffled = rule.combine(outputs[members][:, :, classes], None if weights is None else weights[members])
    assert_allclose(shuffled, rule.combine(outputs, weights)[:, classes], atol=1e-12)


@each_class_rule
@few
@given(drawn=probabilities_and_weights(), n_members=st.integers(1, 5))
def test_unanimous_members_are_believed(name, drawn, n_members):
    one = drawn[0][:1]
    rule = COMBINATIONS.resolve(name)
    said = np.repeat(one, n_members, axis=0)
    scores = rule.combine(said)
    assert_allclose(scores, rule.combine(one), atol=1e-12)
    best = one[0].max(axis=1)
    assert_allclose(one[0][np.arange(len(best)), rule.decide(scores)], best)


@each_value_rule
@few
@given(drawn=values_and_weights())
def test_values_shift_and_scale(name, drawn):
    outputs, weights = drawn
    rule = COMBINATIONS.resolve(name)
    assert_allclose(
        rule.combine(2 * outputs + 3, weights), 2 * rule.combine(outputs, weights) + 3, atol=1e-12
    )


@each_value_rule
def test_identical_members_are_one_member(name):
    one = np.array([[1.5, -2.0, 7.0]])
    assert_allclose(COMBINATIONS.resolve(name).combine(np.repeat(one, 5, axis=0)), one[0])


@pytest.mark.parametrize("name", ["borda", "median", "product", "veto", "confidence_weighted", "vote"])
@few
@given(drawn=probabilities_and_weights(st.just(3)))
def test_hard_answers_make_the_vote_of_every_rule(name, drawn):
    outputs, _ = drawn
    answers = np.eye(3)[outputs.argmax(axis=2)]
    rule = COMBINATIONS.resolve(name)
    shares = COMBINATIONS.resolve("vote").combine(answers)
    winner = rule.decide(rule.combine(answers), priors=np.array([1.0, 3.0, 2.0]))
    if name == "median":  # half of the votes is needed for a median above zero, and then it is all or nothing
        assert (shares[np.arange(len(winner)), winner] == shares.max(axis=1)).all()
    else:
        assert_array_equal(winner, COMBINATIONS.resolve("vote").decide(shares, np.array([1.0, 3.0, 2.0])))


@each_class_rule
def test_ties_go_to_the_larger_prior_unless_scikit_learn_does_otherwise(name):
    rule = COMBINATIONS.resolve(name)
    scores = rule.combine(np.array([[[0.7, 0.0, 0.3]], [[0.0, 0.7, 0.3]]]))
    assert scores[0, 0] == pytest.approx(scores[0, 1])
    expected = 0 if name == "mean_probability" else 1
    if name == "minimum":  # which prefers the class that nobody is sure of
        assert rule.decide(scores) == 2
    else:
        assert rule.decide(scores[:, :2], np.array([0.2, 0.8])) == expected


@pytest.mark.parametrize("name", sorted(COMBINATIONS.places))
def test_a_rule_clones_and_pickles(name):
    rule = COMBINATIONS.resolve(name)
    assert clone(rule).get_params() == rule.get_params()
    assert pickle.loads(pickle.dumps(rule)).get_params() == rule.get_params()
    assert not [attribute for attribute in vars(rule) if attribute.endswith("_")]


def test_combining_does_not_touch_what_was_said():
    outputs, weights = np.random.default_rng(0).dirichlet(np.ones(3), (4, 5)), np.ones((4, 5))
    outputs.setflags(write=False)
    weights.setflags(write=False)
    for name in CLASS_RULES:
        COMBINATIONS.resolve(name).combine(outputs, weights)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (TrimmedMean(0.5), r"proportion=0.5 must be a number in \[0, 0.5\)"),
        (TrimmedMean(-0.1), r"proportion=-0\.1"),
        (Product(1.0), r"floor=1.0 must be a number in \[0, 1\)"),
        (Veto(tolerated=1.0), r"tolerated=1.0 must be a number in \[0, 1\)"),
        (Veto(refusal=-1), r"refusal=-1 must be a number in \[0, 1\)"),
        (Veto("mean"), "combination='mean' combines values; a veto needs a rule for classes"),
    ],
)
def test_a_wrong_parameter_is_refused_by_the_rule_and_when_it_is_chosen(rule, message):
    with pytest.raises(ValueError, match=message):
        rule.combine(np.full((2, 1, 2), 0.5))
    with pytest.raises(ValueError, match=message):
        COMBINATIONS.resolve(rule)


@pytest.mark.parametrize("n_members", [4, 5, 8, 20])
def test_numpy_and_scipy_say_the_same(n_members):
    values = np.random.default_rng(n_members).normal(size=(n_members, 30))
    assert_allclose(Median().combine(values), np.median(values, axis=0))
    assert_allclose(Minimum().combine(values), values.min(axis=0))
    if n_members % 4 == 0:
        assert_allclose(TrimmedMean(0.25).combine(values), trim_mean(values, 0.25, axis=0))
    weights = np.arange(1.0, n_members + 1)
    expected = np.quantile(values, 0.5, axis=0, weights=weights, method="inverted_cdf")
    assert_array_equal(WeightedMedian().combine(values, weights), expected)
