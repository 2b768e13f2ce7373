import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from tests.kernels.tables import examples

from hedgerow._kernels.co_association import measure_dissimilarities
from hedgerow.selection.unsupervised.consensus import pack_bits


def naive(labels, in_bag, clustered, n_draws):
    found = []
    for i in range(len(labels)):
        for j in range(i + 1, len(labels)):
            together = sum(clustered[i] & clustered[j] & (labels[i] == labels[j]))
            jointly = n_draws or sum(in_bag[i] & in_bag[j])
            found.append(1 - together / jointly if jointly else 1.0)
    return np.array(found)


@examples(40)
@given(
    st.integers(2, 7),
    st.sampled_from([1, 5, 63, 64, 65, 130]),
    st.integers(1, 9),
    st.booleans(),
    st.integers(0, 3),
    st.data(),
)
def test_counts_are_those_of_the_twin(n_rows, n_members, n_labels, by_draws, first, data):
    shape = (n_rows, n_members)
    labels = data.draw(hnp.arrays(np.int16, shape, elements=st.integers(0, n_labels - 1)))
    in_bag = data.draw(hnp.arrays(np.bool_, shape))
    clustered = in_bag & data.draw(hnp.arrays(np.bool_, shape))
    planes = np.concatenate([pack_bits((labels >> plane) & 1 == 1) for plane in range(4)], axis=1)
    n_draws = n_members if by_draws else 0
    apart = np.full(n_rows * (n_rows - 1) // 2, np.nan, np.float32)
    cut = min(first, n_rows)
    for block in ((0, cut), (cut, n_rows)):
        measure_dissimilarities(planes, pack_bits(clustered), pack_bits(in_bag), n_draws, *block, apart)
    np.testing.assert_allclose(apart, naive(labels, in_bag, clustered, n_draws), atol=1e-6)


@pytest.mark.usefixtures("compiled_only")
def test_counts_of_many_members_are_exact():
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 3, (40, 1000))
    everywhere = np.ones(labels.shape, bool)
    planes = np.concatenate([pack_bits((labels >> plane) & 1 == 1) for plane in range(2)], axis=1)
    apart = np.empty(40 * 39 // 2, np.float32)
    measure_dissimilarities(planes, pack_bits(everywhere), pack_bits(everywhere), 0, 0, 40, apart)
    one_hot = (labels[:, :, None] == np.arange(3)).reshape(40, -1).astype(float)
    expected = (1 - one_hot @ one_hot.T / 1000)[np.triu_indices(40, 1)]
    np.testing.assert_allclose(apart, expected, atol=1e-7)
