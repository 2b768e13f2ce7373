import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from hedgerow._kernels.category_subsets import in_subset, put_in_subset


@njit
def put_and_look(categories, first, words, most):
    for category in categories:
        put_in_subset(words, first, category)
    inside = np.zeros(most, np.bool_)
    for category in range(most):
        inside[category] = in_subset(words, first, category)
    return inside


@given(st.lists(st.integers(0, 200), min_size=1), st.integers(0, 3))
def test_a_category_is_inside_once_it_was_put_there(categories, first):
    words = np.zeros(first + 4, np.uint64)
    inside = put_and_look(np.array(categories), first, words, 201)
    assert set(np.flatnonzero(inside)) == set(categories)
    assert not words[:first].any()
