"""Delimited text: delimiters, quotes and ragged rows."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.tables import TableError
from hedgerow.tables.delimited import DELIMITERS, detect_delimiter, parse_delimited


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
