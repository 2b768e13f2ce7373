import numpy as np
import pytest

from hedgerow.selection.groups import Groups
from hedgerow.selection.question import Question
from hedgerow.selection.wrappers.units import Units

NAMES = ("a", "b", "c", "d")


def ask(fixed=(), groups=None):
    return Question(
        X=np.zeros((2, 4)),
        y=np.array([0, 1]),
        classes=np.array([0, 1]),
        is_categorical=np.zeros(4, bool),
        weights=None,
        names=NAMES,
        fixed=np.isin(NAMES, fixed),
        groups=Groups.read(groups, NAMES),
    )


def test_features_are_units_of_their_own():
    units = Units.read(ask())
    assert len(units) == 4
    assert units.names == NAMES
    assert units.spread(np.array([False, True, False, True])).tolist() == [False, True, False, True]


def test_groups_move_together_in_the_order_of_their_first_column():
    units = Units.read(ask(groups={"pair": ["b", "d"]}))
    assert units.names == ("a", "pair", "c")
    assert units.spread(np.array([False, True, False])).tolist() == [False, True, False, True]


def test_fixed_features_are_in_every_subset_with_their_groups():
    units = Units.read(ask(["d"], {"pair": ["b", "d"]}))
    assert units.names == ("a", "c")
    assert units.spread(np.array([False, False])).tolist() == [False, True, False, True]


def test_something_must_be_left_to_search():
    with pytest.raises(ValueError, match="holds all 4 features"):
        Units.read(ask(NAMES))
