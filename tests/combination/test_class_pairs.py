import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.combination.class_pairs import couple_pairs, eliminate, read_order

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


def say(chances):
    """What pairs say that fit together."""
    chances = np.asarray(chances)
    return chances[..., :, None] / (chances[..., :, None] + chances[..., None, :])


def draw_pairs(generator, n_rows, n_classes, sharpness):
    noise = generator.normal(size=(n_rows, n_classes, n_classes)) * sharpness
    return 1 / (1 + np.exp(noise.transpose(0, 2, 1) - noise))


def couple_by_rounds(said, weights):
    """The rounds of Hastie and Tibshirani (1998), for one row."""
    n_classes = len(said)
    others = ~np.eye(n_classes, dtype=bool)
    chances = np.where(others, said, 0).sum(axis=1)
    chances /= chances.sum()
    for _ in range(20_000):
        before = chances.copy()
        for i in range(n_classes):
            won = sum(weights[i, j] * said[i, j] for j in range(n_classes) if j != i)
            expected = sum(
                weights[i, j] * chances[i] / (chances[i] + chances[j]) for j in range(n_classes) if j != i
            )
            chances[i] *= won / expected
            chances /= chances.sum()
        if np.abs(chances - before).max() < 1e-12:
            break
    return chances


def test_three_pairs_that_do_not_fit_together():
    said = [[0.5, 0.9, 0.6], [0.1, 0.5, 0.3], [0.4, 0.7, 0.5]]
    assert_allclose(couple_pairs([said]), [[0.583434495, 0.1037393165, 0.3128261884]], atol=1e-9)


def test_pairs_that_fit_together_give_back_what_they_came_from():
    assert_allclose(couple_pairs([say([0.5, 0.2, 0.3])]), [[0.5, 0.2, 0.3]], atol=1e-14)
    many = np.random.default_rng(0).dirichlet(np.ones(9), size=50)
    assert_allclose(
        couple_pairs(say(many)), many, atol=1e-6
    )  # rare classes are nearer to 0 than pairs may be


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 5), st.floats(0.1, 1.0), st.integers(0, 10_000))
def test_the_rounds_end_where_newton_does(n_classes, sharpness, seed):
    generator = np.random.default_rng(seed)
    said = draw_pairs(generator, 2, n_classes, sharpness)
    sizes = generator.integers(1, 50, n_classes)
    weights = np.add.outer(sizes, sizes)
    coupled = couple_pairs(said, weights)
    for row, expected in zip(said, coupled, strict=True):
        assert_allclose(couple_by_rounds(row, weights), expected, atol=1e-8)


@pytest.mark.parametrize("sharpness", [0.0, 1.0, 10.0, 100.0])
def test_wins_are_as_many_as_expected(sharpness):
    with np.errstate(over="ignore"):
        said = draw_pairs(np.random.default_rng(1), 100, 12, sharpness)
    chances = couple_pairs(said)
    assert_allclose(chances.sum(axis=1), 1.0)
    gaps = np.clip(said, 1e-7, 1 - 1e-7) - say(chances)
    assert np.abs(gaps.sum(axis=2)).max() < 1e-4


def test_two_classes_keep_what_was_said_of_them():
    assert_allclose(couple_pairs([[[0, 0.3], [0.7, 0]]]), [[0.3, 0.7]])


def test_certainty_is_almost_that():
    certain = np.array([[[0.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]])
    assert couple_pairs(certain)[0, 0] > 1 - 1e-6


def test_one_class_and_no_rows():
    assert couple_pairs([[[0.0]]]).tolist() == [[1.0]]
    assert couple_pairs(np.empty((0, 3, 3))).shape == (0, 3)


def test_heavy_pairs_are_obeyed_more():
    said = np.array([[[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]])  # a circle
    assert_allclose(couple_pairs(said), 1 / 3)
    weights = np.ones((3, 3))
    weights[0, 1] = weights[1, 0] = 10
    first, second, _ = couple_pairs(said, weights)[0]
    assert first / (first + second) > 0.6


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((np.ones((2, 2)),), r"shape \(2, 2\)"),
        ((np.ones((1, 2, 2)), np.ones(2)), "pair_weights"),
        ((np.ones((1, 2, 2)), np.zeros((2, 2))), "pair_weights"),
    ],
)
def test_what_it_refuses(arguments, message):
    with pytest.raises(ValueError, match=message):
        couple_pairs(*arguments)
