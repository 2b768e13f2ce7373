"""Delimited text: delimiters, quotes and ragged rows."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.tables import TableError
from hedgerow.tables.cells import MISSING_MARKS, make_plain, read_cells
from hedgerow.tables.delimited import DELIMITERS, detect_delimiter, parse_delimited, read_delimited


@pytest.mark.parametrize("delimiter", DELIMITERS)
def test_the_delimiter_is_detected(delimiter):
    text = "\n".join(delimiter.join(row) for row in (["a", "b"], ["1", "x"], ["2", "y"]))
    assert parse_delimited(text).to_dict("list") == {"a": ["1", "2"], "b": ["x", "y"]}


def test_a_decimal_comma_does_not_hide_the_semicolon():
    assert detect_delimiter("a;b;c\n1,5;2,5;3,5\n") == ";"


def test_a_single_column_needs_no_delimiter():
    assert parse_delimited("a\n1\n2\n").to_dict("list") == {"a": ["1", "2"]}


def test_quotes_hide_delimiters_line_ends_and_quotes():
    frame = parse_delimited('a,b\n"1,5","two\nlines"\n3,"say ""hi"""\n')
    assert frame.to_numpy().tolist() == [["1,5", "two\nlines"], ["3", 'say "hi"']]


def test_blank_lines_are_skipped_and_nameless_columns_numbered():
    assert parse_delimited(",b\n\n1,2\n\n").to_dict("list") == {"column_1": ["1"], "b": ["2"]}


def test_a_ragged_row_is_named_by_its_line():
    with pytest.raises(TableError, match=r"^Line 4 has 3 fields, but the header has 2\."):
        parse_delimited('a,b\n"1\n1",2\n3,4,5\n')
    with pytest.raises(TableError, match="Line 3 has 1 field, but the header has 2"):
        parse_delimited("a,b\n1,2\n3\n")


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_an_empty_file_is_refused(text):
    with pytest.raises(TableError, match=r"The file is empty\. It needs a line of column names"):
        parse_delimited(text)


def test_a_quote_that_does_not_close_is_refused():
    with pytest.raises(
        TableError, match="The record that begins on line 2 cannot be read: unexpected end of data"
    ):
        parse_delimited('a,b\n"1,2\n')


def test_repeated_names_are_refused():
    with pytest.raises(TableError, match="'a' occurs 2 times"):
        parse_delimited("a,b,a\n1,2,3\n")


cells = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0", exclude_categories=["Cs"])).map(
    lambda cell: cell.lstrip(" ")
)


@given(st.lists(st.tuples(cells, cells), min_size=1), st.sampled_from(DELIMITERS))
def test_what_csv_writes_is_read_back(rows, delimiter):
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerows([("first", "second"), *rows])
    frame = parse_delimited(stream.getvalue(), delimiter)
    assert [tuple(row) for row in frame.to_numpy()] == rows


def test_decimal_commas_and_thousands_are_numbers():
    assert parse_delimited("a;b\n1,5;x\n2;y\n")["a"].tolist() == ["1.5", "2"]
    assert parse_delimited('a,b\n"1,500",x\n20,y\n')["a"].tolist() == ["1500", "20"]
    assert parse_delimited("a;b\n1,5;x\n-;y\n", missing={"-"})["a"].tolist() == ["1.5", "-"]


def test_a_header_alone_has_columns():
    assert parse_delimited("a,b\n").columns.tolist() == ["a", "b"]


def read_by_the_csv_module(text, delimiter, missing):
    """The slow twin: each record by the csv module, each cell a string, each column read for what it says."""
    records = list(
        csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, skipinitialspace=True, strict=True)
    )
    header, *rows = [record for record in records if record]
    assert all(len(row) == len(header) for row in rows)
    names = [name.strip() or f"column_{place}" for place, name in enumerate(header, start=1)]
    columns = {name: [row[place] for row in rows] for place, name in enumerate(names)}
    plain = {name: make_plain(cells, delimiter, missing) for name, cells in columns.items()}
    return {name: read_cells(pd.Series(cells, dtype=object), missing) for name, cells in plain.items()}


NUMBERS = st.one_of(
    st.integers(-(10**17), 10**17).map(str),
    st.floats(allow_nan=False).map(repr),
    st.sampled_from(["+1", "-0", "1.", ".5", "1e5", "1E400", "00.5", "3.10", "12345.678901234567890123"]),
)
ODD_CELLS = st.one_of(
    st.text(" \t01.,;+-eEnaNiIfF%?_", max_size=5),
    st.sampled_from(
        ["NA", "?", "", "nan", "NAN", "-nan", "inf", "true", "False", "TRUE", "007", "1_000", "\u0661", "5 %"]
    ),
    st.sampled_from(
        ["1,234", "1.234,5", "0,25", "2020-01-05", "08:30", 'say "hi"', "two\nlines", "two\r\nlines", " 5 "]
    ),
)


@st.composite
def texts(draw):
    """Columns of numbers, odd things, or both, written with or without quotes."""
    delimiter = draw(st.sampled_from(DELIMITERS))
    kinds = [NUMBERS, ODD_CELLS, st.one_of(NUMBERS, ODD_CELLS), st.one_of(NUMBERS, st.just("?"))]
    columns = draw(st.lists(st.sampled_from(kinds), min_size=1, max_size=4))
    rows = draw(st.lists(st.tuples(*columns), max_size=6))
    stream = io.StringIO()
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    ending = draw(st.sampled_from(["\n", "\r\n", "\r", "\n\n"]))
    writer = csv.writer(stream, delimiter=delimiter, quoting=quoting, lineterminator=ending)
    writer.writerows([[f"column {place}" for place in range(len(columns))], *rows])
    return stream.getvalue(), delimiter


def agree(text, delimiter, missing=MISSING_MARKS):
    try:
        slow = read_by_the_csv_module(text, delimiter, missing)
    except (AssertionError, csv.Error):
        with pytest.raises(TableError):
            read_delimited(text, delimiter, missing)
        return
    fast = read_delimited(text, delimiter, missing)
    assert list(fast) == list(slow)
    for name, column in slow.items():
        assert fast[name].dtype == column.dtype
        # repr tells None from NaN, -0.0 from 0.0, and every bit of a float.
        assert list(map(repr, fast[name].tolist())) == list(map(repr, column.tolist()))


@given(texts(), st.sampled_from([MISSING_MARKS, frozenset({"-"}), frozenset({"-9", "?"}), frozenset()]))
def test_both_parsers_read_the_same(drawn, missing):
    agree(*drawn, missing)


@given(st.text('a10.,"\n\r \t', max_size=30), st.sampled_from([",", "\t"]))
def test_both_parsers_read_or_refuse_any_text(rest, delimiter):
    agree(f"x{delimiter}y\n{rest}", delimiter)


@given(
    st.lists(
        st.lists(st.sampled_from(["", "1", "a", '"b"']), min_size=1, max_size=4), min_size=50, max_size=60
    )
)
def test_a_row_of_another_width_is_never_overlooked(rows):
    agree("x,y\n" + "1,2\n" * 60 + "".join(",".join(row) + "\n" for row in rows), ",")


def test_leading_zeros_make_codes_and_not_numbers():
    frame = read_delimited("code,size,day\n01234,0.5,2020-01-05\n98765,1.05,2020-02-03\n")
    assert frame["code"].tolist() == ["01234", "98765"]
    assert frame["size"].tolist() == [0.5, 1.05]
