"""Numbers as people write them come back as the numbers they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.tables.cells import MISSING_MARKS
from hedgerow.tables.numerals import make_plain


@pytest.mark.parametrize(
    ("cells", "delimiter", "plain"),
    [
        (["1,5", "2"], ";", ["1.5", "2"]),
        (["-0,5", "+1.000,25"], ";", ["-0.5", "+1000.25"]),
        (["1,234"], ";", ["1.234"]),
        (["1,234"], "\t", ["1234"]),
        (["1,234", "1,5"], "\t", ["1.234", "1.5"]),
        (["1,234,567", "12.5"], ";", ["1234567", "12.5"]),
        (["1,234", "950", "12,345.5"], ",", ["1234", "950", "12345.5"]),
        (["12%", "7.5 %"], ",", ["12", "7.5"]),
        (["12,5 %", "7 %"], ";", ["12.5", "7"]),
        ([" 1,5 ", "", "NA"], ";", ["1.5", "", "NA"]),
    ],
)
def test_numbers_become_plain(cells, delimiter, plain):
    assert make_plain(cells, delimiter, MISSING_MARKS) == plain


@pytest.mark.parametrize(
    ("cells", "delimiter"),
    [
        (["1,2", "3"], ","),  # answers that were ticked, and not a number
        (["0,123"], ","),
        (["1,5", "much"], ";"),
        (["12%", "7"], ","),
        (["Bonn, Ulm"], ";"),
        (["00,5"], ";"),
        (["1.5", "2"], ";"),
        (["", "NA"], ";"),
    ],
)
def test_what_is_no_such_number_stays_as_it_is(cells, delimiter):
    assert make_plain(cells, delimiter, MISSING_MARKS) is cells


@given(st.lists(st.decimals(-(10**9), 10**9, places=2), min_size=1))
def test_both_notations_say_the_same_number(values):
    english = [f"{value:,.2f}" for value in values]
    continental = [text.translate(str.maketrans(",.", ".,")) for text in english]
    for cells, delimiter in ((english, ","), (continental, ";")):
        assert [float(cell) for cell in make_plain(cells, delimiter, MISSING_MARKS)] == [
            float(value) for value in values
        ]
