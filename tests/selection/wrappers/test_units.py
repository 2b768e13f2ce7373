import numpy as np
import pytest

from hedgerow.selection.groups import Groups
from hedgerow.selection.wrappers.units import Units

NAMES = ("a", "b", "c", "d")


def find_units(fixed=(), groups=None):
    return Units.find(Groups.read(groups, NAMES), np.isin(NAMES, fixed))


def test_features_are_units_of_their_own():
    units = find_units()
    assert len(units) == 4
    assert units.names == NAMES
    assert units.spread(np.array([False, True, False, True])).tolist() == [False, True, False, True]


def test_groups_move_together_in_the_order_of_their_first_column():
    units = find_units(groups={"pair": ["b", "d"]})
    assert units.names == ("a", "pair", "c")
    assert units.spread(np.array([False, True, False])).tolist() == [False, True, False, True]


def test_fixed_features_are_in_every_subset_with_their_groups():
    units = find_units(["d"], {"pair": ["b", "d"]})
    assert units.names == ("a", "c")
    assert units.spread(np.array([False, False])).tolist() == [False, True, False, True]


def test_something_must_be_left_to_search():
    with pytest.raises(ValueError, match="holds all 4 features"):
        find_units(NAMES)
