import numpy as np
import pytest
from tests.kernels.several import COUNTED, make_several


@pytest.mark.parametrize("criterion", ["squared_error", *COUNTED])
def test_of_equal_cuts_the_first_feature_and_its_lowest_cut_win(criterion):
    """Two columns part the rows alike, and two cuts of each gain the same."""
    problem = make_several(0, 6, criterion, 2)
    column = np.array([0.0, 0.0, 1.0, 1.0, 2.0, 2.0])
    problem.X, problem.w = np.column_stack([np.zeros(6), column, -column]), np.ones(6, int)
    problem.Y = np.array([0, 0, 1, 1, 0, 0])[:, None].repeat(2, axis=1)
    problem.n_classes = (2, 2) if criterion in COUNTED else (0, 0)
    problem.Y = problem.Y if criterion in COUNTED else problem.Y.astype(float)
    tree = problem.grow(max_depth=1)
    assert (tree.feature[0], tree.threshold[0]) == (1, 0.5)


@pytest.mark.parametrize("criterion", ["squared_error", *COUNTED])
@pytest.mark.parametrize("is_left", [False, True])
def test_missing_values_take_the_side_that_gains_more(criterion, is_left):
    problem = make_several(0, 6, criterion, 2)
    side = np.array([0, 0, 1, 1, 1 - is_left, 1 - is_left])
    problem.X = np.array([0.0, 1.0, 2.0, 3.0, np.nan, np.nan])[:, None]
    problem.w, problem.Y = np.ones(6, int), np.column_stack([side, 1 - side])
    problem.n_classes = (2, 2) if criterion in COUNTED else (0, 0)
    problem.Y = problem.Y if criterion in COUNTED else problem.Y.astype(float)
    tree = problem.grow()
    assert (tree.node_count, tree.threshold[0], tree.nodes["missing_left"][0]) == (3, 1.5, is_left)
