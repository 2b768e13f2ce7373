import pytest
from sklearn.base import clone

from hedgerow.combination import TrimmedMean, Vote
from hedgerow.combination.protocol import COMBINATIONS, list_combinations


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
    with pytest.raises(ValueError, match=r"must be 'borda'.* or 'weighted_vote', or an object"):
        COMBINATIONS.resolve(wrong)


def test_the_shorthands_know_what_they_combine():
    assert {"vote", "median", "naive_bayes"} <= set(list_combinations("classes"))
    assert "mean" not in list_combinations("classes")
    assert {"mean", "median"} <= set(list_combinations("values"))
    assert set(list_combinations("classes")) | set(list_combinations("values")) == set(COMBINATIONS.places)
