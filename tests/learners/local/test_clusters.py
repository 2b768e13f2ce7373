import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from hedgerow.learners import Clusters
from hedgerow.learners.local.clusters import find_centres, find_nearest_centre

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
