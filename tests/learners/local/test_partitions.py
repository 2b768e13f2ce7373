import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.cluster import DBSCAN, KMeans
from sklearn.mixture import GaussianMixture

from hedgerow.foundation.constraints import check
from hedgerow.learners import ClassClusters, Clusters, Everything, FeatureIntervals, Partition, RandomParts
from hedgerow.learners.local.partitions import PARTITIONS, PredictedParts, list_choices, make_partition

POINTS = np.random.default_rng(0).normal(size=(40, 2))
LABELS = np.arange(40) % 2


class Halves:
    """What a user may write."""

    def fit(self, points, y):
        self.middle = np.median(points[:, 0])
        return self

    def assign(self, points):
        return np.where(points[:, 0] < self.middle, "low", "high")


@pytest.mark.parametrize(
    "partition",
    [Clusters(), ClassClusters(), FeatureIntervals(), RandomParts(), Everything(), PredictedParts(KMeans(3))],
    ids=lambda each: type(each).__name__,
)
def test_every_partition_keeps_the_protocol(partition):
    assert isinstance(partition, Partition)
    addresses = partition.fit(POINTS, LABELS).assign(POINTS)
    assert len(addresses) == 40
    if hasattr(partition, "n_parts_"):
        assert_array_equal(np.unique(addresses), np.arange(partition.n_parts_))


def test_names_become_partitions_with_as_many_parts():
    made = [make_partition(name, 6, 1) for name in ("clusters", "class-clusters", "feature", "random")]
    assert [type(each) for each in made] == [Clusters, ClassClusters, FeatureIntervals, RandomParts]
    assert [made[0].n_clusters, made[1].n_parts, made[2].n_intervals, made[3].n_parts] == [6] * 4


def test_objects_are_copied_and_seeded():
    mine = Clusters(3)
    made = make_partition(mine, 9, 7)
    assert made is not mine
    assert (made.n_clusters, mine.random_state) == (3, None)
    assert isinstance(made.random_state, int)
    wrapped = make_partition(KMeans(3), 9, 7)
    assert isinstance(wrapped.estimator.random_state, int)
    assert set(make_partition(Halves(), 9, 7).fit(POINTS, LABELS).assign(POINTS)) == {"low", "high"}


def test_weights_reach_the_clusterer_that_takes_them():
    weights = np.where(POINTS[:, 0] < 0, 1e-9, 1.0)
    parts = PredictedParts(KMeans(1)).fit(POINTS, LABELS, weights)
    assert parts.estimator_.cluster_centers_[0, 0] > 0.5
    PredictedParts(GaussianMixture(2)).fit(POINTS, LABELS, weights)


def test_several_choices_are_a_list():
    halves = Halves()
    assert list_choices([halves, "clusters"]) == [halves, "clusters"]
    assert list_choices("feature") == ["feature"]


@pytest.mark.parametrize("wrong", ["cluster", DBSCAN(), 3, KMeans, [], ["all"]])
def test_what_cannot_part_rows_is_refused(wrong):
    message = (
        r"^partition=.* must be 'clusters', .*, or a clusterer with `predict`, or 'all', or a list of these$"
    )
    with pytest.raises(ValueError, match=message):
        check("partition", wrong, PARTITIONS)
