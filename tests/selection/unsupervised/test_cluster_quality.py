import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import DBSCAN, KMeans
from sklearn.datasets import make_blobs
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.metrics import davies_bouldin_score

from hedgerow.selection.unsupervised.cluster_quality import (
    choose_number,
    find_centroids,
    measure_davies_bouldin,
    measure_separability,
    project_across,
)


def test_davies_bouldin_by_pencil():
    points = np.array([[0, 0], [0, 2], [4, 0], [4, 2], [10, 1], [12, 1]], float)
    assert measure_davies_bouldin(points, np.array([0, 0, 1, 1, 2, 2])) == pytest.approx(3 / 7)


@given(st.integers(0, 1000), st.integers(2, 5))
def test_scikit_learn_has_the_same_number(seed, n_clusters):
    rng = np.random.default_rng(seed)
    points = rng.normal(size=(20, 3))
    labels = np.concatenate([np.arange(n_clusters), rng.integers(0, n_clusters, 20 - n_clusters)])
    assert measure_davies_bouldin(points, labels) == pytest.approx(davies_bouldin_score(points, labels))
    counts = rng.integers(1, 4, 20)
    repeated = davies_bouldin_score(np.repeat(points, counts, axis=0), np.repeat(labels, counts))
    assert measure_davies_bouldin(points, labels, counts.astype(float)) == pytest.approx(repeated)


def test_clusters_in_the_same_place_and_points_in_none_are_passed_over():
    points = np.array([[-1.0], [1.0], [-2.0], [2.0], [9.0], [9.0], [50.0]])
    labels = np.array([0, 0, 1, 1, 2, 2, -1])
    # widths 1, 2 and 0; the first two have the same centroid, nine from the third
    assert measure_davies_bouldin(points, labels) == pytest.approx((1 / 9 + 2 / 9 + 2 / 9) / 3)
    assert measure_davies_bouldin(points, np.zeros(7, int)) == np.inf


def test_centroids_are_weighted_means():
    centroids, sizes = find_centroids(
        np.array([[0.0], [3.0], [7.0]]), np.array([0, 0, 1]), np.array([2, 1, 0])
    )
    np.testing.assert_allclose(centroids, [[1.0], [0.0]])
    assert sizes.tolist() == [3, 0]


@pytest.mark.parametrize("n_centers", [2, 4, 6])
def test_the_number_of_blobs_is_found(n_centers):
    centers = 12 * np.eye(n_centers)
    points, _ = make_blobs(150, n_features=n_centers, centers=centers, random_state=0)
    assert choose_number(KMeans(n_init=5), points, None, seed=0) == n_centers


def test_not_more_than_the_root_of_the_rows():
    points = np.arange(9.0)[:, None] * 10
    assert choose_number(KMeans(n_init=1), points, None, seed=0) in (2, 3)
    assert choose_number(DBSCAN(), points, None, seed=0) == 2  # which is not told


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
def test_separability_by_pencil(columns, labels, expected):
    assert measure_separability(X[:, columns], labels) == pytest.approx(expected, rel=1e-9)


def test_cross_projection():
    ours, theirs = project_across(X[:, [0]], FIRST, X[:, [1]], SECOND)
    assert (ours, theirs) == pytest.approx((3.3900669643, 8.0889945652), rel=1e-9)
    assert project_across(X[:, [1]], SECOND, X[:, [0]], FIRST) == pytest.approx((theirs, ours))
    assert len(set(project_across(X, FIRST, X, FIRST))) == 1


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
