import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels.tables import examples

from hedgerow._kernels.weakest_links import cut_weakest_links


def random_tree(rng, n_splits):
    left, open_leaves = [-1], [0]
    for _ in range(n_splits):
        node = open_leaves.pop(int(rng.integers(len(open_leaves))))
        left[node] = len(left)
        open_leaves += [len(left), len(left) + 1]
        left += [-1, -1]
    return np.array(left)


def list_cuts(left, risk):
    """Weakest split first, every sum anew: (node, alpha, risk of the tree without it)."""
    left, cuts = left.copy(), []

    def leaves(node):
        return [node] if left[node] < 0 else leaves(left[node]) + leaves(left[node] + 1)

    def inside(node):
        return [] if left[node] < 0 else [node, *inside(left[node]), *inside(left[node] + 1)]

    while left[0] >= 0:
        ratings = []
        for node in sorted(inside(0)):
            below = leaves(node)
            ratings.append(((risk[node] - risk[below].sum()) / (len(below) - 1), node))
        alpha, node = min(ratings)
        left[node] = -1
        cuts.append((node, alpha, risk[leaves(0)].sum()))
    return cuts


@examples(60)
@given(st.integers(0, 2**32), st.integers(0, 25))
def test_it_cuts_the_weakest_split_each_time(seed, n_splits):
    rng = np.random.default_rng(seed)
    left, risk = random_tree(rng, n_splits), rng.random(2 * n_splits + 1)
    for node in range(left.size - 1, -1, -1):
        if left[node] >= 0:
            risk[node] = risk[left[node]] + risk[left[node] + 1] + rng.exponential()
    cuts = list_cuts(left, risk)
    for most in (np.inf, *(alpha for _, alpha, _ in cuts[:: max(n_splits // 3, 1)]), -1.0):
        is_cut, alphas, risks = np.zeros(left.size, bool), np.zeros(n_splits + 1), np.zeros(n_splits + 1)
        limit = most + 1e-9 * abs(most)
        n_cut = cut_weakest_links(left.astype(np.int64), risk, limit, is_cut, alphas, risks)
        expected = cuts if most == np.inf else [cut for cut in cuts if cut[1] <= limit]
        assert n_cut == len(expected)
        assert set(np.flatnonzero(is_cut)) == {node for node, _, _ in expected}
        np.testing.assert_allclose(alphas[1 : n_cut + 1], [alpha for _, alpha, _ in expected], rtol=1e-9)
        np.testing.assert_allclose(risks[1 : n_cut + 1], [rest for _, _, rest in expected], rtol=1e-9)
