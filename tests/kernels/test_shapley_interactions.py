"""Interactions by training weights, against the average over all sets of features."""

import numpy as np
import pytest
from tests.kernels.coalitions import expect, find_pairs, find_values, grow_tree, remember
from tests.kernels.test_shapley_walks import lay_out

from hedgerow._kernels.shapley_interactions import add_shapley_interactions
from hedgerow._kernels.shapley_walks import plan_tree


@pytest.mark.parametrize("kind", [{"n_classes": 0}, {"missing": True}, {"categorical": True}])
def test_a_walk_is_the_average_over_all_sets(kind):
    tree, weights, values, rows = grow_tree(seed=4, **kind)
    laid = lay_out(rows[:8])
    found, pairs = np.zeros_like(laid), np.zeros((1, 4, 4, 8))
    add_shapley_interactions(plan_tree(tree.nodes, tree.subsets, weights, values, 4), laid, found, pairs)
    off_diagonal = ~np.eye(4, dtype=bool)
    for place, row in enumerate(rows[:8]):
        worth = remember(lambda known, row=row: expect(tree, weights, values, row, known))
        np.testing.assert_allclose(found[0, :, place], find_values(worth, 4), atol=1e-12)
        both = pairs[0, :, :, place] + pairs[0, :, :, place].T
        np.testing.assert_allclose(both[off_diagonal], 2 * find_pairs(worth, 4)[off_diagonal], atol=1e-12)


def test_pairs_that_do_not_fit_the_rows_are_refused():
    tree, weights, values, rows = grow_tree(seed=0)
    laid = lay_out(rows)
    with pytest.raises(ValueError, match="pairs"):
        add_shapley_interactions(
            plan_tree(tree.nodes, tree.subsets, weights, values, 4),
            laid,
            np.zeros_like(laid),
            np.zeros((1, 4, 4, 8)),
        )
