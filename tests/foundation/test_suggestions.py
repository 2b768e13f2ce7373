"""The sentence at the end of an error message."""

import pytest

from hedgerow.foundation.suggestions import suggest


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
