import pytest
from sklearn.base import clone

from hedgerow.combination import COMBINATIONS, Vote, resolve_combination


@pytest.mark.parametrize("name", sorted(COMBINATIONS))
def test_a_shorthand_makes_a_clonable_object(name):
    assert isinstance(clone(resolve_combination(name)), COMBINATIONS[name])


def test_an_object_is_copied():
    given = Vote()
    assert resolve_combination(given) is not given


@pytest.mark.parametrize("wrong", ["votes", None, Vote])
def test_anything_else_is_refused_with_the_way_out(wrong):
    with pytest.raises(ValueError, match=r"is not known; use one of \['mean'"):
        resolve_combination(wrong)
