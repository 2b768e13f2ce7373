import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster
from scipy.cluster.hierarchy import linkage as link
from scipy.spatial.distance import pdist
from tests.pruning.drawn import PENCIL, outputs

from hedgerow.outputs import Outputs
from hedgerow.pruning import ClusterPruning, choose_members


@given(outputs(abstaining=False), st.sampled_from(["average", "complete", "single"]))
def test_the_best_of_each_cluster_stays(said, linkage):
    order = choose_members(said, ClusterPruning(linkage)).committees[-1]
    assert sorted(order) == list(range(said.n_members))
    if said.n_members == 1:
        return
    apart = pdist(said.answers, lambda a, b: np.average(a != b, weights=said.row_weights()))
    mergers, errors = link(apart, linkage), said.errors().round(12)
    for n_clusters in range(1, said.n_members + 1):
        groups = fcluster(mergers, n_clusters, criterion="maxclust")
        if groups.max() != n_clusters:
            continue  # scipy does not part members that merge at one height
        expected = {min(np.flatnonzero(groups == g), key=lambda t: (errors[t], t)) for g in set(groups)}
        assert set(order[:n_clusters].tolist()) == expected


def test_values_and_silence():
    values = Outputs.from_predictions([[0.0, 1.0], [0.1, 1.0], [5.0, 3.0]], [0, 1], regression=True)
    assert choose_members(values, "cluster", n_members=2).kept.tolist() == [0, 2]
    predicted = np.array([[1, 0], [0, 1]], dtype=bool)
    apart = Outputs.from_predictions([[0, 1], [0, 1]], [0, 1], predicted=predicted)
    assert sorted(choose_members(apart, "cluster", n_members=2).kept) == [0, 1]


def test_a_wrong_linkage_is_named():
    with pytest.raises(ValueError, match="linkage='ward'"):
        choose_members(PENCIL, ClusterPruning("ward"))
