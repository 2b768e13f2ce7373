import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.neighbors import NearestCentroid
from tests.combination.test_learned_rules import make_outputs

from hedgerow.combination import DecisionTemplates
from hedgerow.outputs import Outputs

PROFILES = np.array([[[0.9, 0.1], [0.7, 0.3], [0.6, 0.4]], [[0.5, 0.5], [0.9, 0.1], [0.2, 0.8]]])


@pytest.mark.parametrize(
    ("similarity", "first", "second"),
    [
        ("euclidean", 1 - (2 * 0.1**2 + 2 * 0.4**2) / 4, 1 - (2 * 0.1**2 + 2 * 0.1**2) / 4),
        ("city_block", 1 - (2 * 0.1 + 2 * 0.4) / 4, 1 - (2 * 0.1 + 2 * 0.1) / 4),
    ],
)
def test_with_a_pencil(similarity, first, second):
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
