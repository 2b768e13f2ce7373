from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from hedgerow.learners import ClassClusters, Clusters
from hedgerow.learners.local.clusters import find_centres, find_nearest_centre, group_values, share_clusters

BLOBS = np.repeat([[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]], 40, axis=0)
BLOBS = BLOBS + np.random.default_rng(0).normal(size=BLOBS.shape)


def test_the_pencil_example_of_the_specification():
    """CV-H2: centres at .5 and 10.5 send 5.2 to the first cluster."""
    clusters = Clusters(2, random_state=0).fit(np.array([[0.0], [1.0], [10.0], [11.0]]))
    assert_array_equal(clusters.centres_, [[0.5], [10.5]])
    assert_array_equal(clusters.assign(np.array([[5.2], [5.5], [5.6]])), [0, 0, 1])


def test_blobs_are_found_and_centres_are_their_means():
    clusters = Clusters(3, random_state=0).fit(BLOBS)
    parts = clusters.assign(BLOBS)
    assert all(len(set(parts[first : first + 40])) == 1 for first in (0, 40, 80))
    means = [BLOBS[parts == part].mean(axis=0) for part in range(3)]
    assert_allclose(clusters.centres_, means)
    assert (np.diff(clusters.centres_[:, 0]) > 0).all()


@settings(max_examples=50, deadline=None)
@given(
    arrays(np.float64, (7, 2), elements=st.integers(-4, 4).map(float)),
    arrays(np.float64, (3, 2), elements=st.integers(-4, 4).map(float)),
)
def test_the_nearest_centre_is_that_of_the_obvious_twin(points, centres):
    assert_array_equal(
        find_nearest_centre(points, centres), cdist(points, centres, "sqeuclidean").argmin(axis=1)
    )


def test_there_are_no_more_clusters_than_different_points():
    points = np.repeat([[1.0], [2.0]], 5, axis=0)
    assert Clusters(4).fit(points).n_parts_ == 2
    assert Clusters(1).fit(points).centres_ == 1.5
    close = np.array([[0.0], [1e-300], [1.0]])
    assert len(find_centres(close, 2, None, np.random.RandomState(0))) == 2


def test_weights_pull_the_centres():
    points = np.array([[0.0], [1.0], [10.0], [11.0]])
    centres = Clusters(2, random_state=0).fit(points, sample_weight=np.array([1.0, 3.0, 1.0, 1.0])).centres_
    assert_allclose(centres, [[0.75], [10.5]])


def test_bad_numbers_are_refused():
    with pytest.raises(ValueError, match="n_clusters=0 must be an int of 1 or more"):
        Clusters(0).fit(BLOBS)


LINE, LABELS = np.array([[0.0], [1.0], [10.0], [11.0]]), np.array([0, 1, 0, 1])


def test_the_pencil_example_of_the_specification_of_class_clusters():
    """CV-H2: 5.2 is nearest to 10 in class 0 and to 1 in class 1, and its expert sees these two rows."""
    clusters = ClassClusters(2, random_state=0).fit(LINE, LABELS)
    assert [centres.ravel().tolist() for centres in clusters.centres_] == [[0.0, 10.0], [1.0, 11.0]]
    address = clusters.assign(np.array([[5.2]]))[0]
    assert_array_equal(address, [1, 0])
    assert_array_equal(LINE[clusters.gather(address)].ravel(), [1, 10])


def test_every_row_is_in_all_combinations_with_its_cluster():
    rng = np.random.default_rng(0)
    points, y = rng.normal(size=(60, 2)), rng.integers(0, 3, 60)
    clusters = ClassClusters([2, 1, 3], random_state=0).fit(points, y)
    assert [len(centres) for centres in clusters.centres_] == [2, 1, 3]
    seen = np.zeros(60, int)
    for address in np.ndindex(2, 1, 3):
        seen[clusters.gather(address)] += 1
    assert_array_equal(seen, np.array([3, 6, 2])[y])


def test_a_class_without_rows_has_no_number_in_the_address():
    clusters = ClassClusters(2, random_state=0).fit(LINE, np.array([0, 2, 0, 2]))
    assert_array_equal(clusters.groups_, [0, 2])
    assert clusters.assign(LINE).shape == (4, 2)
    assert len(ClassClusters([1, 9, 2]).fit(LINE, np.array([0, 2, 0, 2])).centres_[1]) == 2


@given(st.lists(st.integers(1, 100), min_size=1, max_size=30), st.integers(1, 40))
def test_combinations_are_never_more_than_parts(sizes, n_parts):
    counts = share_clusters(np.array(sizes), n_parts)
    assert prod(counts) <= n_parts
    assert max(counts) - min(counts) <= 1
    assert [counts[i] for i in np.argsort(-np.array(sizes), kind="stable")] == sorted(counts, reverse=True)


def test_two_classes_have_the_published_numbers_of_clusters():
    assert [share_clusters(np.array([5, 5]), n_parts) for n_parts in (1, 4, 9)] == [[1, 1], [2, 2], [3, 3]]


def test_values_are_grouped_between_quantiles():
    y = np.random.default_rng(0).normal(size=90)
    groups = group_values(y, 3)
    assert np.bincount(groups).tolist() == [30, 30, 30]
    assert (np.diff(groups[np.argsort(y)]) >= 0).all()
    clusters = ClassClusters(2, n_groups=3, random_state=0).fit(y[:, None], y)
    assert len(clusters.centres_) == 3
    assert len(ClassClusters(2).fit(LINE, np.ones(4)).centres_) == 1  # all values equal: one group


def test_weights_pull_the_centres_of_class_clusters():
    weights = np.array([1.0, 1.0, 3.0, 1.0])
    clusters = ClassClusters(1).fit(LINE, LABELS, weights)
    assert clusters.centres_[0] == 7.5


def test_bad_numbers_are_refused_of_class_clusters():
    with pytest.raises(ValueError, match="n_clusters=0 must be an int"):
        ClassClusters(0).fit(LINE, LABELS)
    with pytest.raises(ValueError, match=r"n_clusters=\[2\] has no number for class code 1"):
        ClassClusters([2]).fit(LINE, LABELS)
    with pytest.raises(ValueError, match="n_parts='many' must be an int"):
        ClassClusters(n_parts="many").fit(LINE, LABELS)
    with pytest.raises(ValueError, match="n_groups=0 must be an int"):
        ClassClusters(n_groups=0).fit(LINE, LABELS)
