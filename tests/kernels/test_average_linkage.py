import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.hierarchy import cophenet, linkage
from tests.kernels.tables import examples

from hedgerow._kernels.average_linkage import link_average


def link(apart):
    n_merges = round((1 + np.sqrt(1 + 8 * apart.size)) / 2) - 1
    left, right, heights = (
        np.empty(n_merges, np.int64),
        np.empty(n_merges, np.int64),
        np.empty(n_merges, "f4"),
    )
    link_average(apart.astype(np.float32), left, right, heights)
    order = np.argsort(heights, kind="stable")
    return left[order], right[order], heights[order]


def naive(apart, n_rows):
    """Merge the two nearest clusters, by the mean over all pairs of their rows."""
    square = np.zeros((n_rows, n_rows))
    square[np.triu_indices(n_rows, 1)] = apart
    square += square.T
    clusters, heights = [[row] for row in range(n_rows)], []
    while len(clusters) > 1:
        pairs = [(i, j) for i in range(len(clusters)) for j in range(i + 1, len(clusters))]
        means = [square[np.ix_(clusters[i], clusters[j])].mean() for i, j in pairs]
        i, j = pairs[int(np.argmin(means))]
        heights.append(min(means))
        clusters[i] += clusters.pop(j)
    return np.array(heights)


def meet_at(left, right, heights, n_rows):
    """Height at which two rows come together, for all pairs."""
    clusters, found = {row: [row] for row in range(n_rows)}, np.zeros((n_rows, n_rows))
    home = list(range(n_rows))
    for one, other, height in zip(left, right, heights, strict=True):
        first, second = clusters[home[one]], clusters[home[other]]
        found[np.ix_(first, second)] = found[np.ix_(second, first)] = height
        for row in second:
            home[row] = home[one]
        first += second
    return found[np.triu_indices(n_rows, 1)]


@examples(60)
@given(st.integers(2, 12), st.integers(0, 10_000))
def test_merges_are_those_of_the_twin(n_rows, seed):
    apart = np.random.default_rng(seed).random(n_rows * (n_rows - 1) // 2)
    np.testing.assert_allclose(link(apart)[2], naive(apart, n_rows), atol=1e-5)


def test_rows_meet_where_scipy_lets_them_meet():
    apart = np.random.default_rng(0).random(60 * 59 // 2)
    np.testing.assert_allclose(
        meet_at(*link(apart), 60), cophenet(linkage(apart.astype("f4"), "average")), atol=1e-5
    )


@examples(30)
@given(st.integers(2, 15), st.integers(0, 10_000))
def test_ties_end_in_one_tree(n_rows, seed):
    """Shares of few members are often equal."""
    apart = np.random.default_rng(seed).integers(0, 3, n_rows * (n_rows - 1) // 2) / 2
    left, right, heights = link(apart)
    assert (left < right).all()
    assert (np.diff(heights) >= 0).all()
    found = meet_at(left, right, heights, n_rows)
    assert np.isfinite(found).all()
    assert heights[0] == apart.min()


def test_two_rows_merge_at_their_distance():
    left, right, heights = link(np.array([0.25]))
    assert (left.tolist(), right.tolist(), heights.tolist()) == ([0], [1], [0.25])
