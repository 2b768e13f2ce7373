import pytest

from hedgerow.report.wording import count, join_words, shorten, write_number, write_p_value, write_share


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (1234567, "1,234,567"),
        (999.4, "999"),
        (0.5, "0.5"),
        (1e-9, "1.0e-09"),
        (-12345.6, "-12,346"),
        ("a", "a"),
    ],
)
def test_numbers(value, written):
    assert write_number(value) == written


def test_nothing_is_a_dash():
    assert write_number(None) == write_share(None) == write_p_value(None) == "\N{EN DASH}"


def test_p_values_are_never_zero():
    assert write_p_value(0.0) == "< 0.0001"
    assert write_p_value(1.0) == "1.00"


def test_words():
    assert count(0, "row") == "0 rows"
    assert join_words([]) == ""
    assert join_words(["a"]) == "a"
    assert shorten("abc", 3) == "abc"
    assert len(shorten("x" * 99, 10)) == 10
