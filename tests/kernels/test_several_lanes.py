import numpy as np
import pytest
from tests.kernels import naive
from tests.kernels.several import COUNTED, make_several


@pytest.mark.parametrize("criterion", ["squared_error", *COUNTED])
@pytest.mark.parametrize("n_targets", [2, 9, 17, 40])
def test_lanes_find_what_a_scan_of_each_column_finds(criterion, n_targets):
    """Eleven columns of whole numbers fill more than eight lanes; with one row that lacks them all, each is alone."""
    rng = np.random.default_rng(n_targets)
    problem = make_several(2, 70, criterion, n_targets)
    problem.X, problem.w = rng.integers(0, 30, (70, 11)).astype(float), rng.integers(1, 4, 70)
    together = problem.grow(max_depth=1)
    best = naive.best_mean_gain(problem.X, problem.Y, problem.w, criterion, problem.n_classes, 1)
    assert together.gain[0] == pytest.approx(best, abs=1e-9)
    together, alone = (
        problem.grow(),
        problem.grow(min_samples_split=2, max_features=1.0, max_leaf_nodes=10**6),
    )
    assert sorted(together.gain) == sorted(alone.gain)  # best first looks at nodes in another order


@pytest.mark.parametrize("criterion", ["squared_error", "gini"])
def test_constant_columns_are_passed_over_and_small_leaves_refused(criterion):
    problem = make_several(2, 40, criterion, 3)
    problem.X = np.column_stack([np.ones(40), np.arange(40.0)])
    problem.w = np.ones(40, int)
    tree = problem.grow(min_samples_leaf=15)
    assert (tree.feature[tree.feature >= 0] == 1).all()
    assert tree.n_node_samples[tree.is_leaf].min() >= 15
