import pytest

from hedgerow.combination import (
    ConfidenceWeighted,
    MeanProbability,
    NaiveBayesCombination,
    Veto,
    WeightedVote,
)


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
    with pytest.raises(ValueError, match="combination='votes' must be 'borda'"):
        _ = Veto("votes").hard
