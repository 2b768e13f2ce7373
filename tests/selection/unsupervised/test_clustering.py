import numpy as np
import pytest
from sklearn.cluster import DBSCAN, AgglomerativeClustering, KMeans

from hedgerow.selection.unsupervised.clustering import (
    find_clusters,
    make_clusterer,
    number_clusters,
    takes_number,
)

POINTS = np.concatenate([np.random.default_rng(0).normal(c, 0.3, (20, 2)) for c in (0, 5, 9)])


@pytest.mark.parametrize("clusterer", [KMeans(n_init=5), AgglomerativeClustering(), DBSCAN(eps=2.0)])
def test_any_clusterer_will_do(clusterer):
    before = clusterer.get_params()
    labels = find_clusters(clusterer, POINTS, 3, np.ones(60), seed=1)
    assert labels.tolist() == [0] * 20 + [1] * 20 + [2] * 20
    assert clusterer.get_params() == before
    assert not hasattr(clusterer, "labels_")


def test_outsiders_have_no_cluster():
    points = np.vstack([POINTS, [[100.0, 100.0]]])
    assert find_clusters(DBSCAN(eps=2.0), points, 3, None, seed=0)[-1] == -1
    assert number_clusters(np.array([-1, -1])).tolist() == [-1, -1]


def test_not_more_clusters_than_distinct_points():
    points = np.repeat([[0.0], [1.0]], 5, axis=0)
    assert set(find_clusters(KMeans(n_init=1), points, 4, None, seed=0)) == {0, 1}
    assert not find_clusters(KMeans(n_init=1), np.zeros((4, 2)), 3, None, seed=0).any()


def test_weights_move_the_clusters():
    """Alone, 1.2 is nearer to 2.2; but if 2.2 is heavy, a common centroid would stay there, and 1.2 pays for it all."""
    points = np.array([[0.0], [1.2], [2.2]])
    light = find_clusters(KMeans(n_init=50), points, 2, np.array([1.0, 1.0, 1.0]), seed=0)
    heavy = find_clusters(KMeans(n_init=50), points, 2, np.array([1.0, 1.0, 100.0]), seed=0)
    assert light.tolist() == [0, 1, 1]
    assert heavy.tolist() == [0, 0, 1]


def test_who_is_told_the_number():
    assert takes_number(KMeans())
    assert not takes_number(DBSCAN())


def test_what_is_no_clusterer_is_refused():
    with pytest.raises(TypeError, match="is not a clusterer: it needs fit_predict"):
        make_clusterer("kmeans")
    given = DBSCAN()
    assert make_clusterer(given) is given
