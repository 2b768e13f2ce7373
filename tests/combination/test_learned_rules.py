"""What holds for every rule that learns."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.naive_bayes import CategoricalNB
from sklearn.neighbors import NearestCentroid

from hedgerow.combination import DecisionTemplates, LearnedCombination, NaiveBayesCombination, WeightedVote
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


def test_there_are_four_of_them():
    assert LEARNED == ["accuracy_weighted", "bayes_net", "decision_templates", "naive_bayes"]


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
    with pytest.raises(NotFittedError):
        COMBINATIONS.resolve(fitted).combine(new)


@each_rule
def test_each_part_is_learned_from_the_others(rule):
    outputs, new = make_outputs(), make_outputs(seed=5).probabilities
    parts = [np.arange(60) % 3 == part for part in range(3)]
    rules = learn_without_each(rule, [rule.tally(outputs.select_rows(part)) for part in parts])
    with pytest.raises(NotFittedError):
        rule.combine(new)
    for part, fitted in zip(parts, rules, strict=True):
        expected = clone(rule).fit(outputs.select_rows(~part))
        assert_allclose(fitted.combine(new), expected.combine(new))


def test_what_was_learned_can_be_looked_at():
    rule = COMBINATIONS.resolve("naive_bayes").fit(make_outputs())
    assert isinstance(rule.confusion_, Confusion)
    assert len(rule.confusion_.frame()) == 4 * 3 * 3


# Two members, three classes of 8, 9 and 3 rows; rows of a matrix are the true classes.
FIRST = [[6, 2, 0], [1, 8, 0], [1, 0, 2]]
SECOND = [[4, 3, 1], [3, 5, 1], [0, 0, 3]]


def answers_of(matrix):
    return [answer for row in matrix for answer in np.repeat(range(3), row)]


@pytest.fixture
def fitted():
    said = [answers_of(FIRST), answers_of(SECOND)]
    return NaiveBayesCombination().fit(Outputs.from_predictions(said, np.repeat(range(3), [8, 9, 3])))


def test_with_a_pencil(fitted):
    posterior = fitted.combine(np.eye(3)[[[1], [0]]])  # the first says 1, the second 0
    likelihoods = [
        8 / 20 * (2 + 1 / 3) / 9 * (4 + 1 / 3) / 9,
        9 / 20 * (8 + 1 / 3) / 10 * (3 + 1 / 3) / 10,
        3 / 20 * (1 / 3) / 4 * (1 / 3) / 4,
    ]
    assert_allclose(likelihoods, [0.0499, 0.125, 0.00104], atol=1e-4)
    assert_allclose(posterior, [np.array(likelihoods) / sum(likelihoods)])
    assert fitted.decide(posterior) == 1


def test_it_learns_probabilities(fitted):
    assert_allclose(fitted.class_prior_, [0.4, 0.45, 0.15])
    assert_allclose(fitted.likelihoods_.sum(axis=2), 1)
    assert_allclose(fitted.likelihoods_[0, 0], [(6 + 1 / 3) / 9, (2 + 1 / 3) / 9, (1 / 3) / 9])


@pytest.mark.parametrize("smoothing", [0.5, 1.0, 3.0])
def test_scikit_learns_naive_bayes_over_the_answers_says_the_same(smoothing):
    generator = np.random.default_rng(0)
    truth = generator.integers(0, 3, 80)
    answers = np.where(generator.random((5, 80)) < 0.6, truth, generator.integers(0, 3, (5, 80)))
    rule = NaiveBayesCombination(smoothing).fit(Outputs.from_predictions(answers, truth))
    peer = CategoricalNB(alpha=smoothing / 3, min_categories=3).fit(answers.T, truth)
    assert_allclose(rule.combine(np.eye(3)[answers]), peer.predict_proba(answers.T))


def test_two_even_classes_are_a_vote_weighted_by_the_log_odds():
    accuracies = np.array(
        [0.9, 0.75, 0.6, 0.4]
    )  # the last is worse than chance, and read the other way round
    tables = np.array([[[a, 1 - a], [1 - a, a]] for a in accuracies]) * 1e9
    rule = NaiveBayesCombination().learn(Confusion(tables, tables.sum(axis=2), np.array([1.0, 1.0])))
    answers = np.eye(2)[np.array([[int(digit) for digit in f"{row:04b}"] for row in range(16)]).T]
    expected = np.einsum("tnk,t->nk", answers, np.log(accuracies / (1 - accuracies)))
    assert_array_equal(rule.combine(answers).argmax(axis=1), expected.argmax(axis=1))
    positive = np.log(accuracies[:3] / (1 - accuracies[:3]))
    voters = rule.combine(answers, np.array([1.0, 1.0, 1.0, 0.0]))
    assert_array_equal(voters.argmax(axis=1), WeightedVote().combine(answers[:3], positive).argmax(axis=1))


def test_a_power_shrinks_the_evidence_but_not_the_prior():
    outputs = Outputs.from_predictions(
        [answers_of(FIRST), answers_of(SECOND)], np.repeat(range(3), [8, 9, 3])
    )
    said = np.eye(3)[[[1], [0]]]
    full = NaiveBayesCombination().fit(outputs)
    half = NaiveBayesCombination(power=0.5).fit(outputs)
    evidence = np.sqrt(full.combine(said) / full.class_prior_) * full.class_prior_
    assert_allclose(half.combine(said), evidence / evidence.sum())


def test_many_members_do_not_underflow():
    tables = np.tile([[[9.0, 1.0], [1.0, 9.0]]], (3000, 1, 1))
    rule = NaiveBayesCombination().learn(Confusion(tables, tables.sum(axis=2), np.array([1.0, 1.0])))
    answers = np.eye(2)[np.arange(3000) % 2][:, None, :]
    assert_allclose(rule.combine(answers), [[0.5, 0.5]], atol=1e-9)


@pytest.mark.parametrize(("name", "value"), [("smoothing", 0.0), ("power", -1.0), ("power", np.inf)])
def test_wrong_parameters_are_refused(name, value):
    with pytest.raises(ValueError, match=f"{name}={value}".replace(".", r"\.")):
        NaiveBayesCombination(**{name: value}).fit(Outputs.from_predictions([[0, 1]], [0, 1]))


PROFILES = np.array([[[0.9, 0.1], [0.7, 0.3], [0.6, 0.4]], [[0.5, 0.5], [0.9, 0.1], [0.2, 0.8]]])


@pytest.mark.parametrize(
    ("similarity", "first", "second"),
    [
        ("euclidean", 1 - (2 * 0.1**2 + 2 * 0.4**2) / 4, 1 - (2 * 0.1**2 + 2 * 0.1**2) / 4),
        ("city_block", 1 - (2 * 0.1 + 2 * 0.4) / 4, 1 - (2 * 0.1 + 2 * 0.1) / 4),
    ],
)
def test_with_a_pencil_of_templates(similarity, first, second):
    rule = DecisionTemplates(similarity).fit(Outputs.from_predictions(PROFILES, [0, 0, 1]))
    assert_allclose(rule.templates_, [[[0.8, 0.2], [0.7, 0.3]], [[0.6, 0.4], [0.2, 0.8]]])
    scores = rule.combine(np.array([[[0.7, 0.3]], [[0.3, 0.7]]]))
    assert_allclose(scores, [[first / (first + second), second / (first + second)]])


def test_it_is_the_nearest_mean_in_the_space_of_profiles():
    outputs, new = make_outputs(), make_outputs(seed=3).probabilities
    rule = DecisionTemplates().fit(outputs)
    peer = NearestCentroid().fit(outputs.probabilities.swapaxes(0, 1).reshape(60, -1), outputs.truth)
    assert_array_equal(rule.decide(rule.combine(new)), peer.predict(new.swapaxes(0, 1).reshape(60, -1)))


def test_a_member_that_mixes_up_the_classes_is_understood():
    truth = np.arange(60) % 3
    liar = np.eye(3)[(truth + 1) % 3] * 0.8 + 1 / 15
    rule = DecisionTemplates().fit(Outputs.from_predictions(liar[None], truth))
    assert_array_equal(rule.decide(rule.combine(liar[None])), truth)


def test_templates_are_means_of_what_was_said():
    predicted = np.array([[True, False, True], [True, True, False]])
    rule = DecisionTemplates().fit(Outputs.from_predictions(PROFILES, [0, 0, 1], predicted=predicted))
    assert_allclose(rule.templates_[0], [[0.9, 0.1], [0.7, 0.3]])
    assert_allclose(rule.templates_[1], [[0.6, 0.4], [0.5, 0.5]])  # it never predicted the last class


@pytest.mark.parametrize("similarity", ["euclidean", "city_block"])
def test_whole_weights_are_repeated_members(similarity):
    outputs, new = make_outputs(), make_outputs(seed=3).probabilities
    counts = np.array([2, 1, 0, 3])
    repeated = np.repeat(np.arange(4), counts)
    weighted = DecisionTemplates(similarity).fit(outputs).combine(new, counts)
    assert_allclose(
        weighted, DecisionTemplates(similarity).fit(outputs.select(repeated)).combine(new[repeated])
    )


def test_a_similarity_must_be_known():
    with pytest.raises(ValueError, match="similarity='cosine' must be 'euclidean' or 'city_block'"):
        DecisionTemplates("cosine").fit(make_outputs())
