import numpy as np
import pytest

from hedgerow.learners.local.counts import check_count


@pytest.mark.parametrize("value", [0, -1, 2.0, "4", True, None])
def test_what_does_not_count_is_refused_by_name(value):
    with pytest.raises(
        ValueError, match=f"n_parts={value!r} is not a number to count with; pass an int of 1"
    ):
        check_count("n_parts", value)


def test_whole_numbers_of_any_kind_are_accepted():
    check_count("n_parts", np.int64(3))
    check_count("n_parts", 0, least=0)
