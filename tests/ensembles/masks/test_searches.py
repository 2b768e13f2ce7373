import pytest

from hedgerow.ensembles import GeneticMasks, HillClimb, RandomMasks
from hedgerow.ensembles.masks.searches import MASK_SEARCHES


def test_shorthands():
    kinds = [type(MASK_SEARCHES.resolve(name)) for name in ("random", "hill_climb", "genetic")]
    assert kinds == [RandomMasks, HillClimb, GeneticMasks]


def test_an_object_is_copied():
    search = HillClimb(max_cycles=2)
    assert MASK_SEARCHES.resolve(search) is not search
    assert MASK_SEARCHES.resolve(search).max_cycles == 2


@pytest.mark.parametrize("wrong", ["climb", 3, HillClimb])
def test_anything_else_is_refused(wrong):
    with pytest.raises(ValueError, match=r"search=.*HillClimb"):
        MASK_SEARCHES.resolve(wrong)
