import pytest

from hedgerow.report.wording import (
    write_number,
    write_p_value,
    write_score,
    write_share,
    write_short,
    write_tick,
)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0"),
        (1234567, "1,234,567"),
        (999.4, "999"),
        (0.5, "0.500"),
        (1e-9, "1.0e-9"),
        (-12345.6, "\N{MINUS SIGN}12,346"),
        (-0.25, "\N{MINUS SIGN}0.250"),
        ("a", "a"),
    ],
)
def test_numbers(value, written):
    assert write_number(value) == written


def test_nothing_is_a_dash():
    assert write_number(None) == write_share(None) == write_p_value(None) == "\N{EN DASH}"


def test_p_values_are_never_zero():
    assert write_p_value(0.0) == "< 0.0001"
    assert write_p_value(1.0) == "1"


def test_scores_are_shares_or_numbers():
    assert write_score(0.5, "balanced_accuracy") == "50.0 %"
    assert write_score(-0.5, "r2") == "\N{MINUS SIGN}0.500"
    assert write_score(None, "accuracy") == "\N{EN DASH}"


def test_ticks_are_short():
    assert [write_tick(value, "accuracy") for value in (0.7, 0.725)] == ["70 %", "72.5 %"]
    assert write_short(-1234567.0) == "\N{MINUS SIGN}1,234,567"
