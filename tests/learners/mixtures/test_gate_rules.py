import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone

from hedgerow.learners.mixtures.gate_rules import (
    GATES,
    DynamicGate,
    PowerGate,
    SoftmaxGate,
    StaticGate,
    WinnerGate,
)

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
