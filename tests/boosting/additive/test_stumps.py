from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.boosting.additive import stumps
from hedgerow.boosting.additive.stumps import SignStump, SortedColumns
from hedgerow.foundation.training_set import TrainingSet

SEED = np.zeros(1, np.uint64)
CELLS = st.integers(-2, 2).map(float) | st.just(np.nan)
# Multiples of 1/8: their sums are exact, so equal merits are equal here and in the twin.
RESIDUALS = st.integers(-40, 40).map(lambda eighths: eighths / 8)


def find_naively(X, u):
    """Try every cut, both polarities, and both sides for missing values."""
    best = 0.0
    for column in X.T:
        values = sorted({value for value in column if not np.isnan(value)})
        for low, high in pairwise(values):
            for sign in (-1, 1):
                for missing_sign in (-1, 1):
                    h = [
                        missing_sign if np.isnan(x) else sign if x > (low + high) / 2 else -sign
                        for x in column
                    ]
                    best = max(best, sum(a * b for a, b in zip(u, h, strict=True)))
    return best


@given(arrays(np.float64, (6, 3), elements=CELLS), arrays(np.float64, 6, elements=RESIDUALS))
def test_the_stump_is_the_best_of_all(X, u):
    prepared = SignStump().prepare(TrainingSet.of(X, u, n_classes=None))
    stump = prepared.grow(SEED, np.ones((1, 6)))
    reached = float(stump.outputs(X)[0] @ u)
    assert reached == find_naively(X, u)
    assert reached == prepared.columns.find(u).merit


@given(
    arrays(np.float64, (6, 3), elements=st.integers(-2, 2).map(float)),
    arrays(np.float64, 6, elements=RESIDUALS),
    arrays(np.int64, 6, elements=st.integers(1, 3)),
)
def test_a_weight_is_a_repeat(X, u, counts):
    weighted = SignStump().prepare(TrainingSet.of(X, u, n_classes=None)).grow(SEED, counts[None])
    rows = np.repeat(np.arange(6), counts)
    repeated = (
        SignStump()
        .prepare(TrainingSet.of(X[rows], u[rows], n_classes=None))
        .grow(SEED, np.ones((1, rows.size)))
    )
    assert weighted.outputs(X)[0] @ (counts * u) == repeated.outputs(X)[0] @ (counts * u)


def test_equal_merits_go_to_the_first_feature_and_the_lowest_cut():
    X = np.array([[5.0, 0.0, 0.0], [5.0, 1.0, 1.0], [5.0, 2.0, 2.0]])
    cut = SortedColumns.from_matrix(X).find(np.array([-1.0, 0.0, 1.0]))
    assert cut == (1, 0.5, 1.0, 0.0, 2.0)


def test_blocks_of_features_change_nothing(monkeypatch):
    rng = np.random.default_rng(0)
    X, u = rng.integers(0, 5, (40, 9)).astype(float), rng.normal(size=40)
    X = np.hstack([X, X])
    whole = SortedColumns.from_matrix(X).find(u)
    monkeypatch.setattr(stumps, "MAX_CELLS", 80)
    assert SortedColumns.from_matrix(X).find(u) == whole


def test_where_nothing_can_be_cut_the_answer_is_zero():
    for X in (np.ones((4, 2)), np.full((4, 2), np.nan), np.ones((1, 1))):
        stump = (
            SignStump()
            .prepare(TrainingSet.of(X, np.ones(len(X)), n_classes=None))
            .grow(SEED, np.ones((1, len(X))))
        )
        assert_array_equal(stump.outputs(X), np.zeros((1, len(X))))


def test_a_stump_has_no_opinion_about_a_hole_unless_it_has_seen_some():
    X, u = np.array([[0.0], [1.0], [2.0]]), np.array([-1.0, 1.0, 3.0])
    stump = SignStump().prepare(TrainingSet.of(X, u, n_classes=None)).grow(SEED, np.ones((1, 3)))
    assert_array_equal(stump.outputs(np.array([[np.nan], [5.0]])), [[0, 1]])


def test_neighbouring_floats_are_told_apart():
    X = np.array([[1.0], [np.nextafter(1.0, 2)]])
    stump = (
        SignStump()
        .prepare(TrainingSet.of(X, np.array([-1.0, 1.0]), n_classes=None))
        .grow(SEED, np.ones((1, 2)))
    )
    assert_array_equal(stump.outputs(X), [[-1, 1]])


def test_categories_are_told_apart_one_at_a_time():
    X = np.array([[0.0], [1.0], [2.0], [1.0], [np.nan]])
    u = np.array([-1.0, 3.0, -1.0, 3.0, -1.0])
    prepared = SignStump().prepare(TrainingSet.of(X, u, n_classes=None, is_categorical=np.array([True])))
    assert_array_equal(prepared.grow(SEED, np.ones((1, 5))).outputs(X), [[-1, 1, -1, 1, -1]])


def test_stumps_answer_together_as_they_do_alone():
    rng = np.random.default_rng(0)
    X, u = rng.normal(size=(20, 3)), rng.normal(size=20)
    prepared = SignStump().prepare(TrainingSet.of(X, u, n_classes=None))
    together = prepared.grow(np.zeros(3, np.uint64), rng.random((3, 20)))
    alone = [together[index] for index in range(3)]
    assert len(together) == 3
    assert_array_equal(np.vstack([stump.outputs(X) for stump in alone]), together.outputs(X))
    joined = alone[0].join(alone[1:])
    weights = np.array([0.5, -1.0, 2.0])
    assert_array_equal(joined.outputs(X), together.outputs(X))
    assert_allclose(joined.sum_outputs(X, weights, hard=False), weights @ together.outputs(X))
    assert_allclose(joined.sum_outputs(X, None, hard=False), together.outputs(X).sum(axis=0))


def test_a_stump_of_a_mixture_knows_the_features_in_it():
    rng = np.random.default_rng(0)
    X, u, R = rng.normal(size=(30, 4)), rng.normal(size=30), rng.normal(size=(4, 7))
    stump = SignStump().prepare(TrainingSet.of(X @ R, u, n_classes=None)).grow(SEED, np.ones((1, 30)))
    lifted = stump.seen_through(R)
    assert_array_equal(lifted.outputs(X), stump.outputs(X @ R))
    assert_array_equal(lifted.join([lifted]).outputs(X), np.repeat(stump.outputs(X @ R), 2, axis=0))
    assert lifted.directions == pytest.approx(R[:, stump.features].T)
