import numpy as np
import pytest

from hedgerow.learners.mixtures.checks import check_choice, check_count, check_share


@pytest.mark.parametrize("value", [0, 1.5, "2", True, None], ids=str)
def test_a_count_is_a_large_enough_int(value):
    with pytest.raises(ValueError, match=r"n_init=.* is not a count of 1 or more; pass an int"):
        check_count("n_init", value, 1)
    assert check_count("n_init", np.int64(4), 1) == 4


@pytest.mark.parametrize("value", [-0.1, 1.1, "a", float("nan"), None], ids=str)
def test_a_share_is_a_number_between_bounds(value):
    with pytest.raises(ValueError, match=r"decay=.* is not a number from 0 to 1; pass one"):
        check_share("decay", value, 1.0)
    assert check_share("decay", 1, 1.0) == 1.0


def test_a_choice_is_one_of_some_words():
    assert check_choice("variance", "each", ("common", "each")) == "each"
    for value in ("none", 3):
        with pytest.raises(ValueError, match=r"is not known; use one of \['common', 'each'\]"):
            check_choice("variance", value, ("common", "each"))
