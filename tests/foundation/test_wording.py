import numpy as np
import pytest

from hedgerow.foundation.wording import (
    count,
    join_words,
    list_names,
    list_rows,
    quote,
    say_p,
    share,
    shorten,
    suggest,
    write_p,
)


def test_counts_agree_with_their_nouns():
    assert count(1, "row") == "1 row"
    assert count(0, "row") == "0 rows"
    assert count(2, "class", "classes") == "2 classes"
    assert count(12000, "row") == "12,000 rows"


def test_shares_are_never_rounded_to_all_or_nothing():
    said = [share(part) for part in (0.0, 1.0, 0.99999, 1e-9, 0.5)]
    assert said == ["0 %", "100 %", "over 99.9 %", "under 0.1 %", "50.0 %"]


@pytest.mark.parametrize(
    ("value", "written"),
    [(0.5, "0.50"), (0.0312, "0.031"), (0.0001, "0.00010"), (0.0, "< 0.0001"), (1.0, "1"), (None, "")],
)
def test_p_values_have_two_digits(value, written):
    assert write_p(value) == written


def test_a_p_value_is_said_with_its_sign():
    assert say_p(0.031) == "p = 0.031"
    assert say_p(1e-9) == "p < 0.0001"
    assert write_p(np.float64("nan")) == ""


def test_long_names_are_shortened():
    assert len(quote("x" * 500)) == 42
    assert shorten("short") == "short"
    assert shorten(12345, 3) == "12…"


def test_long_lists_are_cut():
    assert list_names(list("abcdef")) == "'a', 'b', 'c' and 3 more"
    assert list_rows(range(7)) == "rows 0, 1, 2, 3, 4 and 2 more"
    assert join_words([str(number) for number in range(2000)], 1) == "0 and 1,999 more"


def test_short_lists_are_whole():
    assert join_words([]) == ""
    assert join_words(["a", "b", "c"], 3) == "a, b and c"
    assert list_rows([4]) == "row 4"


@pytest.mark.parametrize(
    ("name", "choices", "sentence"),
    [
        ("colour", ["color", "size"], "Did you mean 'color'?"),
        ("CLASS", ["Class", "size"], "Did you mean 'Class'?"),
        ("petal", ["petal1", "petal2"], "Did you mean 'petal1' or 'petal2'?"),
        ("weight", ["a", "b"], "There is 'a', 'b'."),
        ("weight", [], "There is none."),
    ],
)
def test_nearest_names_or_all_of_them(name, choices, sentence):
    assert suggest(name, choices) == sentence


def test_a_long_list_is_cut():
    assert suggest("xyz", [str(number) for number in range(12)]).endswith("'9' and 2 more.")
