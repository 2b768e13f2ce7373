import numpy as np
import pytest
from tests.export.models import make_table, walk

from hedgerow import DecisionTreeClassifier
from hedgerow.export.categories import list_members_left
from hedgerow.trees.tree import Tree

TABLE = make_table()


@pytest.mark.parametrize("missing_left", [0, 1])
def test_what_a_node_has_not_met_goes_with_missing_values(missing_left):
    tree = DecisionTreeClassifier().fit(TABLE[["color"]], TABLE["color"].isin(["a", "d"])).flat_tree_
    nodes = tree.nodes.copy()
    nodes["missing_left"] = missing_left
    turned = Tree(nodes, tree.values, tree.subsets, tree.n_classes, tree.n_features)
    members, goes_left = list_members_left(turned, 0)
    assert goes_left == (not missing_left)
    assert set(members) in ({0, 3}, {1, 2, 4, 5})
    strange = np.array([[np.nan], [6.0], [-1.0]])
    assert turned.forest.apply(strange)[:, 0].tolist() == [walk(turned, row) for row in strange]
