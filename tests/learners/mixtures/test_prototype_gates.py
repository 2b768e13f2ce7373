import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from hedgerow.learners import PrototypeOracle
from hedgerow.learners.mixtures.prototype_gates import (
    GATES,
    DynamicGate,
    PowerGate,
    PrototypeGates,
    SoftmaxGate,
    StaticGate,
    WinnerGate,
    measure_distances,
)
from hedgerow.learners.prototype_oracle import OracleSpace, PrototypePartition

RULES = [
    DynamicGate(),
    StaticGate(),
    StaticGate([0.7, 0.2, 0.1, 0.0]),
    WinnerGate(),
    SoftmaxGate(),
    PowerGate(),
]
every_rule = pytest.mark.parametrize("rule", RULES, ids=str)
DISTANCES = st.integers(1, 4).flatmap(
    lambda n: arrays(float, (3, n), elements=st.integers(0, 1000).map(lambda thousandths: thousandths / 1000))
)


def test_check_values():
    distances, said = np.array([[1.0, 2.0, 3.0]]), np.array([0.2, 0.9, 0.5])
    dynamic, static = DynamicGate().weigh(distances, 1.0), StaticGate().weigh(distances, 1.0)
    assert_allclose(2 * dynamic, [[0.833333, 0.666667, 0.5]], atol=1e-6)  # the paper's, which sum to 2
    assert_allclose(2 * dynamic @ said, 1.016667, atol=1e-6)
    assert_allclose(dynamic, [[0.416667, 0.333333, 0.25]], atol=1e-6)
    assert_allclose(dynamic @ said, 0.508333, atol=1e-6)
    assert_allclose(static, [[0.5, 0.333333, 0.166667]], atol=1e-6)
    assert_allclose(static @ said, 0.483333, atol=1e-6)


@every_rule
@given(distances=DISTANCES)
def test_weights_sum_to_one_and_nearer_experts_have_no_less(rule, distances):
    weights = rule.weigh(distances, 1.0)
    assert_allclose(weights.sum(axis=1), 1)
    assert (weights >= 0).all()
    order = np.argsort(distances, axis=1, kind="stable")
    falling = np.take_along_axis(weights, order, axis=1)
    assert (np.diff(falling, axis=1) <= 1e-9).all()


@every_rule
def test_edges(rule):
    assert_allclose(rule.weigh(np.array([[3.0]]), 1.0), 1)  # one expert
    weights = rule.weigh(np.zeros((1, 3)), 0.0)  # all at one place
    assert_allclose(weights.sum(), 1)
    if not isinstance(rule, StaticGate | WinnerGate):
        assert_allclose(weights, 1 / 3)


def test_the_earlier_prototype_wins_a_tie_that_rounding_would_break():
    tie = np.array([[0.1 + 0.2, 0.3]])
    assert tie[0, 0] > tie[0, 1]
    assert_array_equal(WinnerGate().weigh(tie, 1.0), [[1, 0]])
    assert_allclose(StaticGate().weigh(tie, 1.0), [[2 / 3, 1 / 3]])


def test_dynamic_weights_flatten_and_others_sharpen():
    distances = np.array([[0.0, 1.0, 1.0, 1.0, 1.0]])
    assert_allclose(DynamicGate().weigh(distances, 1.0)[0, 0], 1 / 4)  # 1/(N - 1) at most
    near = np.array([[1.0, 2.0, 2.0, 2.0]])
    soft = [SoftmaxGate(temperature).weigh(near, 1.0)[0, 0] for temperature in (10, 1, 0.1)]
    power = [PowerGate(exponent).weigh(near, 1.0)[0, 0] for exponent in (0, 2, 20)]
    assert soft == sorted(soft)
    assert power == sorted(power)
    assert_allclose([power[0], soft[2], power[2]], [0.25, 1, 1], atol=1e-5)


def test_a_static_gate_of_one_share_is_the_winner():
    distances = np.random.default_rng(0).random((20, 3))
    assert_array_equal(StaticGate([1, 0, 0]).weigh(distances, 1), WinnerGate().weigh(distances, 1))


@pytest.mark.parametrize("name", ["dynamic", "static", "winner", "softmax", "power"])
def test_names_stand_for_rules(name):
    assert type(GATES.resolve(name)).__name__.lower() == f"{name}gate"
    rule = GATES.resolve(GATES.resolve(name))
    assert clone(rule).get_params() == rule.get_params()


def test_errors_say_what_is_wrong():
    with pytest.raises(ValueError, match=r"gate='random' must be 'dynamic'"):
        GATES.resolve("random")
    with pytest.raises(ValueError, match="must be"):
        GATES.resolve(DynamicGate)
    for shares in ([0.5, 0.5], [0.1, 0.2, 0.7], [1, 0, -1]):
        with pytest.raises(ValueError, match="does not fit 3 experts; pass one weight for each"):
            StaticGate(shares).weigh(np.ones((1, 3)), 1.0)
    with pytest.raises(ValueError, match="has no positive weight"):
        StaticGate([0, 0]).weigh(np.ones((1, 2)), 1.0)
    with pytest.raises(ValueError, match="power=-1 must be a number of 0 or more"):
        PowerGate(-1).weigh(np.ones((1, 2)), 1.0)
    with pytest.raises(ValueError, match="temperature=0 must be a number above 0"):
        SoftmaxGate(0).weigh(np.ones((1, 2)), 1.0)


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
