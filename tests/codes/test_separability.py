import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.codes import class_separability
from hedgerow.codes.separability import Separability

Z = np.array([[0, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 1]])
M = (2 * Z - 1).astype(np.int8)
y = np.array([0, 0, 1, 1, 2, 2, 2])
S = np.array(
    [
        [0.1, 0.9, 0.6, 0.2], [0.4, 0.7, 0.3, 0.6], [0.8, 0.2, 0.9, 0.5], [0.3, 0.1, 0.7, 0.1],
        [0.9, 0.8, 0.4, 0.9], [0.6, 0.4, 0.2, 0.8], [0.2, 0.9, 0.6, 0.7],
    ]
)  # fmt: skip


def count_pairs(sides, y, matrix, seen):
    """The published loop: columns, classes, rows of the class, rows of the others."""
    pairs = np.zeros(matrix.shape)
    for k in range(matrix.shape[1]):
        for c in range(len(matrix)):
            for i in np.flatnonzero(y == c):
                for j in np.flatnonzero(y != c):
                    if not (seen[i, k] and seen[j, k] and matrix[y[i], k] and matrix[y[j], k]):
                        continue
                    right = [(sides[r, k] >= 0) == (matrix[y[r], k] > 0) for r in (i, j)]
                    pairs[c, k] += all(right) - (not any(right))
    return pairs


def test_the_weights_of_the_specification():
    # Check P6.3.
    counts = Separability.count(2 * S - 1, y, M)
    assert_array_equal(counts.pairs(), [[6, 8, 3, 3], [3, 8, 6, 3], [5, 8, 5, 6]])
    expected = [
        [0.3, 0.4, 0.15, 0.15],
        [0.15, 0.4, 0.3, 0.15],
        [0.2083333333, 0.3333333333, 0.2083333333, 0.25],
    ]
    assert_allclose(class_separability(2 * S - 1, y, M), expected, atol=1e-9)


@given(st.integers(0, 10_000))
def test_it_equals_the_published_quadruple_loop(seed):
    generator = np.random.default_rng(seed)
    n_rows, n_classes, n_columns = (
        generator.integers(1, 9),
        generator.integers(2, 5),
        generator.integers(1, 5),
    )
    y = generator.integers(0, n_classes, n_rows)
    matrix = generator.integers(-1, 2, (n_classes, n_columns)).astype(np.int8)
    sides = generator.choice([-1.0, -0.2, 0.0, 0.6], (n_rows, n_columns))
    seen = generator.random((n_rows, n_columns)) < 0.7
    counts = Separability.count(sides, y, matrix, seen=seen)
    assert_array_equal(counts.pairs(), count_pairs(sides, y, matrix, seen))
    merged = Separability.merge(
        Separability.count(sides[part], y[part], matrix, seen=seen[part])
        for part in (slice(0, 3), slice(3, None))
        if len(y[part])
    )
    assert_array_equal(merged.right, counts.right)


def test_weights_are_accuracies_in_and_out_of_the_class_less_one():
    right = (S >= 0.5) == Z[y]
    shares = np.array([right[y == c].mean(axis=0) + right[y != c].mean(axis=0) - 1 for c in range(3)])
    shares = np.maximum(shares, 0)
    assert_allclose(class_separability(2 * S - 1, y, M), shares / shares.sum(axis=1, keepdims=True))


def test_whole_weights_are_repeats():
    repeats = np.array([1, 3, 0, 2, 1, 1, 2])
    weighted = class_separability(2 * S - 1, y, M, sample_weight=repeats)
    rows = np.repeat(np.arange(7), repeats)
    assert_allclose(weighted, class_separability(2 * S[rows] - 1, y[rows], M))


def test_a_class_that_nothing_separates_has_equal_weights():
    weights = class_separability(-M[[0, 1, 0, 1]], [0, 1, 0, 1], M)  # all wrong, and class 2 has no rows
    assert_allclose(weights, 0.25)


def test_a_constant_column_drops_out_where_it_is_no_better_than_chance():
    sides = np.hstack([M[y], np.ones((7, 1))])
    code = np.hstack([M, [[1], [1], [-1]]]).astype(np.int8)
    assert (
        class_separability(sides, y, code)[2, -1] == 0.0
    )  # always wrong in the class, always right elsewhere


def test_hundreds_of_columns():
    generator = np.random.default_rng(0)
    matrix = generator.choice([-1, 1], (26, 200)).astype(np.int8)
    labels = generator.integers(0, 26, 5000)
    weights = class_separability(generator.uniform(-1, 1, (5000, 200)), labels, matrix)
    assert weights.shape == (26, 200)
    assert weights.sum(axis=1) == pytest.approx(1.0)
