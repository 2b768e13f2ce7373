import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import fcluster, linkage

from hedgerow.selection.unsupervised.agreement import adjusted_rand_index
from hedgerow.selection.unsupervised.consensus import (
    Dendrogram,
    find_consensus,
    measure_co_association,
    measure_dissimilarities,
    pack_bits,
)

LABELS = np.array([[0, 0, 1, -1, 1], [0, 0, -1, 1, 1], [-1, 1, 0, 0, 0]]).T


def test_pencil_example():
    paper = measure_co_association(LABELS, normalization="paper")
    np.testing.assert_allclose(
        paper[2], [0, 0, 1, 1 / 3, 2 / 3], atol=1e-7
    )  # one on the diagonal, where paper has 2/3
    assert paper[0, 1] == pytest.approx(2 / 3)
    blocks = np.kron(np.eye(2), np.ones((3, 3)))[1:, 1:]
    np.testing.assert_array_equal(measure_co_association(LABELS), blocks)


def test_the_stacked_product_has_the_same_numbers():
    rng = np.random.default_rng(0)
    labels, in_bag = rng.integers(0, 5, (50, 70)), rng.random((50, 70)) < 0.63
    hot = ((labels[:, :, None] == np.arange(5)) & in_bag[:, :, None]).reshape(50, -1).astype(float)
    drawn = in_bag.astype(float)
    expected = (hot @ hot.T) / (drawn @ drawn.T)
    np.fill_diagonal(expected, 1)
    found = measure_co_association(np.where(in_bag, labels, -1), n_jobs=2)
    np.testing.assert_allclose(found, expected, atol=1e-6)
    assert found.dtype == np.float32


def test_rows_in_no_cluster_meet_nobody_though_they_were_drawn():
    labels = np.array([[0, 0], [-1, 0]])
    in_bag = np.array([[True, True], [True, True]])
    assert measure_co_association(labels, in_bag)[0, 1] == 0.5
    assert measure_co_association(labels)[0, 1] == 1.0


def test_rows_never_drawn_together_are_far_apart():
    assert measure_co_association([[0, -1], [-1, 0]])[0, 1] == 0.0


def test_threads_do_not_matter():
    rng = np.random.default_rng(1)
    labels, in_bag = rng.integers(0, 3, (101, 30)), rng.random((101, 30)) < 0.6
    one, two = (measure_dissimilarities(labels, in_bag, in_bag, n_jobs=n) for n in (1, 2))
    np.testing.assert_array_equal(one, two)
    assert np.isfinite(one).all()


def test_bits_are_packed_64_to_a_word():
    flags = np.random.default_rng(0).random((3, 100)) < 0.5
    words = pack_bits(flags)
    assert words.shape == (3, 2)
    assert [int(words[1, f // 64]) >> (f % 64) & 1 for f in range(100)] == flags[1].astype(int).tolist()


def test_an_unknown_normalization_is_refused():
    with pytest.raises(ValueError, match="normalization='none' must be 'co_sampled' or 'paper'"):
        measure_co_association(LABELS, normalization="none")


FULL = np.array([[0, 0, 1, 1, 1], [0, 0, 1, 1, 1], [1, 1, 0, 0, 0]]).T


@pytest.mark.parametrize(
    ("normalization", "heights"), [("co_sampled", [0, 0, 0, 1]), ("paper", [1 / 3, 1 / 3, 1 / 2, 1])]
)
def test_the_pencil_example_becomes_a_tree(normalization, heights):
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
