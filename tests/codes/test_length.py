import pytest

from hedgerow.codes.length import choose_length, fix_length, scale_length


def test_the_lengths_of_the_specification():
    # CV-E1: dense and sparse codes for 8, 10 and 610 classes.
    assert [scale_length(10, n) for n in (8, 10, 610)] == [30, 34, 93]
    assert [scale_length(15, n) for n in (8, 10, 610)] == [45, 50, 139]


def test_wrong_lengths_are_refused_with_the_way_out():
    with pytest.raises(ValueError, match="OneVsRest has 4 columns for 4 classes, not 5; leave the number"):
        fix_length("OneVsRest", 4, 5, 4)
    with pytest.raises(
        ValueError, match="2 columns tell at most 4 classes apart, but there are 5; use at least 3"
    ):
        choose_length("DenseRandom", 5, 2, 30)
    with pytest.raises(ValueError, match="4 classes have only 7 different ones; use at most 7"):
        choose_length("DenseRandom", 4, 8, 20, 7)
    with pytest.raises(ValueError, match=r"n_columns=2\.5 must be an int of 1 or more"):
        choose_length("DenseRandom", 4, 2.5, 20)
    with pytest.raises(ValueError, match="n_classes=1 must be an int of 2 or more"):
        choose_length("DenseRandom", 1, None, 20)


def test_an_own_length_is_cut_to_what_there_is():
    assert choose_length("DenseRandom", 4, None, 20, 7) == 7
    assert choose_length("DenseRandom", 4, 3, 20, 7) == 3
