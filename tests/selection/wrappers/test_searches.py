import pytest

from hedgerow.selection.wrappers import BackwardSearch, GeneticSearch, HillClimbSearch
from hedgerow.selection.wrappers.searches import resolve_search


def test_shorthands_and_objects():
    names = ["forward", "backward", "sffs", "hill-climb", "genetic"]
    kinds = [type(resolve_search(name)).__name__ for name in names]
    assert kinds == ["ForwardSearch", "BackwardSearch", "FloatingSearch", "HillClimbSearch", "GeneticSearch"]
    given = HillClimbSearch(n_iter=3)
    made = resolve_search(given)
    assert made is not given
    assert made.n_iter == 3


@pytest.mark.parametrize("choice", ["sideways", GeneticSearch, 3, None])
def test_other_searches_are_refused(choice):
    with pytest.raises(ValueError, match=r"must be .*hill-climb"):
        resolve_search(choice)


def test_searches_can_be_cloned_and_shown():
    assert repr(BackwardSearch(shrink=False)) == "BackwardSearch(shrink=False)"
