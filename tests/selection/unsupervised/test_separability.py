import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from hedgerow.selection.unsupervised.separability import (
    is_better_projection,
    measure_separability,
    project_across,
)

X = np.array([[0, 0], [1, 1], [0, 0.2], [5, 0.1], [6, 0.9], [5, 1.1]])
FIRST, SECOND = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 1, 0, 0, 1, 1])


@pytest.mark.parametrize(
    ("columns", "labels", "expected"),
    [
        ([0], FIRST, 28.125),
        ([1], FIRST, 0.1205357143),
        ([1], SECOND, 30.375),
        ([0], SECOND, 0.2663043478),
        ([0, 1], FIRST, 45.2109375),
    ],
)
def test_pencil_example(columns, labels, expected):
    assert measure_separability(X[:, columns], labels) == pytest.approx(expected, rel=1e-9)


def test_cross_projection():
    ours, theirs = project_across(X[:, [0]], FIRST, X[:, [1]], SECOND)
    assert (ours, theirs) == pytest.approx((3.3900669643, 8.0889945652), rel=1e-9)
    assert is_better_projection(X[:, [0]], FIRST, X[:, [1]], SECOND)
    assert not is_better_projection(X[:, [1]], SECOND, X[:, [0]], FIRST)
    assert not is_better_projection(X, FIRST, X, FIRST)


def test_whole_weights_are_repeats_and_outsiders_do_not_count():
    counts = np.array([1, 2, 3, 1, 2, 1])
    repeated = measure_separability(np.repeat(X, counts, axis=0), np.repeat(FIRST, counts))
    assert measure_separability(X, FIRST, counts.astype(float)) == pytest.approx(repeated)
    outside = np.vstack([X, [[99.0, 99.0]]])
    assert measure_separability(outside, np.append(FIRST, -1)) == pytest.approx(45.2109375)
    assert measure_separability(X, np.full(6, -1)) == 0.0


def test_linear_maps_change_nothing():
    turned = X @ np.array([[2.0, 1.0], [0.5, 3.0]])
    assert measure_separability(turned, FIRST) == pytest.approx(45.2109375)


def test_it_is_the_sum_of_the_discriminant_eigenvalues():
    rng = np.random.default_rng(0)
    points, labels = rng.normal(size=(80, 3)), rng.integers(0, 3, 80)
    points[:, 0] += labels
    shares = LinearDiscriminantAnalysis(solver="eigen").fit(points, labels)
    ratio = shares.explained_variance_ratio_
    total = measure_separability(points, labels)
    within = sum(np.cov(points[labels == k].T, bias=True) * np.mean(labels == k) for k in range(3))
    between = np.cov(points.T, bias=True) - within
    values = np.sort(np.linalg.eigvals(np.linalg.solve(within, between)).real)[::-1]
    assert total == pytest.approx(values.sum())
    np.testing.assert_allclose(ratio[:2], values[:2] / values.sum(), atol=1e-8)


def test_a_singular_scatter_gets_a_ridge():
    doubled = np.column_stack([X[:, 0], X[:, 0]])
    assert measure_separability(doubled, FIRST) == pytest.approx(28.125, rel=1e-3)
    assert measure_separability(np.array([[0.0], [0.0], [1.0]]), np.array([0, 0, 1])) == np.inf
    assert measure_separability(X, np.zeros(6, int)) == 0.0
