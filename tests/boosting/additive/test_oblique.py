import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow import DecisionTreeRegressor
from hedgerow.boosting.additive.round_tables import ObliqueTrees
from hedgerow.foundation.training_set import TrainingSet

rng = np.random.default_rng(0)
X, y = rng.normal(size=(50, 4)), rng.normal(size=50)
SEED = np.zeros(1, np.uint64)


def grow(depth, R, target=y):
    prepared = DecisionTreeRegressor(max_depth=depth).prepare(TrainingSet.of(X @ R, target, n_classes=None))
    return prepared.grow(SEED, np.ones((1, 50)))


@pytest.mark.parametrize("depth", [1, 3])
def test_a_tree_keeps_the_directions_that_it_cuts(depth):
    R = rng.normal(size=(4, 9))
    tree = grow(depth, R)
    oblique = ObliqueTrees.see_through(R, tree)
    assert_array_equal(oblique.outputs(X), tree.outputs(X @ R))
    assert len(oblique.directions) <= 2**depth - 1
    assert {tuple(row) for row in oblique.directions} <= {tuple(column) for column in R.T}


def test_trees_of_different_projections_answer_together():
    matrices = [rng.normal(size=(4, size)) for size in (2, 5, 9)]
    targets = [y, np.ones(50), y**2]  # the second has nothing to cut
    trees = [grow(2, R, target) for R, target in zip(matrices, targets, strict=True)]
    parts = [ObliqueTrees.see_through(R, tree) for R, tree in zip(matrices, trees, strict=True)]
    joined = parts[0].join(parts[1:])
    expected = np.vstack([tree.outputs(X @ R) for R, tree in zip(matrices, trees, strict=True)])
    assert len(joined) == 3
    assert_array_equal(joined.outputs(X), expected)
    assert_array_equal(joined.join([]).outputs(X), expected)
    weights = np.array([0.5, 2.0, -1.0])
    assert_allclose(joined.sum_outputs(X, weights, hard=False), weights @ expected)
    assert joined[2].get_depth() == 2
