import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.search.masks import draw_mask, fill_empty, flip_each, keep_size


def test_flips_leave_the_mask_alone():
    mask = np.array([True, False, True])
    assert flip_each(mask, np.array([1, 2])).tolist() == [[True, True, True], [True, False, False]]
    assert mask.tolist() == [True, False, True]


def test_random_masks_are_never_empty_and_half_full():
    generator = np.random.default_rng(0)
    assert all(draw_mask(generator, 1, None).any() for _ in range(20))
    assert np.mean([draw_mask(generator, 50, None).mean() for _ in range(200)]) == pytest.approx(
        0.5, abs=0.02
    )
    assert {int(draw_mask(generator, 9, 4).sum()) for _ in range(20)} == {4}


def test_empty_masks_get_one_bit_and_others_stay():
    masks = np.array([[False, False], [True, True], [False, False]])
    filled = fill_empty(masks, np.random.default_rng(0))
    assert filled.sum(axis=1).tolist() == [1, 2, 1]


@given(st.lists(st.booleans(), min_size=1, max_size=12), st.integers(1, 12), st.integers(0, 5))
def test_a_repaired_mask_is_allowed(mask, size, seed):
    mask = np.array(mask)
    size = min(size, mask.size)
    generator = np.random.default_rng(seed)
    assert keep_size(mask.copy(), None, generator).any()
    fixed = keep_size(mask.copy(), size, generator)
    assert fixed.sum() == size
    assert (fixed != mask).sum() == abs(int(mask.sum()) - size)
