import numpy as np
import pytest

from hedgerow.codes import RandomPartitions
from hedgerow.codes.validity import canonise, has_distinct_rows


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
