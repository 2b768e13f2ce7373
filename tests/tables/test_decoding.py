"""Encodings are told apart by what is in the bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.tables import TableError
from hedgerow.tables.decoding import decode, detect_encoding


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"]
)
def test_text_comes_back_whatever_its_encoding(encoding):
    text = "größe,prix\n1,café\n"
    assert decode(text.encode(encoding)) == text


def test_what_is_not_windows_1252_is_latin_1():
    assert detect_encoding(b"caf\x81\xe9") == "latin-1"


@given(st.text())
def test_utf_8_round_trip(text):
    assert decode(text.encode(), "utf-8") == text


def test_a_wrong_encoding_is_refused_with_the_place():
    with pytest.raises(TableError, match=r"Byte 1 is not valid ascii.*encoding=None"):
        decode("né".encode(), "ascii")
    with pytest.raises(TableError, match="Python knows no encoding 'utf-9'"):
        decode(b"a", "utf-9")


@pytest.mark.parametrize(
    "content", [bytes(range(256)) * 20, b"PAR1\x15\x04" + bytes(40), b"text\0" + b"text" * 50]
)
def test_bytes_that_are_no_text_are_refused(content):
    with pytest.raises(TableError, match="This is not text"):
        decode(content)
