import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.relevance.regions import RegionNode

LEAVES = [RegionNode(f"region {number}", 1.0, np.zeros(2), region=number) for number in range(3)]
LOWER = RegionNode("", 2.0, np.ones(2), 1, 2.0, is_category=True, angle=1.0, children=(LEAVES[0], LEAVES[1]))
ROOT = RegionNode("", 3.0, np.ones(2), 0, 0.5, angle=1.2, children=(LOWER, LEAVES[2]))


def test_rows_find_their_way():
    table = np.array([[0.5, 2.0], [0.4, 1.0], [0.6, 2.0], [np.nan, 2.0], [0.0, np.nan]])
    assert_array_equal(ROOT.route(table), [0, 1, 2, 2, 1])
    assert ROOT.route(table[:0]).shape == (0,)


def test_leaves_stand_from_left_to_right():
    assert ROOT.leaves() == LEAVES
    assert LEAVES[1].leaves() == [LEAVES[1]]


def test_a_leaf_asks_nothing_and_a_node_is_no_region():
    leaf = RegionNode("", 1.0, np.zeros(2))
    assert (leaf.feature, leaf.is_category, leaf.children) == (-1, False, ())
    assert np.isnan([leaf.limit, leaf.angle]).all()
    assert (ROOT.region, LOWER.region) == (-1, -1)
