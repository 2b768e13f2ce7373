import pytest

from hedgerow.ensembles import GeneticMasks, HillClimb, RandomMasks
from hedgerow.ensembles.masks.searches import resolve_search


def test_shorthands():
    kinds = [type(resolve_search(name)) for name in ("random", "hill_climb", "genetic")]
    assert kinds == [RandomMasks, HillClimb, GeneticMasks]


def test_an_object_is_copied():
    search = HillClimb(max_cycles=2)
    assert resolve_search(search) is not search
    assert resolve_search(search).max_cycles == 2


@pytest.mark.parametrize("wrong", ["climb", 3, HillClimb])
def test_anything_else_is_refused(wrong):
    with pytest.raises(ValueError, match=r"search=.*HillClimb"):
        resolve_search(wrong)
