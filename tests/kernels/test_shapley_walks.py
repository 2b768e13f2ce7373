"""Shapley values by training weights, against the average over all sets of features."""

import numpy as np
import pytest
from tests.kernels.coalitions import expect, find_values, grow_tree, remember

from hedgerow._kernels.shapley_walks import add_shapley_values, find_points, plan_tree


def lay_out(rows):
    return np.ascontiguousarray(rows.reshape(-1, 8, rows.shape[1]).transpose(0, 2, 1))


@pytest.mark.parametrize(
    "kind", [{"n_classes": 0}, {"missing": True}, {"categorical": True, "missing": True}, {"max_depth": 1}]
)
def test_a_walk_is_the_average_over_all_sets(kind):
    tree, weights, values, rows = grow_tree(seed=1, **kind)
    laid = lay_out(rows[:8])
    found = np.zeros_like(laid)
    add_shapley_values(plan_tree(tree.nodes, tree.subsets, weights, values, 4), laid, found)
    for row, told in zip(rows[:8], found[0].T, strict=True):
        worth = remember(lambda known, row=row: expect(tree, weights, values, row, known))
        np.testing.assert_allclose(told, find_values(worth, 4), atol=1e-12)


def test_values_are_added_to_what_is_there_and_groups_do_not_meet():
    tree, weights, values, rows = grow_tree(seed=2, n_classes=0)
    plan, laid = plan_tree(tree.nodes, tree.subsets, weights, values, 4), lay_out(rows)
    together, apart = np.ones_like(laid), np.ones_like(laid)
    add_shapley_values(plan, laid, together)
    for place in range(len(laid)):
        add_shapley_values(plan, laid[place : place + 1], apart[place : place + 1])
    np.testing.assert_array_equal(together, apart)
    assert not np.array_equal(together, np.ones_like(laid))


def test_nodes_that_no_training_row_has_reached_do_no_harm():
    tree, weights, values, rows = grow_tree(seed=3, n_classes=0)
    weights = weights.copy()
    weights[int(tree.nodes["left"][0])] = 0.0
    for node in range(tree.node_count):
        left = int(tree.nodes["left"][node])
        if left >= 0 and weights[node] == 0.0:
            weights[left : left + 2] = 0.0
    plan, laid = plan_tree(tree.nodes, tree.subsets, weights, values, 4), lay_out(rows)
    found = np.zeros_like(laid)
    add_shapley_values(plan, laid, found)
    said = values[tree.forest.apply(rows)[:, 0]]
    np.testing.assert_allclose(found.sum(axis=1).ravel() + plan.mean, said, atol=1e-12)


@pytest.mark.parametrize("n_points", [1, 2, 9, 40])
def test_points_give_integrals_of_polynomials(n_points):
    t, weights = find_points(n_points)
    degree = 2 * n_points - 1
    assert weights @ t**degree == pytest.approx(1 / (degree + 1), rel=1e-12)


def test_rows_that_do_not_fit_the_tree_are_refused():
    tree, weights, values, rows = grow_tree(seed=0)
    plan = plan_tree(tree.nodes, tree.subsets, weights, values, 4)
    laid = lay_out(rows[:, :2])
    with pytest.raises(ValueError, match="do not fit a tree"):
        add_shapley_values(plan, laid, np.zeros_like(laid))
