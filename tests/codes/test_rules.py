import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.codes import Exhaustive, OneVsOne, measure_distances
from hedgerow.codes.rules import TERMS, sum_distances

PAIRS = OneVsOne().build(4, None, None)
HARD = np.array([[1, -1, 1, 1, -1, 1.0]])
SOFT = np.array([[0.9, -0.2, 0.4, 1.3, -0.6, 0.1]])


def clip_log(chance):
    return -np.log(np.clip(chance, 1e-3, 1 - 1e-3))


NAIVE = {
    "hamming": lambda x, m: (1 - (1 if x >= 0 else -1) * m) / 2,
    "l1": lambda x, m: abs(np.clip(x, -1, 1) - m) / 2,
    "euclidean": lambda x, m: (x - m) ** 2,
    "linear": lambda x, m: -x * m,
    "exponential": lambda x, m: np.exp(-x * m),
    "hinge": lambda x, m: max(0.0, 1 - x * m),
    "probabilistic": lambda x, m: clip_log((1 + x * m) / 2),
}


def test_the_distances_of_the_specification():
    # CV-E2.
    word = np.array([[-1, -1, 1, 1, -1, -1, -1.0]])
    distances = measure_distances(word, Exhaustive().build(4, None, None))
    assert_array_equal(distances, [[5, 5, 1, 3]])
    assert distances.argmin() == 2
    assert_array_equal(measure_distances(HARD, PAIRS), [[2.5, 3.5, 2.5, 3.5]])
    assert_allclose(
        measure_distances(HARD, PAIRS, "euclidean"), [[2.645751, 3.316625, 2.645751, 3.316625]], atol=1e-6
    )
    assert_allclose(
        measure_distances(SOFT, PAIRS, "exponential"), [[5.298292, 7.554254, 8.392865, 6.145807]], atol=1e-6
    )
    assert_allclose(measure_distances(SOFT, PAIRS, "linear"), [[-1.1, 0.2, 1, -0.1]])
    assert_allclose(measure_distances(SOFT, PAIRS, "hinge"), [[4.9, 6.5, 7, 5.9]])


def test_hamming_is_one_product():
    # D1: HD = (L - X C^T) / 2.
    assert_array_equal(measure_distances(HARD, PAIRS), (6 - HARD @ PAIRS.T) / 2)


@given(st.sampled_from(sorted(TERMS)), st.integers(0, 10_000), st.booleans(), st.booleans())
def test_products_are_sums_over_entries(rule, seed, has_weights, has_voices):
    generator = np.random.default_rng(seed)
    n_rows, n_classes, n_columns = generator.integers(1, 6, 3)
    sides = generator.uniform(-1.5, 1.5, (n_rows, n_columns)) if rule in ("hinge", "linear") else None
    sides = generator.uniform(-1, 1, (n_rows, n_columns)) if sides is None else sides
    matrix = generator.integers(-1, 2, (n_classes, n_columns)).astype(np.int8)
    weights = generator.random((n_classes, n_columns)) if has_weights else np.ones((n_classes, n_columns))
    combination_weights = generator.integers(0, 3, (n_rows, n_columns)).astype(float) if has_voices else None
    sums, totals = sum_distances(sides, matrix, rule, weights, combination_weights)
    for row in range(n_rows):
        for label in range(n_classes):
            combination_weight = (
                np.ones(n_columns) if combination_weights is None else combination_weights[row]
            )
            entries = [NAIVE[rule](x, m) for x, m in zip(sides[row], matrix[label], strict=True)]
            assert sums[row, label] == pytest.approx(combination_weight * weights[label] @ entries, abs=1e-9)
            assert totals[row, label] == pytest.approx(combination_weight @ weights[label])


def test_attenuated_distances_are_means_over_the_columns_that_ask_for_a_class():
    kept = PAIRS != 0
    wrong = (HARD[0] != PAIRS) & kept
    assert_allclose(measure_distances(HARD, PAIRS, attenuated=True)[0], wrong.sum(axis=1) / kept.sum(axis=1))
    assert_allclose(
        measure_distances(SOFT, PAIRS, "euclidean", attenuated=True)[0],
        np.sqrt((kept * (SOFT - PAIRS) ** 2).sum(axis=1) / kept.sum(axis=1)),
    )
