import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage

from hedgerow.selection.unsupervised.agreement import adjusted_rand_index
from hedgerow.selection.unsupervised.co_association import measure_dissimilarities
from hedgerow.selection.unsupervised.consensus import Dendrogram, find_consensus

LABELS = np.array([[0, 0, 1, -1, 1], [0, 0, -1, 1, 1], [-1, 1, 0, 0, 0]]).T
FULL = np.array([[0, 0, 1, 1, 1], [0, 0, 1, 1, 1], [1, 1, 0, 0, 0]]).T


@pytest.mark.parametrize(
    ("normalization", "heights"), [("co_sampled", [0, 0, 0, 1]), ("paper", [1 / 3, 1 / 3, 1 / 2, 1])]
)
def test_pencil_example(normalization, heights):
    seen = LABELS >= 0
    tree = Dendrogram.link(measure_dissimilarities(LABELS, seen, seen, normalization=normalization))
    np.testing.assert_allclose(tree.heights, heights, atol=1e-6)
    assert tree.cut(2).tolist() == [0, 0, 1, 1, 1]


@given(st.integers(2, 25), st.integers(0, 1000), st.data())
def test_cuts_are_those_of_scipy(n_rows, seed, data):
    apart = np.random.default_rng(seed).random(n_rows * (n_rows - 1) // 2).astype(np.float32)
    n_clusters = data.draw(st.integers(1, n_rows))
    expected = fcluster(linkage(apart.astype(float), "average"), n_clusters, "maxclust")
    found = Dendrogram.link(apart.copy()).cut(n_clusters)
    assert len(set(found)) == n_clusters
    assert adjusted_rand_index(found, expected) == 1.0
    assert list(dict.fromkeys(found.tolist())) == list(range(n_clusters))  # numbered by their first rows


def test_every_cut_has_its_rows_side_by_side():
    apart = np.random.default_rng(0).random(30 * 29 // 2).astype(np.float32)
    tree = Dendrogram.link(apart)
    order = tree.order()
    assert sorted(order) == list(range(30))
    for n_clusters in range(1, 31):
        assert np.count_nonzero(np.diff(tree.cut(n_clusters)[order])) == n_clusters - 1


def test_the_members_choose_the_number():
    seen = LABELS >= 0
    tree = Dendrogram.link(measure_dissimilarities(LABELS, seen, seen))
    labels, agreement = find_consensus(tree, FULL, (2, 10))
    assert labels.tolist() == [0, 0, 1, 1, 1]
    assert list(agreement) == [2, 3, 4, 5]
    assert agreement[2] == pytest.approx(1.0)
    three, tried = find_consensus(tree, FULL, 3)
    assert len(set(three)) == 3
    assert list(tried) == [3]


def test_equal_agreement_takes_the_smaller_number():
    tree = Dendrogram.link(np.zeros(6, np.float32))
    assert find_consensus(tree, np.zeros((4, 3), int), (2, 4))[0].max() == 1
