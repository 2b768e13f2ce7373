import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernels import naive
from tests.kernels.contrasts import cuts, decrease, grow_once
from tests.kernels.tables import examples

from hedgerow._kernels.short_codes import ABSENT


def test_variance_by_pencil():
    """Breiman et al. 1984: the values 1, 2, 4, 5 have variance 2.5, and 1, 2 | 4, 5 takes 2.25 of it."""
    assert grow_once([0, 0, 1, 1], [1, 2, 4, 5])[0] == pytest.approx([2.25])
    assert grow_once([0, 1, 2, 3], [1, 2, 4, 5])[0] == pytest.approx([2.5])
    # Without shares of the node each of the two pairs counts its own 0.25.
    assert grow_once([0, 1, 2, 3], [1, 2, 4, 5], share=False)[0] == pytest.approx([2.75])


def test_indicators_make_the_gini_index():
    """Shares .5, .3 and .2 have the Gini index .62."""
    labels = np.repeat([0, 1, 2], [5, 3, 2])
    assert naive.impurity([5, 3, 2], "gini") == pytest.approx(0.62)
    assert grow_once(labels, np.eye(3)[labels])[0] == pytest.approx([0.62])


@pytest.mark.parametrize("column", [[0] * 6, [ABSENT] * 6])
def test_a_column_without_a_cut_gains_nothing(column):
    assert grow_once(column, np.arange(6.0))[0] == pytest.approx([0.0])


def test_missing_values_may_be_the_signal():
    column = [3, 3, 3, ABSENT, ABSENT, ABSENT]
    assert grow_once(column, [0, 0, 0, 1, 1, 1])[0] == pytest.approx([0.25])
    assert grow_once(column, [0, 0, 0, 1, 1, 1], categorical=True)[0] == pytest.approx([0.25])


@examples(40)
@given(st.integers(0, 10**6), st.booleans())
def test_categories_are_cut_into_the_best_of_all_subsets(seed, missing):
    """Breiman et al. 1984, theorem 4.5: ordered by the mean target, it is a prefix."""
    rng = np.random.default_rng(seed)
    codes, values, bag = rng.integers(0, 5, 12), rng.normal(size=12), np.ones(12)
    column = codes.astype(float)
    if missing:
        codes[:3], column[:3] = ABSENT, np.nan
    sides = naive.category_sides(column)
    best = max((decrease(values[:, None], bag, side) for side in sides), default=0.0)
    looked_at = cuts(codes, values[:, None], bag, True)
    found = max((decrease(values[:, None], bag, np.isin(codes, list(cut))) for cut in looked_at), default=0.0)
    assert found == pytest.approx(best, abs=1e-12)


@pytest.mark.parametrize("n", [20, 60])  # few rows are sorted, more are counted
def test_the_order_of_the_rows_does_not_matter(n):
    rng = np.random.default_rng(0)
    codes, values, order = rng.integers(0, 40, n), rng.normal(size=n), rng.permutation(n)
    assert grow_once(codes, values)[0] == pytest.approx(grow_once(codes[order], values[order])[0])
