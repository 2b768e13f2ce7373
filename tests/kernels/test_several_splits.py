import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.several import COUNTED, make_several, several
from tests.kernels.tables import examples


@examples(120)
@given(several(), st.sampled_from([1, 1, 3]))
def test_a_node_takes_the_best_of_all_cuts_of_all_targets_together(problem, min_rows):
    seen = problem.w > 0
    X, Y, w = problem.X[seen], problem.Y[seen], problem.w[seen]
    tree = problem.grow(max_depth=1, min_samples_leaf=min_rows)
    if not seen.any() or (Y[0] == Y).all():
        assert tree.node_count == 1
        return
    best = naive.best_mean_gain(X, Y, w, problem.criterion, problem.n_classes, min_rows)
    if best == -np.inf:
        assert tree.node_count == 1
        return
    assert tree.gain[0] == pytest.approx(best, abs=1e-9)
    column = X[:, tree.feature[0]]
    left = (column <= tree.threshold[0]) | (np.isnan(column) & (tree.nodes["missing_left"][0] != 0))
    assert naive.mean_gain(Y, w, left, problem.criterion, problem.n_classes) == pytest.approx(best, abs=1e-9)
    assert tree.n_node_samples.tolist() == [len(w), left.sum(), (~left).sum()]


@pytest.mark.parametrize("split", ["best", "random"])
@pytest.mark.parametrize("criterion", ["squared_error", *COUNTED])
def test_nodes_hold_what_their_rows_hold(split, criterion):
    problem = make_several(3, 60, criterion, 9, is_missing=True)
    tree = problem.grow(split=split, max_depth=4)
    rows_of = [*naive.rows_of_nodes(tree, problem.X, np.flatnonzero(problem.w))]
    for node, rows in enumerate(rows_of):
        Y, w = problem.Y[rows], problem.w[rows]
        assert tree.weighted_n_node_samples[node] == w.sum()
        if criterion in COUNTED:
            counts = [np.bincount(y, w, k) for y, k in zip(Y.T, problem.n_classes, strict=True)]
            np.testing.assert_array_equal(tree.values[node], np.concatenate(counts))
        else:
            mean = np.average(Y, axis=0, weights=w)
            np.testing.assert_allclose(tree.value[node], mean, atol=1e-12)
            spread = np.average((Y - mean) ** 2, axis=0, weights=w).mean()
            assert tree.values[node, -1] == pytest.approx(spread, abs=1e-12)
        if not tree.is_leaf[node]:
            left = np.isin(
                rows,
                naive.rows_of_nodes(tree, problem.X, np.flatnonzero(problem.w))[tree.children_left[node]],
            )
            gained = naive.mean_gain(Y, w, left, criterion, problem.n_classes)
            assert tree.gain[node] == pytest.approx(gained, abs=1e-9)


@pytest.mark.parametrize("criterion", ["squared_error", "gini"])
def test_categories_are_parted_by_the_best_prefix_in_the_order_of_any_target(criterion):
    rng = np.random.default_rng(4)
    problem = make_several(4, 80, criterion, 2)
    problem.X = rng.integers(0, 6, (80, 1)).astype(float)
    problem.is_categorical = np.ones(1, bool)
    tree = problem.grow(max_depth=1)
    seen = problem.w > 0
    column, Y, w = problem.X[seen, 0], problem.Y[seen], problem.w[seen]
    wanted = [
        values
        for y, k in zip(Y.T, problem.n_classes, strict=True)
        for values in ([y == label for label in range(k)] if k else [y])
    ]
    best = 0.0
    for values in wanted:
        score = {c: np.average(values[column == c], weights=w[column == c]) for c in np.unique(column)}
        order = sorted(score, key=score.__getitem__)
        for size in range(1, len(order)):
            left = np.isin(column, order[:size])
            best = max(best, naive.mean_gain(Y, w, left, criterion, problem.n_classes))
    assert tree.gain[0] == pytest.approx(best)


def test_large_nodes_are_cut_as_small_ones_are():
    """Rows repeated in the table, or by weight: beyond 2,048 rows another way sorts and scores them."""
    for criterion in ("squared_error", *COUNTED):
        few = make_several(5, 150, criterion, 3, is_missing=True)
        few.w = np.full(150, 14)
        many = make_several(5, 150, criterion, 3, is_missing=True)
        many.X, many.Y, many.w = (np.repeat(each, 14, axis=0) for each in (many.X, many.Y, np.ones(150, int)))
        one, two = few.grow(max_depth=3), many.grow(max_depth=3)
        np.testing.assert_array_equal(one.feature, two.feature)
        np.testing.assert_array_equal(one.threshold, two.threshold)
        np.testing.assert_allclose(one.gain, two.gain, atol=1e-12)


@pytest.mark.parametrize("criterion", ["squared_error", *COUNTED])
def test_weights_in_fractions_count_as_such(criterion):
    problem = make_several(6, 60, criterion, 3)
    whole = problem.grow(max_depth=3)
    problem.w = problem.w * 0.3
    parts = problem.grow(max_depth=3)
    np.testing.assert_array_equal(whole.threshold, parts.threshold)
    np.testing.assert_allclose(whole.gain, parts.gain, atol=1e-9)
    np.testing.assert_allclose(parts.weighted_n_node_samples, 0.3 * whole.weighted_n_node_samples)
