import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.base import clone

from hedgerow.combination import ConfidenceWeighted, TrimmedMean, Veto, Vote
from hedgerow.combination.protocol import (
    COMBINATIONS,
    combine_with,
    list_combinations,
    reads_answers_alone,
    reads_sizes,
)


@pytest.mark.parametrize("name", sorted(COMBINATIONS.places))
def test_a_shorthand_makes_a_clonable_object(name):
    assert isinstance(clone(COMBINATIONS.resolve(name)), type(COMBINATIONS.make(name)))


def test_an_object_is_copied_with_its_parameters():
    given = TrimmedMean(0.3)
    copy = COMBINATIONS.resolve(given)
    assert copy is not given
    assert copy.proportion == 0.3


@pytest.mark.parametrize("wrong", ["votes", None, Vote])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match=r"must be 'accuracy_weighted'.* or 'weighted_vote', or an object"):
        COMBINATIONS.resolve(wrong)


def test_the_shorthands_know_what_they_combine():
    assert {"vote", "median", "naive_bayes"} <= set(list_combinations("classes"))
    assert "mean" not in list_combinations("classes")
    assert {"mean", "median"} <= set(list_combinations("values"))
    assert set(list_combinations("classes")) | set(list_combinations("values")) == set(COMBINATIONS.places)


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
