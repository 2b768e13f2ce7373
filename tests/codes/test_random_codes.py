import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hedgerow.codes import (
    DenseRandom,
    MaximalDistance,
    RandomPartitions,
    SparseRandom,
    is_valid,
    min_row_distance,
)
from hedgerow.codes.random_codes import _list_columns
from hedgerow.codes.validity import canonise, count_bits, has_distinct_rows


@pytest.mark.parametrize(
    ("n_classes", "n_columns"), [(2, 1), (3, 3), (4, 7), (5, 15), (8, 30), (10, 34), (610, 93)]
)
def test_own_lengths_without_a_question_asked_twice(n_classes, n_columns):
    code = DenseRandom(n_tries=5).build(n_classes, None, np.random.RandomState(0))
    assert code.shape == (n_classes, n_columns)
    assert is_valid(code)
    assert code.all()


def test_more_tries_are_never_worse():
    few, many = (min_row_distance(DenseRandom(n).build(10, 20, np.random.RandomState(0))) for n in (1, 300))
    assert many > few


def test_wrong_requests_are_refused():
    with pytest.raises(ValueError, match="n_tries=0 must be an int of 1 or more"):
        DenseRandom(0).build(5, None, np.random.RandomState(0))
    with pytest.raises(ValueError, match="DenseRandom never repeats a column, and 4 classes have only 7"):
        DenseRandom().build(4, 10, np.random.RandomState(0))


@pytest.mark.parametrize(("n_classes", "n_columns"), [(2, 1), (3, 6), (4, 25), (8, 45), (10, 50), (610, 139)])
def test_own_lengths_without_a_question_asked_twice_of_sparse_random(n_classes, n_columns):
    code = SparseRandom(n_tries=3).build(n_classes, None, np.random.RandomState(0))
    assert code.shape == (n_classes, n_columns)
    assert is_valid(code)
    assert code.any(axis=1).all()


def test_half_of_the_entries_are_zero():
    code = SparseRandom(n_tries=1).build(100, 2000, np.random.RandomState(0))
    assert abs((code == 0).mean() - 0.5) < 0.01
    assert abs((code[1:] > 0).mean() - 0.25) < 0.02


@pytest.mark.parametrize("n_classes", [2, 3, 4, 5])
def test_all_columns_are_listed(n_classes):
    columns, chances = _list_columns(n_classes)
    assert columns.shape[1] == (3**n_classes - 2 ** (n_classes + 1) + 1) // 2
    assert chances.sum() == pytest.approx(1.0)


def test_more_tries_are_never_worse_of_sparse_random():
    few, many = (min_row_distance(SparseRandom(n).build(10, 30, np.random.RandomState(0))) for n in (1, 300))
    assert many > few


def test_rows_that_cannot_differ_are_refused():
    with pytest.raises(ValueError, match="no sparse code of 7 columns with a row of its own for each of 128"):
        SparseRandom(1).build(128, 7, np.random.RandomState(0))


def build(n_classes, n_columns=None, balance="even", seed=0):
    return RandomPartitions(balance).build(n_classes, n_columns, np.random.RandomState(seed))


def count_different(code):
    return len({column.tobytes() for column in canonise(code).T})


@pytest.mark.parametrize("n_classes", [3, 6, 12, 26, 300])
def test_own_lengths_and_balance(n_classes):
    even, free = build(n_classes), build(n_classes, balance="free")
    assert even.shape == (n_classes, 200)
    assert free.shape[1] == max(10, int(np.ceil(10 * np.log2(n_classes))))
    assert np.abs(even.sum(axis=0)).max() <= n_classes % 2
    assert has_distinct_rows(even)
    assert has_distinct_rows(free)


def test_no_question_comes_again_before_all_were_asked():
    code = build(12, 500)  # 462 even partitions
    assert count_different(code[:, :462]) == 462
    assert count_different(code) == 462
    assert count_different(build(3, 10, "free")[:, :3]) == 3


def test_two_classes_have_one_question():
    assert count_different(build(2, 7)) == 1
    assert build(2, 7).shape == (2, 7)


def test_free_partitions_are_fair_coins():
    # Entries of different rows are independent: their product has mean 0, standard error 0.01.
    code = build(100, 10_000, "free").astype(float)
    assert abs((code[1] * code[2]).mean()) < 0.04
    assert abs(code[1:].mean()) < 0.01


def test_parameters_and_lengths_are_checked():
    with pytest.raises(ValueError, match="balance='half' must be 'even' or 'free'"):
        build(4, balance="half")
    with pytest.raises(ValueError, match="4 columns tell at most 16 classes apart, but there are 26"):
        build(26, 4)


@pytest.mark.parametrize(("n_classes", "n_columns"), [(8, 15), (10, 34), (26, 31), (26, 48)])
def test_rows_are_farther_apart_than_in_the_best_of_many_draws(n_classes, n_columns):
    climbed = MaximalDistance(2).build(n_classes, n_columns, np.random.RandomState(0))
    drawn = DenseRandom(200).build(n_classes, n_columns, np.random.RandomState(0))
    assert min_row_distance(climbed) > min_row_distance(drawn)
    # Plotkin: 2 n_classes / (n_classes - 1) rows cannot all be farther than half the columns, and a bit.
    assert min_row_distance(climbed) <= n_columns / 2 * n_classes / (n_classes - 1)


@settings(max_examples=25)
@given(st.integers(2, 20), st.integers(0, 99), st.data())
def test_every_code_is_valid(n_classes, seed, data):
    most = min(2 ** (n_classes - 1) - 1, 40)
    n_columns = data.draw(st.integers(min(count_bits(n_classes), most), most))
    assert is_valid(MaximalDistance(1, max_steps=50).build(n_classes, n_columns, np.random.RandomState(seed)))


def test_hundreds_of_classes_take_bounded_steps():
    code = MaximalDistance(1, max_steps=20).build(300, None, np.random.RandomState(0))
    assert code.shape == (300, 83)
    assert is_valid(code)


@pytest.mark.parametrize("wrong", [{"n_starts": 0}, {"max_steps": 1.5}])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(ValueError, match="must be an int of 1 or more"):
        MaximalDistance(**wrong).build(5, None, np.random.RandomState(0))
