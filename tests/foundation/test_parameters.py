import re
from fractions import Fraction

import numpy as np
import pytest

from hedgerow import BaggingClassifier
from hedgerow.foundation.parameters import check_choice, check_count, check_count_or_share, check_number

NO_NUMBERS = ["2", True, np.True_, None, float("nan"), np.ones(2), [1]]


@pytest.mark.parametrize("value", [0, -1, 1.5, *NO_NUMBERS], ids=repr)
def test_a_count_is_a_large_enough_int(value):
    with pytest.raises(ValueError, match=r"^n_init=.* must be an int of 1 or more$"):
        check_count("n_init", value)


def test_a_count_comes_back_as_an_int():
    assert type(check_count("n_init", np.int64(4))) is int
    assert check_count("n_repeats", 0, least=0) == 0


@pytest.mark.parametrize("value", [1, 6], ids=repr)
def test_a_count_may_have_a_limit(value):
    assert check_count("n_bins", 2, 2, 5) == 2
    assert check_count("n_bins", 5, 2, 5) == 5
    with pytest.raises(ValueError, match=rf"^n_bins={value} must be an int from 2 to 5, or 'auto'$"):
        check_count("n_bins", value, 2, 5, other="'auto'")


def test_an_int_counts_and_a_float_is_a_share():
    assert type(check_count_or_share("size", np.int64(1))) is int
    assert type(check_count_or_share("size", 1.0)) is float
    assert type(check_count_or_share("size", np.float32(0.1))) is np.float32  # not 0.10000000149 of many rows


@pytest.mark.parametrize("value", [0, 6, 0.0, 1.5, *NO_NUMBERS], ids=repr)
def test_anything_else_is_neither_a_count_nor_a_share(value):
    wanted = r"an int from 1 to 5, or a share in \(0, 1\], or 'sqrt'"
    with pytest.raises(ValueError, match=rf"^size=.* must be {wanted}$"):
        check_count_or_share("size", value, 1, 5, other="'sqrt'")


@pytest.mark.parametrize("value", [-0.1, 1.1, np.inf, *NO_NUMBERS], ids=repr)
@pytest.mark.parametrize("closed", ["both", "left", "right", "neither"])
def test_a_number_lies_in_its_interval(value, closed):
    with pytest.raises(ValueError, match=r"^alpha=.* must be a number in [\[(]0, 1[\])], or None$"):
        check_number("alpha", value, 0, 1, closed, other="None")


@pytest.mark.parametrize(
    ("closed", "taken", "interval"),
    [("both", (0, 1), None), ("left", (0,), "[0, 1)"), ("right", (1,), "(0, 1]"), ("neither", (), "(0, 1)")],
)
def test_the_ends_of_an_interval_are_in_it_or_not(closed, taken, interval):
    for end in (0, 1):
        if end in taken:
            assert check_number("alpha", end, 0, 1, closed) == end
            continue
        with pytest.raises(ValueError, match=re.escape(f"alpha={end} must be a number in {interval}")):
            check_number("alpha", end, 0, 1, closed)


@pytest.mark.parametrize(
    ("closed", "wanted"),
    [
        ("both", "a number of 0 or more"),
        ("left", "a finite number of 0 or more"),
        ("right", "a number above 0"),
        ("neither", "a finite number above 0"),
    ],
)
def test_an_interval_without_an_upper_end_says_whether_it_takes_infinity(closed, wanted):
    assert check_number("decay", 1e300, 0, closed=closed) == 1e300
    with pytest.raises(ValueError, match=rf"^decay=-1 must be {wanted}$"):
        check_number("decay", -1, 0, closed=closed)
    if "finite" in wanted:
        with pytest.raises(ValueError, match=rf"^decay=inf must be {wanted}$"):
            check_number("decay", np.inf, 0, closed=closed)
    else:
        assert check_number("decay", np.inf, 0, closed=closed) == np.inf


@pytest.mark.parametrize("value", [np.float32(0.5), Fraction(1, 2), 0.5], ids=repr)
def test_a_number_comes_back_as_a_float(value):
    number = check_number("alpha", value, 0, 1)
    assert type(number) is float
    assert number == 0.5


def test_a_choice_is_one_of_the_words():
    assert check_choice("method", np.str_("a"), {"a": 1, "b": 2}) == "a"
    assert check_choice("method", None, ("a", None)) is None
    assert check_choice("sure", True, ("auto", True, False)) is True


@pytest.mark.parametrize("value", ["c", "A", 1, None, True, ["a"], np.array(["a", "b"])], ids=repr)
def test_anything_else_is_no_choice(value):
    with pytest.raises(ValueError, match=r"(?s)^method=.* must be 'a', 'b' or 'd', or a function$"):
        check_choice("method", value, ("a", "b", "d"), other="a function")


def test_a_single_choice_reads_as_a_sentence():
    with pytest.raises(ValueError, match=r"^method='b' must be 'a'$"):
        check_choice("method", "b", ["a"])


def test_a_bool_is_no_number_of_members():
    with pytest.raises(ValueError, match="n_estimators=True must be an int of 1 or more"):
        BaggingClassifier(n_estimators=True).fit([[0.0], [1.0]], [0, 1])
