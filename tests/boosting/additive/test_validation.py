import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.boosting.additive.validation import split_off


@given(st.integers(2, 60), st.floats(0.05, 0.9), st.integers(0, 5), st.integers(1, 4))
def test_every_row_is_on_one_side_and_classes_keep_their_shares(n, fraction, seed, n_classes):
    n_watched = int(np.floor(fraction * n + 0.5))
    if not 0 < n_watched < n:
        return
    labels = np.random.default_rng(seed).integers(0, n_classes, n)
    learned, watched = split_off(np.arange(n) * 3, fraction, labels, seed)
    assert_array_equal(np.sort(np.concatenate([learned, watched])), np.arange(n) * 3)
    assert watched.size == n_watched
    for label in range(n_classes):
        share = n_watched * np.mean(labels == label)
        assert abs(np.sum(labels[watched // 3] == label) - share) <= 1.0


def test_the_split_follows_the_seed():
    first, second, other = (split_off(np.arange(50), 0.2, None, seed)[1] for seed in (0, 0, 1))
    assert_array_equal(first, second)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("fraction", [0.0, 1.0, 0.01, 0.99, -1, np.nan])
def test_a_share_that_leaves_nothing_is_refused(fraction):
    with pytest.raises(ValueError, match="leaves none"):
        split_off(np.arange(10), fraction, None, 0)
