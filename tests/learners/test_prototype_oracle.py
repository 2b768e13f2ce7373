import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from hedgerow.learners.prototype_oracle import ORACLES, OracleSpace, PrototypeOracle, PrototypePartition

# Two numbers and a category, A B A C B.
MIXED = np.array([[2.0, 10, 0], [4, 30, 1], [6, 20, 0], [8, 50, 2], [10, 40, 1]])
IS_CATEGORICAL = np.array([False, False, True])


def squared(one, other):
    """The distance of the paper, written out: numbers on [0, 1], categories 0 when equal and 1 when different."""
    low, high = MIXED[:, :2].min(axis=0), MIXED[:, :2].max(axis=0)
    numbers = sum(((one[f] - other[f]) / (high[f] - low[f])) ** 2 for f in range(2))
    return numbers + (one[2] != other[2])


def test_distances_and_sides_of_the_worked_example():
    space = OracleSpace.learn(MIXED, IS_CATEGORICAL)
    points = space.place(MIXED)
    assert_allclose(points[:, :2], [[0, 0], [0.25, 0.5], [0.5, 0.25], [0.75, 1], [1, 0.75]])
    to_a, to_b = (((points - points[row]) ** 2).sum(axis=1) for row in (0, 3))
    assert_allclose(to_a, [0, 1.3125, 0.3125, 2.5625, 2.5625])
    assert_allclose(to_b, [2.5625, 1.5, 1.625, 0, 1.125])
    partition = PrototypePartition.gather([points[[0, 3]]])
    border = points[3] - points[0]
    threshold = partition.offsets[0, 1] - partition.offsets[0, 0]
    assert threshold == pytest.approx(0.78125)
    assert_allclose(points @ border - threshold, [-1.28125, -0.09375, -0.65625, 1.28125, 0.71875])
    assert_array_equal(partition.find_parts(points), [[0, 0, 0, 1, 1]])


def test_points_have_the_distances_of_the_paper():
    points = OracleSpace.learn(MIXED, IS_CATEGORICAL).place(MIXED)
    for i in range(5):
        for j in range(5):
            assert ((points[i] - points[j]) ** 2).sum() == pytest.approx(squared(MIXED[i], MIXED[j]))


def test_missing_values_lie_in_the_middle_and_new_rows_outside():
    space = OracleSpace.learn(MIXED, IS_CATEGORICAL)
    points = space.place(np.array([[np.nan, 10, np.nan], [12, -10, 7]]))
    assert_allclose(points[0], [0.5, 0, 0, 0, 0])
    assert_allclose(points[1], [1.25, -0.5, 0, 0, 0])  # a category that was never seen is a missing one
    known = space.place(MIXED)[:, 2:]
    assert_allclose(((known - points[0, 2:]) ** 2).sum(axis=1), 0.5)


def test_constant_and_empty_columns_do_not_part_anything():
    X = np.array([[1.0, np.nan, 0], [1, np.nan, 1]])
    space = OracleSpace.learn(X, None)
    assert_array_equal(space.place(X), [[0, 0, 0], [0, 0, 1]])


def test_the_mask_of_some_features_covers_their_indicators():
    space = OracleSpace.learn(MIXED, IS_CATEGORICAL)
    assert_array_equal(space.show(np.array([1, 2])), [False, True, True, True, True])
    assert space.show(None).all()


points_and_prototypes = st.integers(1, 4).flatmap(
    lambda d: st.tuples(
        arrays(float, st.tuples(st.integers(1, 12), st.just(d)), elements=st.integers(-3, 3).map(float)),
        arrays(
            float,
            st.tuples(st.integers(1, 3), st.integers(1, 4), st.just(d)),
            elements=st.integers(-3, 3).map(float),
        ),
    )
)


@given(points_and_prototypes)
def test_the_part_is_that_of_the_nearest_prototype_and_halfway_of_the_earlier(drawn):
    points, prototypes = drawn
    parts = PrototypePartition.gather([*prototypes / 7]).find_parts(points / 7)
    for member, each in enumerate(prototypes):
        for row, point in enumerate(points):
            distances = [sum((point - prototype) ** 2) for prototype in each]
            assert parts[member, row] == distances.index(min(distances))


def test_blocks_of_points_leave_no_trace():
    rng = np.random.default_rng(0)
    partition = PrototypePartition.gather([*rng.random((50, 3, 40))])
    points = rng.random((1000, 40))
    whole = partition.find_parts(points)
    assert_array_equal(whole, np.hstack([partition.find_parts(points[i : i + 1]) for i in range(1000)]))
    assert set(np.unique(whole)) == {0, 1, 2}


def test_partitions_join_whatever_their_numbers_of_parts():
    rng = np.random.default_rng(1)
    drawn = [rng.random((n_parts, 3)) for n_parts in (1, 4, 2)]
    joined = PrototypePartition.gather(drawn[:1]).join([PrototypePartition.gather(drawn[1:])])
    points = rng.random((30, 3))
    assert_array_equal(joined.find_parts(points), PrototypePartition.gather(drawn).find_parts(points))
    assert_array_equal(joined.n_parts, [1, 4, 2])
    assert_array_equal(joined.select(1), drawn[1])


def test_two_prototypes_make_the_linear_oracle():
    rng = np.random.default_rng(2)
    points = rng.random((200, 4))
    a, b = PrototypeOracle(2).draw(np.random.default_rng(5), points)
    side = points @ (b - a) > (b @ b - a @ a) / 2
    assert_array_equal(PrototypePartition.gather([np.stack([a, b])]).find_parts(points)[0], side)
    assert_array_equal(ORACLES.resolve("linear").draw(np.random.default_rng(5), points), [a, b])


def test_prototypes_are_different_rows_all_equally_likely():
    points = np.array([[0.0], [1.0], [2.0], [3.0]])
    pairs = [
        tuple(sorted(PrototypeOracle(2).draw(np.random.default_rng(s), points)[:, 0])) for s in range(3000)
    ]
    _, counts = np.unique(pairs, axis=0, return_counts=True)
    assert len(counts) == 6
    assert np.abs(counts - 500).max() < 5 * np.sqrt(500)


def test_rows_at_one_place_are_one_prototype():
    generator = np.random.default_rng(0)
    assert_array_equal(PrototypeOracle(3).draw(generator, np.ones((5, 2))), [[1, 1]])
    assert len(PrototypeOracle(3).draw(generator, np.array([[1.0], [1.0], [2.0]]))) == 2
    assert len(PrototypeOracle(5).draw(generator, np.array([[1.0], [3.0], [2.0]]))) == 3
    assert len(PrototypeOracle(2).draw(generator, np.array([[1.0]]))) == 1


def test_shorthands_and_objects():
    assert ORACLES.resolve("prototype").n_prototypes == 3
    assert ORACLES.resolve(PrototypeOracle(7)).n_prototypes == 7
    assert clone(PrototypeOracle(7)).n_prototypes == 7
    for wrong in ("spherical", None, PrototypeOracle):
        with pytest.raises(ValueError, match=r"oracle=.* must be"):
            ORACLES.resolve(wrong)
    with pytest.raises(ValueError, match="n_prototypes=1 must be an int of 2 or more"):
        PrototypeOracle(1).draw(np.random.default_rng(0), np.ones((2, 1)))
