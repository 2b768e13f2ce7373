"""What cells say."""

import datetime
import decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.tables import ColumnTypeError, TableError
from hedgerow.tables.cells import MISSING_MARKS, find_strays, make_plain, read_cells, to_numbers


@pytest.mark.parametrize(
    ("cells", "dtype"),
    [
        (["1", "-2", "+3"], "int64"),
        (["1", "2.5", ".5", "1.", "1e-3", "inf"], "float64"),
        (["1", ""], "float64"),
        (["TRUE", "false"], "bool"),
        (["true", "?"], "boolean"),
        (["yes", "no"], "object"),
        (["007", "123"], "object"),
        (["1_000", "2"], "object"),
        (["0x1F", "2"], "object"),
        (["", "NA"], "float64"),
        ([1, "a"], "object"),
        ([True, None], "boolean"),
        ([1, None], "float64"),
        ([decimal.Decimal("1.5"), None], "float64"),
    ],
)
def test_the_type_is_what_the_cells_say(cells, dtype):
    assert read_cells(pd.Series(cells, dtype=object)).dtype == dtype


@pytest.mark.parametrize("mark", sorted(MISSING_MARKS))
def test_every_mark_is_missing(mark):
    assert read_cells(pd.Series(["a", mark, f" {mark} "])).isna().tolist() == [False, True, True]


def test_categories_stay_but_lose_marks():
    column = read_cells(pd.Series(pd.Categorical(["1", "?", "2"], categories=["2", "?", "1"])))
    assert list(column.cat.categories) == ["2", "1"]
    assert column.isna().tolist() == [False, True, False]


def test_nullable_types_become_plain():
    assert read_cells(pd.Series([1, 2], dtype="Int64")).dtype == "int64"
    assert read_cells(pd.Series([1, None], dtype="Int64")).dtype == "float64"
    assert read_cells(pd.Series([True, False], dtype="boolean")).dtype == "bool"


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        (pd.Series([pd.Timestamp("2020")], name="day"), "'day' holds dates"),
        (pd.Series([pd.Timedelta(1)], name="day"), "'day' holds dates"),
        (pd.Series([datetime.date(2020, 1, 1)], dtype=object, name="day"), "'day' holds dates"),
        (pd.Series([[1], [2]], name="day"), r"'day' holds mixed values.*drop=\['day'\]"),
        (pd.Series([1j], name="day"), "'day' holds complex"),
    ],
)
def test_what_is_no_feature_is_refused(cells, message):
    with pytest.raises(ColumnTypeError, match=message):
        read_cells(cells)


def test_numbers_can_be_insisted_on():
    assert to_numbers(pd.Series(["007", None])).iloc[0] == 7
    with pytest.raises(TableError, match="Column 'age' cannot be read as numbers: row 2 holds 'old'"):
        to_numbers(pd.Series(["1", "old"], name="age"))


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1))
def test_written_floats_come_back_exactly(values):
    np.testing.assert_array_equal(read_cells(pd.Series([repr(value) for value in values])), values)


@pytest.mark.parametrize(
    ("words", "strays"),
    [
        (["1", "2.5", "3", "4", "<0.1"], ["<0.1"]),
        (["1", "x", "2", "y"], []),
        (["1", "2"], []),
        (["a", "b"], []),
        ([None, None], []),
    ],
)
def test_words_among_numbers_are_found(words, strays):
    assert find_strays(read_cells(pd.Series(words, dtype=object))) == strays


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
