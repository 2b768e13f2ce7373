import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.combination import ConfidenceWeighted, Veto
from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.combination.requirements import combine_with, reads_answers_alone, reads_sizes


def test_only_votes_and_naive_bayes_look_at_nothing_but_answers():
    assert {name for name in COMBINATIONS.places if reads_answers_alone(COMBINATIONS.make(name))} == {
        "naive_bayes",
        "vote",
        "weighted_vote",
    }


@pytest.mark.parametrize(
    ("rule", "asks"),
    [
        (ConfidenceWeighted(), False),
        (ConfidenceWeighted("mean_probability", "laplace"), True),
        (ConfidenceWeighted(ConfidenceWeighted(confidence="size")), True),
        (Veto(ConfidenceWeighted(confidence="size")), True),
        (Veto(), False),
    ],
)
def test_sizes_are_handed_to_those_who_ask(rule, asks):
    assert reads_sizes(rule) == asks
    outputs, sizes = np.array([[[0.9, 0.1]], [[0.2, 0.8]]]), np.array([[1.0], [99.0]])
    scores = combine_with(rule, outputs, None, sizes)
    others = combine_with(rule, outputs, None, sizes[::-1])
    assert (scores[0, 1] > others[0, 1]) == asks


def test_others_never_see_them():
    assert not any(reads_sizes(COMBINATIONS.make(name)) for name in COMBINATIONS.places)
    assert_allclose(
        combine_with(COMBINATIONS.make("mean"), np.array([[1.0], [3.0]]), np.array([3.0, 1.0]), None), [1.5]
    )
