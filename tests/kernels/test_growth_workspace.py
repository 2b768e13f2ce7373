import numpy as np
import pytest
from tests.kernels.tables import make_rules

from hedgerow._kernels import growth_workspace
from hedgerow._kernels.growth_workspace import (
    allocate_draws,
    allocate_frontier,
    allocate_search,
    allocate_trees,
)
from hedgerow._kernels.lanes import N_LANES


def test_there_is_room_for_all_rows_side_by_side():
    search = allocate_search(100, 0, np.zeros(1), np.zeros(8), make_rules())
    assert search.lanes.size >= 100 * N_LANES
    assert search.order.size >= 100
    assert search.table_size == 8


def test_categories_get_bins_and_words():
    search = allocate_search(10, 1000, np.zeros(1), np.zeros(8), make_rules(n_classes=3))
    draws = allocate_draws(5, 4, 0, 1000, 2)
    assert search.counts.size >= 1000
    assert search.weights.size >= 3 * 1000
    assert (draws.n_words, draws.subset.size, draws.n_features, draws.used.size) == (16, 16, 4, 6)


def test_a_frontier_holds_the_nodes_of_the_deepest_tree():
    assert allocate_frontier(7).nodes.size >= 4 * 7


@pytest.mark.parametrize(("most_nodes", "expected"), [(1 << 20, 600), (10, 200)])
def test_there_is_room_for_all_trees_or_for_the_largest(monkeypatch, most_nodes, expected):
    monkeypatch.setattr(growth_workspace, "MOST_NODES", most_nodes)
    trees = allocate_trees(3, 100, 1, 1, make_rules(n_classes=0))
    assert trees.nodes.size == trees.most_nodes == expected
    assert (trees.values.size, trees.n_values, trees.notes.size) == (3 * expected, 3, 0)
    assert trees.subsets.size == trees.most_words >= expected // 2
