import numpy as np
import pytest

from hedgerow.codes.minimal.limits import check_number, check_share


def test_numbers_within_limits_pass():
    assert check_number("n", np.int64(3), least=1, most=3) == 3
    assert check_share("s", np.float32(0.5)) == 0.5
    assert check_share("s", 1) == 1.0


@pytest.mark.parametrize("value", [0, 4, 2.0, True, None, "2"])
def test_other_numbers_are_named(value):
    with pytest.raises(ValueError, match=r"n=.* is out of range; pass a whole number from 1 to 3"):
        check_number("n", value, least=1, most=3)


@pytest.mark.parametrize("value", [0.0, 1, -0.1, np.nan, True, "half"])
def test_shares_inside_leave_the_ends_out(value):
    with pytest.raises(ValueError, match=r"s=.* is out of range; pass a number between 0 and 1"):
        check_share("s", value, inside=True)
