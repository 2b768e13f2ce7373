import numpy as np
import pytest
from numba import int64, njit
from tests.kernels.nodes import MISSING, START
from tests.kernels.tables import make_rules

from hedgerow._kernels.growth_workspace import DRAWS, SEARCH, TREES, allocate_draws, allocate_search
from hedgerow._kernels.records import CODED_COLUMNS, NODE, RULES_TYPE, SQUARED_ERROR, CodedColumns
from hedgerow._kernels.row_partition import part_rows

CODES = np.array([3, 8, 1, 9, 2, 8, 0], np.uint16)


@njit([int64(CODED_COLUMNS.type, SEARCH.type, DRAWS.type, RULES_TYPE, TREES.type, int64)])
def part(columns, work, draws, rules, trees, n):
    return part_rows(columns, work, draws, rules, trees.nodes[0], trees.subsets, START, n, 1)


def part_by(codes, *, criterion=0, categorical=0, subset=0, missing_left=0, code=4):
    """Part rows numbered 10, 11, ... by a split of the first feature: what lies left, what right, and the node."""
    n, rules = len(codes), make_rules(criterion=criterion, n_classes=0 if criterion == SQUARED_ERROR else 2)
    table = np.zeros(n + 10, np.uint16)
    table[10:] = codes
    traits = np.array([10, (codes == MISSING).any(), categorical], np.int32)
    columns = CODED_COLUMNS.allocate(
        **dict.fromkeys(CodedColumns._fields, 1)
        | {"is_sparse": 0}
        | {"codes": table, "traits": traits, "feature_step": n + 10, "row_step": 1}
    )
    work = allocate_search(n + 10, 11, np.zeros(1), np.zeros(2), rules)
    inside = slice(START, START + n)
    work.rows[inside], work.payload[inside] = np.arange(10, n + 10), np.arange(n)
    work.moments[inside], work.buffer[:n] = np.arange(n) / 2, codes
    nodes = np.zeros(1, NODE)
    nodes["code"], nodes["missing_left"], nodes["categorical"] = code, missing_left, categorical
    trees = TREES.allocate(
        limits=1, nodes=nodes, values=1, classes=0, ends=0, notes=1, subsets=np.array([subset], np.uint64), starts=2,
        word_starts=2, n_values=1, is_listed=0, most_nodes=1, most_words=1, most_listed=0,
    )  # fmt: skip
    n_left = part(columns, work, allocate_draws(1, 1, 0, 11, 0), rules, trees, n)
    rows = work.rows[inside].astype(int) - 10
    np.testing.assert_array_equal(work.payload[inside], rows)
    if criterion == SQUARED_ERROR:
        np.testing.assert_array_equal(work.moments[inside], rows / 2)
    return rows[:n_left].tolist(), rows[n_left:].tolist(), nodes[0], trees.subsets[0]


@pytest.mark.parametrize("criterion", [0, SQUARED_ERROR], ids=["classes", "values"])
def test_both_sides_keep_their_order_and_what_belongs_to_a_row_goes_with_it(criterion):
    left, right, node, _ = part_by(CODES, criterion=criterion)
    assert (left, right) == ([0, 2, 4, 6], [1, 3, 5])
    assert node["left"] == 1
    assert node["missing_left"] == 1, "missing values follow the larger side, where the node has none"


@pytest.mark.parametrize("missing_left", [0, 1])
def test_missing_values_go_where_the_split_sends_them(missing_left):
    codes = np.where(CODES == 1, MISSING, CODES).astype(np.uint16)
    left, right, node, _ = part_by(codes, missing_left=missing_left)
    assert (2 in left, 2 in right) == (missing_left == 1, missing_left == 0)
    assert node["missing_left"] == missing_left


def test_categories_that_no_row_has_follow_the_larger_side():
    inside = 1 << 8 | 1 << 3 | 1 << 1 | 1 << 0  # five rows of seven
    left, right, _, subset = part_by(CODES, categorical=1, subset=inside, code=10)
    assert (left, right) == ([0, 1, 2, 5, 6], [3, 4])
    assert [c for c in range(10) if not int(subset) >> c & 1] == [2, 9]
