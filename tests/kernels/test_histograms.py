import pytest
from numba import njit
from tests.kernels.tables import make_rules, make_work

from hedgerow._kernels.histograms import (
    add_row,
    allows,
    clear_left,
    limits_leaves,
    put_absent_left,
    sides_allowed,
)
from hedgerow._kernels.records import ABSENT, LEFT


@njit
def add_rows(work, rules, n, line):
    for i in range(n):
        add_row(work, rules, i, line)


@njit
def ask(work, rules, rows_left, n):
    return sides_allowed(work, rules, rows_left, n), limits_leaves(rules)


@njit
def move(work, rules):
    put_absent_left(work, rules)


@njit
def forget(work, rules):
    clear_left(work, rules)


@njit
def compare(rules, left, right, rows_left, rows_right):
    return allows(rules, left, right, rows_left, rows_right)


def test_rows_add_to_the_line_of_their_class():
    work = make_work(payload=[3 << 16 | 1, 2 << 16, 1 << 16 | 1], n_lines=8)
    add_rows(work, make_rules(), 3, ABSENT)
    assert work.weights[2 * ABSENT : 2 * ABSENT + 2].tolist() == [2, 4]
    move(work, make_rules())
    assert work.weights[2 * LEFT : 2 * LEFT + 2].tolist() == [2, 4]
    forget(work, make_rules())
    assert not work.weights[2 * LEFT : 2 * LEFT + 2].any()


def test_rows_add_their_weight_and_moment():
    rules = make_rules(n_classes=0, criterion=4)
    work = make_work(regression=True, payload=[3, 2], moments=[1.5, -0.5], n_lines=8)
    add_rows(work, rules, 2, ABSENT)
    assert (work.weights[ABSENT], work.sums[ABSENT]) == (5, 1.0)
    move(work, rules)
    assert (work.weights[LEFT], work.sums[LEFT]) == (5, 1.0)


@pytest.mark.parametrize(
    ("limits", "rows_left", "expected"),
    [
        ({}, 2, (True, False)),
        ({"min_rows_leaf": 3}, 2, (False, True)),
        ({"min_weight_leaf": 5}, 3, (False, True)),
    ],
)
def test_sides_are_as_large_as_leaves_must_be(limits, rows_left, expected):
    work = make_work(weights=[6, 4, 2, 2], n_lines=4)
    assert ask(work, make_rules(**limits), rows_left, 6) == expected


def test_an_empty_side_is_never_allowed():
    assert not ask(make_work(weights=[6, 4, 6, 4], n_lines=4), make_rules(), 6, 6)[0]
    assert compare(make_rules(), 1, 1, 1, 1)
    assert not compare(make_rules(min_rows_leaf=2), 5, 5, 1, 9)
    assert not compare(make_rules(min_weight_leaf=6), 5, 9, 3, 3)
