import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.views import AllFeatures, Subspace
from hedgerow.views.columns import count_features


def test_all_features_are_all_of_them():
    assert_array_equal(AllFeatures().draw(5, 4), [0, 1, 2, 3])


@pytest.mark.parametrize(
    ("max_features", "n_features", "expected"),
    [
        *[
            (0.5, 7, 4),
            (0.75, 7, 5),
            (0.5, 1, 1),
            (0.75, 1, 1),
            (0.5, 8, 4),
            (0.01, 5, 1),
            (1.0, 5, 5),
            (2, 5, 2),
        ],
        *[("sqrt", 20, 4), ("log2", 20, 4), ("sqrt", 1, 1), ("log2", 1, 1)],
    ],
)
def test_sizes_round_halves_up(max_features, n_features, expected):
    assert count_features(max_features, n_features) == expected


@pytest.mark.parametrize("max_features", [0, 6, 0.0, 1.5, -1, "half", None])
def test_a_wrong_size_names_the_value_and_the_way_out(max_features):
    with pytest.raises(
        ValueError, match=f"max_features={max_features!r} must be an int from 1 to 5, or a share"
    ):
        count_features(max_features, 5)


@given(st.integers(0, 2**63), st.integers(1, 40), st.booleans())
def test_columns_are_sorted_and_follow_the_seed(seed, n_features, replace):
    view = Subspace(0.5, replace=replace)
    columns = view.draw(seed, n_features)
    assert_array_equal(columns, view.draw(seed, n_features))
    assert_array_equal(columns, np.sort(columns))
    assert columns.size == -(-n_features // 2)
    assert 0 <= columns[0] <= columns[-1] < n_features
    if not replace:
        assert np.unique(columns).size == columns.size


def test_features_are_drawn_alike():
    frequencies = np.bincount(np.concatenate([Subspace(2).draw(seed, 5) for seed in range(5000)])) / 5000
    assert np.all(np.abs(frequencies - 0.4) < 4.5 * np.sqrt(0.24 / 5000))
