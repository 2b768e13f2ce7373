"""Shapley values by background rows, against the average over all sets of features."""

import numpy as np
import pytest
from tests.kernels.coalitions import answer, find_pairs, find_values, grow_tree, remember, replace_unknown

from hedgerow._kernels.shapley_backgrounds import add_background_values, read_background


@pytest.mark.parametrize(
    "kind", [{"n_classes": 0}, {"missing": True}, {"categorical": True, "missing": True}]
)
def test_walks_in_pairs_are_the_average_over_all_sets(kind):
    tree, _, values, rows = grow_tree(seed=5, **kind)
    background, explained = rows[:5], rows[5:9]
    ready = read_background(tree.nodes, tree.subsets, values, background)
    found, pairs = np.zeros((4, 4)), np.zeros((4, 4, 4))
    add_background_values(ready, explained, found, pairs)
    alone = np.zeros((4, 4))
    add_background_values(ready, explained, alone)
    np.testing.assert_array_equal(alone, found)
    assert ready.mean == pytest.approx(np.mean([answer(tree, values, row) for row in background]))
    off_diagonal = ~np.eye(4, dtype=bool)
    for row, told, two in zip(explained, found, pairs, strict=True):
        worth = remember(lambda known, row=row: replace_unknown(tree, values, row, background, known))
        np.testing.assert_allclose(told / 5, find_values(worth, 4), atol=1e-12)
        expected = find_pairs(worth, 4)
        np.testing.assert_allclose((two + two.T)[off_diagonal] / 10, expected[off_diagonal], atol=1e-12)


def test_what_does_not_fit_is_refused():
    tree, _, values, rows = grow_tree(seed=0)
    ready = read_background(tree.nodes, tree.subsets, values, rows[:3])
    with pytest.raises(ValueError, match="do not fit 4 features"):
        add_background_values(ready, rows, np.zeros((3, 4)))
    with pytest.raises(ValueError, match="pairs"):
        add_background_values(ready, rows, np.zeros(rows.shape), np.zeros((3, 4, 4)))
