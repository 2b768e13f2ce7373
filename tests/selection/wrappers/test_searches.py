import pytest

from hedgerow.selection.wrappers import BackwardSearch, GeneticSearch, HillClimbSearch
from hedgerow.selection.wrappers.searches import SEARCHES


def test_shorthands_and_objects():
    names = ["forward", "backward", "sffs", "hill-climb", "genetic"]
    kinds = [type(SEARCHES.resolve(name)).__name__ for name in names]
    assert kinds == ["ForwardSearch", "BackwardSearch", "FloatingSearch", "HillClimbSearch", "GeneticSearch"]
    given = HillClimbSearch(n_iter=3)
    made = SEARCHES.resolve(given)
    assert made is not given
    assert made.n_iter == 3


@pytest.mark.parametrize("choice", ["sideways", GeneticSearch, 3, None])
def test_other_searches_are_refused(choice):
    with pytest.raises(ValueError, match=r"must be .*hill_climb"):
        SEARCHES.resolve(choice)


def test_searches_can_be_cloned_and_shown():
    assert repr(BackwardSearch(shrink=False)) == "BackwardSearch(shrink=False)"
