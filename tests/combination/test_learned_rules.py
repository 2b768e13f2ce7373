"""What holds for every rule that learns."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from hedgerow.combination import LearnedCombination
from hedgerow.combination.confusion import Confusion
from hedgerow.combination.learned_rules import learn_without_each
from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.outputs import Outputs

LEARNED = sorted(
    name for name in COMBINATIONS.places if isinstance(COMBINATIONS.make(name), LearnedCombination)
)
each_rule = pytest.mark.parametrize("rule", [COMBINATIONS.make(name) for name in LEARNED], ids=LEARNED)


def make_outputs(n_members=4, n_rows=60, seed=0, **choices):
    """Members that tend to be right, of 3 classes."""
    generator = np.random.default_rng(seed)
    truth = generator.integers(0, 3, n_rows)
    probabilities = generator.dirichlet(np.ones(3), (n_members, n_rows)) + np.eye(3)[truth]
    return Outputs.from_predictions(probabilities / 2, truth, classes=[0, 1, 2], **choices)


def test_there_are_two_of_them():
    assert LEARNED == ["decision_templates", "naive_bayes"]


@each_rule
def test_it_has_to_learn_first(rule):
    with pytest.raises(NotFittedError, match=r"call fit\(outputs\) with answers whose truth is known"):
        clone(rule).combine(np.full((2, 1, 2), 0.5))


@each_rule
def test_it_knows_its_members(rule):
    fitted = clone(rule).fit(make_outputs())
    with pytest.raises(
        ValueError, match="learned from 4 members and 3 classes, and cannot combine 2 members and 3"
    ):
        fitted.combine(np.full((2, 1, 3), 1 / 3))


@each_rule
def test_nothing_can_be_learned_from_silence(rule):
    with pytest.raises(ValueError, match=r"no predictions to learn from.*held out"):
        clone(rule).fit(make_outputs(predicted=np.zeros((4, 60), bool)))


@each_rule
def test_whole_row_weights_are_repeated_rows(rule):
    counts = np.random.default_rng(1).integers(0, 3, 60)
    outputs, new = make_outputs(), make_outputs(seed=5).probabilities
    weighted = clone(rule).fit(make_outputs(sample_weight=counts)).combine(new)
    repeated = clone(rule).fit(outputs.select_rows(np.repeat(np.arange(60), counts))).combine(new)
    assert_allclose(weighted, repeated)


@each_rule
def test_the_order_of_members_does_not_matter(rule):
    outputs, new = make_outputs(), make_outputs(seed=5).probabilities
    order = [2, 0, 3, 1]
    shuffled = clone(rule).fit(outputs.select(order)).combine(new[order])
    assert_allclose(shuffled, clone(rule).fit(outputs).combine(new))


@each_rule
def test_the_names_of_classes_do_not_matter(rule):
    outputs, new = make_outputs(), make_outputs(seed=5).probabilities
    order = np.array([2, 0, 1])
    renamed = Outputs.from_predictions(
        outputs.probabilities[:, :, order], np.argsort(order)[outputs.truth], classes=[0, 1, 2]
    )
    scores = clone(rule).fit(renamed).combine(new[:, :, order])
    assert_allclose(scores, clone(rule).fit(outputs).combine(new)[:, order])


@each_rule
def test_a_silent_member_might_as_well_not_be_there(rule):
    outputs, new = make_outputs(), make_outputs(seed=5).probabilities
    weights = np.array([1.0, 1.0, 0.0, 1.0])
    scores = clone(rule).fit(outputs).combine(new, weights)
    keep = [0, 1, 3]
    assert_allclose(scores, clone(rule).fit(outputs.select(keep)).combine(new[keep]))
    assert np.isnan(clone(rule).fit(outputs).combine(new, np.zeros(4))).all()


@each_rule
def test_what_was_said_out_of_turn_is_not_learned(rule):
    predicted = np.random.default_rng(2).random((4, 60)) < 0.5
    outputs, new = make_outputs(predicted=predicted), make_outputs(seed=5).probabilities
    babble = outputs.probabilities.copy()
    babble[~predicted] = babble[~predicted][:, [1, 2, 0]]
    garbled = Outputs.from_predictions(babble, outputs.truth, classes=[0, 1, 2], predicted=predicted)
    assert_allclose(clone(rule).fit(garbled).combine(new), clone(rule).fit(outputs).combine(new))


@each_rule
def test_a_class_that_never_occurred_cannot_win(rule):
    outputs = make_outputs()
    known = outputs.select_rows(outputs.truth != 2)
    scores = clone(rule).fit(known).combine(np.tile([[[0.1, 0.1, 0.8]]], (4, 5, 1)))
    assert_array_equal(scores[:, 2], 0)
    assert_allclose(scores.sum(axis=1), 1)


@each_rule
def test_scores_are_shares_and_beat_chance(rule):
    fitted, new = clone(rule).fit(make_outputs()), make_outputs(seed=9)
    scores = fitted.combine(new.probabilities)
    assert_allclose(scores.sum(axis=1), 1)
    assert np.mean(fitted.decide(scores) == new.truth) > 0.8


@each_rule
def test_pickles_remember_and_copies_forget(rule):
    new = make_outputs(seed=5).probabilities
    fitted = clone(rule).fit(make_outputs())
    assert_array_equal(pickle.loads(pickle.dumps(fitted)).combine(new), fitted.combine(new))
    assert not hasattr(COMBINATIONS.resolve(fitted), "confusion_")


@each_rule
def test_each_part_is_learned_from_the_others(rule):
    outputs, new = make_outputs(), make_outputs(seed=5).probabilities
    parts = [np.arange(60) % 3 == part for part in range(3)]
    rules = learn_without_each(rule, [rule.tally(outputs.select_rows(part)) for part in parts])
    assert not hasattr(rule, "confusion_")
    for part, fitted in zip(parts, rules, strict=True):
        expected = clone(rule).fit(outputs.select_rows(~part))
        assert_allclose(fitted.combine(new), expected.combine(new))


def test_what_was_learned_can_be_looked_at():
    rule = COMBINATIONS.resolve("naive_bayes").fit(make_outputs())
    assert isinstance(rule.confusion_, Confusion)
    assert len(rule.confusion_.frame()) == 4 * 3 * 3
