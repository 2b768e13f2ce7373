"""The best cut of a feature, searched for among its stored cells, is that of all cuts of its column."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numba import float64, int64, njit
from tests.kernels import naive
from tests.kernels.nodes import START, Node
from tests.kernels.tables import examples

from hedgerow._kernels.growth_workspace import SEARCH
from hedgerow._kernels.impurity import gain_of
from hedgerow._kernels.records import RULES_TYPE
from hedgerow._kernels.stored_cuts import bound_score, score_cells, score_uncut


@njit([float64(SEARCH.type, RULES_TYPE, int64, int64, int64)])
def score(work, rules, zero, n_cells, n):
    return score_cells(work, rules, zero, n_cells, START, n)


@njit([float64(SEARCH.type, RULES_TYPE, float64)])
def gain(work, rules, found):
    return gain_of(found, work, rules)


@njit([float64(SEARCH.type, RULES_TYPE, int64, int64)])
def bound(work, rules, parted, weight):
    return bound_score(work, rules, score_uncut(work, rules, weight), parted, weight)


def load_cells(node, zero):
    """The working arrays of a node whose only feature is stored where its code is not that of zero."""
    _, work, rules = node.set_up()
    codes = node.codes[0]
    places = np.flatnonzero(codes != zero).astype(np.int32)
    held = np.zeros(len(codes), np.int32), np.zeros(len(codes), np.uint16)
    held[0][: places.size], held[1][: places.size] = places, codes[places]
    return work._replace(cell_places=held[0], cell_codes=held[1]), rules, places


@st.composite
def stored(draw):
    """A node with one feature, and its code of zero."""
    n, criterion = draw(st.integers(2, 60)), draw(st.sampled_from(naive.CRITERIA))
    rng, n_classes = np.random.default_rng(draw(st.integers(0, 2**32))), draw(st.integers(2, 5))
    zero, span = draw(st.sampled_from([0, 3, 9])), draw(st.sampled_from([2, 10]))
    codes = np.where(rng.random(n) < draw(st.sampled_from([0.1, 0.5, 1.0])), rng.integers(0, span, n), zero)
    if criterion == "squared_error":
        n_classes, y = 0, rng.normal(size=n) + codes
    else:
        y = rng.integers(0, n_classes, n)
    return Node(codes[None], y, rng.integers(1, 4, n), n_classes, criterion), zero


@given(stored())
@examples(60)
def test_the_best_cut_of_stored_cells_is_that_of_the_column(drawn):
    node, zero = drawn
    work, rules, places = load_cells(node, zero)
    if places.size == 0:
        return
    found, expected = score(work, rules, zero, places.size, len(node.y)), node.best_gain(0)
    if np.isnan(expected):
        assert np.isnan(found)
    else:
        np.testing.assert_allclose(gain(work, rules, found), max(expected, 0.0), atol=1e-9)


@given(stored())
@examples(60)
def test_no_cut_that_parts_so_little_exceeds_the_bound(drawn):
    node, zero = drawn
    work, rules, places = load_cells(node, zero)
    if places.size in (0, len(node.y)):
        return
    most = bound(work, rules, int(node.w[places].sum()), int(node.w.sum()))
    found = score(work, rules, zero, places.size, len(node.y))
    assert np.isnan(found) or found <= most + 1e-9 * max(abs(most), 1.0)
