import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import KMeans

from hedgerow.selection.unsupervised.coordinates import Coordinates
from hedgerow.selection.unsupervised.importance import count_changes, find_changed, sum_by_cluster
from hedgerow.selection.unsupervised.member import find_nearest, grow_member


def test_pencil_example():
    points = np.array([[0, 0], [1, 0], [5, 1], [6, 0]], float)
    centroids = np.array([[0.5, 0], [5.5, 0.5]])
    assert find_nearest(points, centroids).tolist() == [0, 0, 1, 1]
    changed = find_changed(points, centroids, np.array([0, 1]), np.array([2, 0, 3, 1]))
    assert changed.astype(int).T.tolist() == [[1, 0, 0, 1], [0, 0, 0, 0]]
    rows = np.array([[0.1, 0], [0.2, 0.1], [0, 0.3], [0.1, 0.2]])
    sums = sum_by_cluster(rows, np.array([0, 0, 1, 1]))
    np.testing.assert_allclose(sums, [[0.3, 0.1], [0.1, 0.5]])
    weighted = sum_by_cluster(rows, np.array([0, 0, 1, 1]), np.array([2.0, 1.0, 0.0, 1.0]))
    np.testing.assert_allclose(weighted, [[0.4, 0.1], [0.1, 0.2]])


@given(st.integers(0, 1000), st.integers(1, 4))
def test_an_exchanged_summand_is_a_new_distance(seed, n_centroids):
    rng = np.random.default_rng(seed)
    points, centroids = rng.normal(size=(15, 4)), rng.normal(size=(n_centroids, 4))
    owner, order = np.array([2, 5, 5, 7]), rng.permutation(15)
    before = find_nearest(points, centroids)
    for place, feature in enumerate((2, 5, 7)):
        shuffled = np.where(owner == feature, points[order], points)
        naive = find_nearest(shuffled, centroids) != before
        np.testing.assert_array_equal(find_changed(points, centroids, owner, order)[:, place], naive)


def grow_some(n_jobs):
    rng = np.random.default_rng(0)
    table = np.column_stack([np.repeat([0.0, 8.0], 30) + rng.normal(size=60), rng.normal(size=(60, 3))])
    coordinates = Coordinates.learn(table, np.zeros(4, bool))
    points = coordinates.place(table)
    members = [grow_member(points, coordinates, KMeans(n_init=3), 2, 2, None, seed) for seed in range(40)]
    return members, *count_changes(points, coordinates, members, seed=3, n_jobs=n_jobs)


def test_only_rows_out_of_bag_have_a_chance():
    members, changes, chances = grow_some(1)
    naive = np.zeros((60, 4), int)
    for member in members:
        naive[np.ix_(~member.in_bag, member.features)] += 1
    np.testing.assert_array_equal(chances, naive)
    assert (changes <= chances).all()
    assert changes[:, 0].sum() > 2 * changes[:, 1:].sum(axis=0).max()
    np.testing.assert_array_equal(grow_some(2)[1], changes)


def test_half_of_the_rows_move_between_two_clusters_of_one_feature():
    """A row is given a value of the other half with probability one half."""
    _, changes, chances = grow_some(1)
    assert changes[:, 0].sum() / chances[:, 0].sum() == pytest.approx(0.5, abs=0.1)
