import numpy as np
import pytest
from sklearn.cluster import DBSCAN, KMeans

from hedgerow.selection.unsupervised.coordinates import Coordinates
from hedgerow.selection.unsupervised.member import find_nearest, grow_member

TABLE = np.random.default_rng(0).normal(size=(80, 6))
TABLE[40:] += 6
COORDINATES = Coordinates.learn(TABLE, np.zeros(6, bool))
POINTS = COORDINATES.place(TABLE)


QUICK = KMeans(n_init=2)


def grow(clusterer=QUICK, n_clusters=2, chances=None, seed=0, n_features=3):
    return grow_member(POINTS, COORDINATES, clusterer, n_features, n_clusters, chances, seed)


def test_a_member_sees_some_rows_and_features():
    member = grow()
    assert member.features.size == 3
    assert (np.diff(member.features) > 0).all()
    assert 0.5 < member.in_bag.mean() < 0.75
    np.testing.assert_array_equal(member.clustered, member.in_bag)
    assert (member.labels[:40] == member.labels[0]).all()
    assert (member.labels[40:] != member.labels[0]).all()
    np.testing.assert_array_equal(member.assign(POINTS), member.labels)


def test_features_and_rows_are_drawn_evenly():
    members = [grow(seed=seed) for seed in range(300)]
    shares = np.bincount(np.concatenate([member.features for member in members]), minlength=6) / 300
    assert np.abs(shares - 0.5).max() < 4 * np.sqrt(0.25 / 300)
    drawn = np.mean([member.in_bag.mean() for member in members])
    assert drawn == pytest.approx(1 - (1 - 1 / 80) ** 80, abs=0.005)


def test_rows_without_a_chance_are_not_drawn():
    chances = np.r_[np.zeros(20), np.full(60, 1 / 60)]
    member = grow(chances=chances)
    assert not member.in_bag[:20].any()
    assert (member.labels[:20] == member.labels[30]).all()  # but they have a nearest centroid


def test_outsiders_are_drawn_but_in_no_cluster():
    member = grow(DBSCAN(eps=0.5, min_samples=8))
    assert (member.clustered <= member.in_bag).all()
    assert member.clustered.sum() < member.in_bag.sum()
    assert member.labels.min() >= 0
    alone = grow(DBSCAN(eps=1e-6, min_samples=30))
    assert not alone.clustered.any()
    assert len(alone.centroids) == 1


def test_a_member_may_choose_its_number():
    assert len(grow(n_clusters=None).centroids) == 2


def test_the_nearest_centroid_is_the_first_of_equals():
    assert find_nearest(np.array([[0.0], [3.0]]), np.array([[-1.0], [1.0]])).tolist() == [0, 1]
