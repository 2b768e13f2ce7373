import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.learners import PrototypeOracle
from hedgerow.learners.mixtures.gate_rules import GATES
from hedgerow.learners.mixtures.prototype_gates import PrototypeGates, measure_distances
from hedgerow.learners.prototype_oracle import OracleSpace, PrototypePartition

POINTS = np.random.default_rng(0).normal(size=(120, 4))


@given(st.integers(0, 1000), st.integers(1, 5), st.floats(-1e6, 1e6))
def test_distances_are_the_obvious_ones(seed, n_columns, shift):
    random = np.random.default_rng(seed)
    points = random.normal(size=(8, n_columns)) + shift
    naive = np.sqrt(((points[:, None] - points[:3]) ** 2).sum(axis=2))
    # Half of the digits are lost where points lie far from the origin; standardised points do not.
    assert_allclose(measure_distances(points, points[:3]), naive, atol=1e-6 * max(1, abs(shift)))


def test_a_prototype_is_at_distance_0_from_itself():
    assert_array_equal(np.diag(measure_distances(POINTS, POINTS)), 0)


@given(st.integers(0, 1000), st.integers(2, 6))
def test_the_winner_is_the_part_of_the_prototype_oracle(seed, n_experts):
    random = np.random.default_rng(seed)
    points = OracleSpace.learn(POINTS, None).place(POINTS)
    prototypes = PrototypeOracle(n_experts).draw(random, points)
    gates = PrototypeGates(GATES.resolve("winner"), prototypes, (n_experts,), 1.0)
    parts = PrototypePartition.gather([prototypes]).find_parts(points)[0]
    assert_array_equal(gates.weigh(points)[0].argmax(axis=1), parts)


def test_two_winners_part_the_space_as_the_linear_oracle_does():
    """Kuncheva & Rodriguez 2007: x belongs to b where (b - a) x > (|b|^2 - |a|^2) / 2."""
    a, b = POINTS[:2]
    gates = PrototypeGates(GATES.resolve("winner"), POINTS[:2], (2,), 1.0)
    expected = POINTS @ (b - a) > (b @ b - a @ a) / 2
    assert_array_equal(gates.weigh(POINTS)[0][:, 1], expected)


def test_modules_draw_rows_of_their_own_once():
    gates = PrototypeGates.draw(np.random.default_rng(0), POINTS, 3, 4, GATES.resolve("dynamic"))
    assert gates.sizes == (4, 4, 4)
    drawn = [tuple(np.flatnonzero((each == POINTS).all(axis=1))) for each in gates.prototypes]
    assert all(len(rows) == 1 for rows in drawn)
    modules = [set(drawn[first : first + 4]) for first in (0, 4, 8)]
    assert all(len(module) == 4 for module in modules)
    assert modules[0] != modules[1]
    weights = gates.weigh(POINTS)
    assert [each.shape for each in weights] == [(120, 4)] * 3
    assert_allclose(np.sum(weights, axis=2), 1)


@pytest.mark.parametrize("name", ["dynamic", "static", "winner", "softmax", "power"])
def test_rows_that_do_not_differ_have_one_expert(name):
    same = np.ones((6, 2))
    gates = PrototypeGates.draw(np.random.default_rng(0), same, 2, 3, GATES.resolve(name))
    assert gates.sizes == (1, 1)
    assert_allclose(gates.weigh(same), 1)
    lone = PrototypeGates.draw(np.random.default_rng(0), POINTS, 2, 1, GATES.resolve(name))
    assert_allclose(lone.weigh(POINTS), 1)
