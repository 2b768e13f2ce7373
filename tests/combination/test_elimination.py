import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.combination.elimination import eliminate, read_order

CYCLIC = {(0, 1): 0, (0, 2): 2, (0, 3): 0, (1, 2): 1, (1, 3): 3, (2, 3): 2}


def look_up(winners):
    """Duels whose winners stand in a table of shape (n_rows, n_classes, n_classes)."""
    return lambda first, second, rows: winners[rows, first, second]


def walk_one_by_one(winners, order):
    answers = []
    for table in winners:
        remaining = list(order)
        while len(remaining) > 1:
            first, last = remaining[0], remaining[-1]
            lower, upper = min(first, last), max(first, last)
            winner = lower if table[lower, upper] else upper
            remaining.remove(last if winner == first else first)
        answers += remaining
    return answers


@pytest.mark.parametrize(("order", "answer"), [([0, 1, 2, 3], 1), ([2, 0, 1, 3], 0), ([1, 2, 3, 0], 2)])
def test_the_order_decides_where_wins_are_cyclic(order, answer):
    answers = eliminate(
        lambda first, second, rows: np.full(rows.size, CYCLIC[first, second] == first), order, n_rows=3
    )
    assert_array_equal(answers, answer)


@given(st.integers(1, 9), st.integers(0, 30), st.integers(0, 10_000))
def test_rows_walk_together_as_they_walk_alone(n_classes, n_rows, seed):
    generator = np.random.default_rng(seed)
    winners = generator.random((n_rows, n_classes, n_classes)) < 0.5
    order = generator.permutation(n_classes)
    assert_array_equal(eliminate(look_up(winners), order, n_rows), walk_one_by_one(winners, order))


def test_who_beats_all_wins_in_any_order():
    generator = np.random.default_rng(0)
    winners = generator.random((40, 7, 7)) < 0.5
    best = generator.integers(7, size=40)
    winners[np.arange(40), best] = True
    winners[np.arange(40), :, best] = False
    for _ in range(5):
        assert_array_equal(eliminate(look_up(winners), generator.permutation(7), 40), best)


def test_a_row_meets_one_duel_less_than_there_are_classes():
    met, asked = np.zeros(50, int), []

    def duel(first, second, rows):
        met[rows] += 1
        asked.append((first, second, rows.size))
        return (rows % 3 == 0) ^ (second % 2 == 0)

    eliminate(duel, np.arange(6)[::-1], 50)
    assert_array_equal(met, 5)
    assert all(first < second and size for first, second, size in asked)
    assert len({pair[:2] for pair in asked}) == len(asked)  # nobody is asked twice


@pytest.mark.parametrize("order", [[], [0, 1, 1], [[0, 1]]])
def test_an_order_names_every_class_once(order):
    with pytest.raises(ValueError, match="name each class once"):
        eliminate(lambda first, second, rows: rows >= 0, order, 1)


def test_labels_become_codes():
    assert read_order(None, np.array([3, 5, 9])).tolist() == [0, 1, 2]
    assert read_order([9, 3, 5], np.array([3, 5, 9])).tolist() == [2, 0, 1]


@pytest.mark.parametrize("order", [[3, 5], [3, 5, 5], [3, 5, 7], [[3, 5, 9]], "359"])
def test_each_label_is_named_once(order):
    with pytest.raises(ValueError, match=r"the classes are \[3, 5, 9\]"):
        read_order(order, np.array([3, 5, 9]))
