from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit
from scipy.stats import kstest
from tests.kernels.pointers import pointer
from tests.kernels.tables import COMPILED, Problem

from hedgerow._kernels.records import NODE, UNSETTLED, CodedColumns
from hedgerow._kernels.thresholds import cut_at, cut_between, settle_thresholds


@njit
def ask_cut_at(columns, low, high, threshold):
    return cut_at(columns, 0, low, high, threshold)


@njit
def ask_cut_between(columns, here, there):
    return cut_between(columns, 0, here, there)


# The types of what only sparse tables have.
STORED = (np.int32, np.int64, np.int64, np.uint16, np.int32, np.uint16, np.int64)


def coded(lower, upper=None):
    lower = np.array(lower, float)
    upper = lower if upper is None else np.array(upper, float)
    none = np.zeros(1, np.uint16)
    return CodedColumns(
        none,
        lower,
        upper,
        np.zeros(3, np.int32),
        lower,
        lower,
        none,
        1,
        lower.size,
        1,
        1,
        0,
        0,
        *[np.zeros(1, kind) for kind in STORED],
        1,
        0,
    )


def test_a_threshold_lies_half_way_and_below_the_upper_value():
    assert ask_cut_between(coded([1.0, 2.0]), 0, 1) == 1.5
    assert ask_cut_between(coded([1.0, 2.0, 4.0]), 0, 2) == 2.5
    neighbours = [1.0, np.nextafter(1.0, 2.0)]
    assert ask_cut_between(coded(neighbours), 0, 1) == 1.0
    huge = np.finfo(float).max
    assert ask_cut_between(coded([-huge, huge]), 0, 1) == 0.0
    assert ask_cut_between(coded([0.9 * huge, huge]), 0, 1) < huge
    assert ask_cut_between(coded([5e-324, 1e-323]), 0, 1) == 5e-324
    assert ask_cut_between(coded([1.0, 2.0], [1.4, 2.0]), 0, 1) == 1.7
    assert ask_cut_between(coded([1.0, 2.0]), 1, 1) == np.inf


@pytest.mark.parametrize(
    ("threshold", "code", "expected"),
    [(4.25, 0, 4.25), (2.0, 0, 2.0), (5.0, 1, 5.0), (7.99, 1, 7.99), (8.0, 1, 6.5), (9.0, 1, 6.5)],
)
def test_a_given_threshold_is_kept_where_it_parts_two_codes(threshold, code, expected):
    """Cutler & Zhao 2001: between 2 and 5, a share of .25 is 4.25."""
    assert ask_cut_at(coded([2.0, 5.0, 8.0]), 0, 2, threshold) == (code, expected)


def test_values_that_share_a_code_are_not_parted():
    assert ask_cut_at(coded([1.0, 5.0], [3.0, 6.0]), 0, 1, 2.0) == (0, 3.0)
    assert ask_cut_at(coded([1.0, 5.0], [3.0, 6.0]), 0, 1, 4.0) == (0, 4.0)


def test_random_thresholds_are_uniform_between_the_extremes():
    """Kolmogorov-Smirnov at 1e-4: one choice of seeds in 10,000 fails."""
    for values in ([2.0, 5.0], [2.0, 2.1, 2.2, 5.0], np.linspace(2.0, 5.0, 200)):
        n = len(values)
        problem = Problem(
            np.array(values)[:, None], np.arange(n) % 2, np.ones(n, np.int64), 2, np.array([False]), "entropy"
        )
        forest = problem.grow(n_trees=600 if COMPILED else 150, split="random", max_depth=1)
        thresholds = forest.nodes["threshold"][forest.starts[:-1]]
        assert kstest(thresholds, "uniform", (2.0, 3.0)).pvalue > 1e-4
        assert len(np.unique(thresholds)) == len(forest)


@njit
def settle_by_buffers(lower, upper, nodes, arrays):
    order, features, cuts, scores, traits, found, places = arrays
    columns = CodedColumns(
        pointer(features), pointer(lower), pointer(upper), pointer(traits), pointer(lower), pointer(lower),
        pointer(features), lower.shape[0], lower.shape[1], 1, 1, 0, 0, pointer(features), pointer(features),
        pointer(features), pointer(features), pointer(features), pointer(features), pointer(features), 1, 0,
    )  # fmt: skip
    work = Settling(
        pointer(order), pointer(features), pointer(cuts), pointer(scores), pointer(found), pointer(places)
    )
    settle_thresholds(columns, work, nodes, 0, nodes.size)


class Settling(NamedTuple):
    """What settling needs of `NodeSearch`."""

    order: Any
    lane_features: Any
    lane_cuts: Any
    lane_scores: Any
    spare_rows: Any
    counts: Any


def settle(lower, upper, nodes):
    listed = np.zeros(nodes.size + 8, np.uint32)
    settle_by_buffers(
        lower, upper, nodes,
        (listed, np.zeros(8, np.int64), np.zeros(32, np.int64), np.zeros(24), np.zeros(6, np.int32), listed.copy(),
         np.zeros(1280, np.int64)),
    )  # fmt: skip


def grown(pairs):
    """Nodes that split feature 1 between two codes, with leaves between them."""
    made = np.zeros(2 * len(pairs), NODE)
    made["feature"], made["left"] = -1, -1
    made["feature"][::2] = 1
    made["code"][::2], made["threshold"][::2] = zip(*pairs, strict=True)
    made["categorical"][::2] = UNSETTLED
    return made


@pytest.mark.parametrize("shared", [False, True], ids=["one value per code", "several values per code"])
def test_a_threshold_lies_half_way_and_its_code_agrees_with_it(shared):
    rng = np.random.default_rng(0)
    values = np.sort(rng.normal(size=(2, 2000)), axis=1)
    lower, upper = (values[:, ::2], values[:, 1::2]) if shared else (values, values)
    lower, upper = np.ascontiguousarray(lower), np.ascontiguousarray(upper)
    ends = np.sort(rng.integers(0, lower.shape[1], (203, 2)), axis=1)
    pairs = [(int(a), int(b)) for a, b in ends if a < b] + [(0, 1), (4, 5)]
    nodes = grown(pairs)
    settle(lower, upper, nodes)
    assert (nodes["categorical"] == 0).all()
    for (here, there), node in zip(pairs, nodes[::2], strict=True):
        middle = 0.5 * upper[1, here] + 0.5 * lower[1, there]
        code = int(np.flatnonzero(lower[1] <= middle)[-1])
        assert here <= node["code"] == code < there
        assert node["threshold"] == max(middle, upper[1, code])
        assert lower[1, code + 1] > node["threshold"]


def test_neighbours_without_a_number_between_them_are_parted_by_the_lower_one():
    below = 1.0
    lower = np.tile([below, np.nextafter(below, 2)], (2, 1))
    nodes = grown([(0, 1)])
    settle(lower, lower, nodes)
    assert (nodes[0]["threshold"], nodes[0]["code"]) == (below, 0)


def test_equal_codes_part_present_from_missing_values():
    nodes = grown([(7, 7)])
    settle(np.zeros((2, 9)), np.zeros((2, 9)), nodes)
    assert (nodes[0]["threshold"], nodes[0]["code"]) == (np.inf, 65_534)
