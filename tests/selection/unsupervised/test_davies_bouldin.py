import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import DBSCAN, KMeans
from sklearn.datasets import make_blobs
from sklearn.metrics import davies_bouldin_score

from hedgerow.selection.unsupervised.davies_bouldin import (
    choose_number,
    find_centroids,
    measure_davies_bouldin,
)


def test_pencil_example():
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
