"""The steps of a walk, against the tree that they are of."""

import numpy as np
import pytest
from tests.kernels.coalitions import expect, grow_tree

from hedgerow._kernels.shapley_plans import CLOSE, N_DISTINCT, N_ORDERS, N_STEPS, OPEN, TURN, survey_tree


@pytest.mark.parametrize("seed", range(3))
def test_every_split_is_opened_turned_and_closed_as_it_has_children(seed):
    tree, weights, values, _ = grow_tree(seed=seed, n_classes=0)
    steps, counts, mean = survey_tree(tree.nodes, weights, values, 4)
    orders = steps.orders[: counts[N_ORDERS]]
    done = {what: orders[orders % 4 == what] // 4 for what in (OPEN, TURN, CLOSE)}
    n_splits = steps.n_splits[: counts[N_STEPS]]
    assert sorted(done[CLOSE]) == list(range(counts[N_STEPS]))
    assert sorted(done[OPEN]) == np.flatnonzero(n_splits > 0).tolist()
    assert sorted(done[TURN]) == np.flatnonzero(n_splits > 1).tolist()
    assert counts[N_STEPS] == np.count_nonzero(~tree.is_leaf)
    assert counts[N_DISTINCT] == 4
    assert mean == pytest.approx(expect(tree, weights, values, None, set()))


def test_what_says_one_thing_only_is_a_leaf():
    tree, weights, _, _ = grow_tree(seed=0)
    constant = np.full(tree.node_count, 0.25)
    _, counts, mean = survey_tree(tree.nodes, weights, constant, 4)
    assert (counts[N_ORDERS], mean) == (0, 0.25)


def test_what_does_not_fit_the_nodes_is_refused():
    tree, weights, values, _ = grow_tree(seed=0)
    with pytest.raises(ValueError, match="do not fit"):
        survey_tree(tree.nodes, weights[1:], values, 4)
