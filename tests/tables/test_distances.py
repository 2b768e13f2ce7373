import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy.spatial.distance import cdist

from hedgerow.tables.distances import Differences, find_nearest, split_into_blocks

GENERATOR = np.random.default_rng(0)
IS_CATEGORICAL = np.array([False, True, False])


@st.composite
def tables(draw):
    """A small table of two numbers and a category with missing values, its groups, and other rows."""
    n_known, n_rows = draw(st.integers(1, 7)), draw(st.integers(1, 4))
    cell = st.sampled_from([0.0, 1.0, 2.0, 5.0, np.nan])
    cells = draw(st.lists(cell, min_size=3 * (n_known + n_rows), max_size=3 * (n_known + n_rows)))
    table = np.array(cells).reshape(-1, 3)
    groups = np.array(draw(st.lists(st.integers(0, 2), min_size=len(table), max_size=len(table))))
    return table[:n_known], groups[:n_known], table[n_known:], groups[n_known:]


def differ_naively(known, groups, feature, a, group_a, b, group_b):
    """Expected difference, by going through all the values that the missing ones could have."""

    def candidates(value, group):
        if not np.isnan(value):
            return [value]
        column = [
            (row[feature], g) for row, g in zip(known, groups, strict=True) if not np.isnan(row[feature])
        ]
        return [v for v, g in column if g == group] or [v for v, _ in column] or [0.0]

    pairs = [(u, v) for u in candidates(a, group_a) for v in candidates(b, group_b)]
    if np.isnan(a) != np.isnan(b) and not any(not np.isnan(row[feature]) for row in known):
        known_value = b if np.isnan(a) else a
        pairs = [(0.0, known_value)]
    return np.mean([float(u != v) if IS_CATEGORICAL[feature] else abs(u - v) for u, v in pairs])


@settings(max_examples=80)
@given(drawn=tables())
def test_missing_values_differ_by_what_is_expected(drawn):
    known, groups, rows, row_groups = drawn
    learned = Differences.learn(known, IS_CATEGORICAL, scaling="none", groups=groups)
    expected = np.array(
        [
            [
                [differ_naively(known, groups, f, row[f], row_group, other[f], group) for f in range(3)]
                for other, group in zip(known, groups, strict=True)
            ]
            for row, row_group in zip(rows, row_groups, strict=True)
        ]
    )
    assert_allclose(learned.distances(rows, row_groups, metric="manhattan"), expected.sum(axis=2), atol=1e-12)
    assert_allclose(learned.distances(rows, row_groups), np.sqrt((expected**2).sum(axis=2)), atol=1e-12)
    partners = np.array([[len(known) - 1, 0]] * len(rows))
    assert_allclose(learned.compare(1, rows, partners, row_groups), expected[:, [-1, 0], 1], atol=1e-12)


def test_two_missing_categories_differ_as_kononenko_defines():
    column = np.array([0, 0, 1, np.nan, 0, 1, 1, 1, np.nan])[:, None]
    groups = np.array([0, 0, 0, 0, 1, 1, 1, 1, 1])
    learned = Differences.learn(column, np.array([True]), groups=groups)
    distances = learned.distances(column, groups, metric="manhattan")
    assert distances[3, 0] == pytest.approx(1 - 2 / 3)  # the other is 0, and 2/3 of the group are
    assert distances[3, 8] == pytest.approx(1 - (2 / 3 * 1 / 4 + 1 / 3 * 3 / 4))
    assert distances[3, 3] == pytest.approx(1 - (4 / 9 + 1 / 9))


@pytest.mark.parametrize(("metric", "peer"), [("euclidean", "euclidean"), ("manhattan", "cityblock")])
def test_scipy_measures_the_same(metric, peer):
    known, rows = GENERATOR.random((30, 4)), GENERATOR.random((9, 4))
    learned = Differences.learn(known)
    scale = known.std(axis=0, ddof=1)
    assert_allclose(
        learned.distances(learned.scaled(rows), metric=metric), cdist(rows / scale, known / scale, peer)
    )


def test_scales():
    X = np.array([[1.0, 3.0, 0.0], [1.0, 5.0, 9.0], [1.0, np.nan, 4.0]])
    categorical = np.array([False, False, True])
    assert_allclose(Differences.learn(X, categorical).scale, [1, np.sqrt(2), 1])
    assert_allclose(Differences.learn(X, categorical, scaling="range").scale, [1, 2, 1])
    assert_allclose(Differences.learn(X, categorical, scaling="none").scale, 1)
    with pytest.raises(ValueError, match="scaling='minmax' is not known; use one of"):
        Differences.learn(X, scaling="minmax")


def test_a_column_that_nobody_knows_tells_nothing():
    X = np.array([[np.nan, 1.0], [np.nan, 2.0]])
    assert_allclose(Differences.learn(X, scaling="none").distances(X), [[0, 1], [1, 0]])


def test_an_unknown_group_is_all_groups():
    X = np.array([[0.0], [4.0], [np.nan]])
    learned = Differences.learn(X, scaling="none", groups=np.array([0, 1, 1]))
    assert_allclose(learned.distances(np.array([[1.0], [np.nan]])), [[1, 3, 3], [2, 2, 2]])


@settings(max_examples=60)
@given(
    distances=st.lists(st.lists(st.integers(0, 4), min_size=6, max_size=6), min_size=1, max_size=4),
    n_neighbours=st.integers(1, 8),
)
def test_of_equally_near_rows_the_first_are_taken(distances, n_neighbours):
    table = np.array(distances, dtype=float)
    expected = np.sort(table.argsort(axis=1, kind="stable")[:, :n_neighbours], axis=1)
    assert_array_equal(find_nearest(table, n_neighbours), expected)


def test_blocks_cover_the_rows_and_hold_at_least_one():
    blocks = split_into_blocks(10, n_known=2**19)
    assert [row for block in blocks for row in range(10)[block]] == list(range(10))
    assert len(blocks) == 3
    assert split_into_blocks(2, n_known=2**40) == [slice(0, 1), slice(1, 2)]
