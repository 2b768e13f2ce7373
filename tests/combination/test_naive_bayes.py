import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.naive_bayes import CategoricalNB

from hedgerow.combination import NaiveBayesCombination, WeightedVote
from hedgerow.combination.confusion import Confusion
from hedgerow.outputs import Outputs

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
