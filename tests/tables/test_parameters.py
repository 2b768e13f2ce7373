import numpy as np
import pytest

from hedgerow.tables.parameters import check_count


@pytest.mark.parametrize("value", [0, -1, 1.5, "2", True, None], ids=str)
def test_a_count_is_a_large_enough_int(value):
    with pytest.raises(ValueError, match=r"n_init=.* must be an int of 1 or more$"):
        check_count("n_init", value)


def test_a_count_comes_back_as_an_int():
    assert type(check_count("n_init", np.int64(4))) is int
    assert check_count("n_repeats", 0, least=0) == 0


def test_the_message_says_what_else_may_be_passed():
    with pytest.raises(ValueError, match="n_parts='all' must be an int of 2 or more, or 'auto'"):
        check_count("n_parts", "all", 2, "'auto'")
