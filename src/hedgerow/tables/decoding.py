"""Bytes to text, whatever the encoding."""

from __future__ import annotations

import codecs

from hedgerow.foundation.table_errors import TableError

_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}

_N_LOOKED_AT = 1000


def decode(content: bytes, encoding: str | None = None) -> str:
    r"""Decode the content of a file.

    Parameters
    ----------
    content : bytes
        The file as it is on disk.
    encoding : str, optional
        The encoding, when it is known. Otherwise a byte order mark decides; without one, UTF-16 gives itself
        away by zero bytes, UTF-8 by being valid, and what is left is Windows-1252 or Latin-1.

    Returns
    -------
    str
        The text, without byte order mark.

    Examples
    --------
    >>> decode("naïve".encode("cp1252")) == decode("naïve".encode("utf-16")) == "naïve"
    True
    """
    if encoding is None and _is_binary(content):
        raise TableError(
            "This is not text. Was it a spreadsheet, an archive or a Parquet file? Save it as CSV."
        )
    try:
        return content.decode(encoding or detect_encoding(content))
    except LookupError as error:
        raise TableError(
            f"Python knows no encoding {encoding!r}. Leave encoding=None to have it detected."
        ) from error
    except UnicodeDecodeError as error:
        raise TableError(
            f"Byte {error.start} is not valid {error.encoding}. "
            "Name the file's encoding, e.g. encoding='latin-1', or leave encoding=None to have it detected."
        ) from error


def _is_binary(content: bytes) -> bool:
    """Whether zero bytes are strewn as no text has them: UTF-16 has them at every second place, others nowhere."""
    start = content[:_N_LOOKED_AT]
    if b"\0" not in start or any(content.startswith(mark) for mark in _BYTE_ORDER_MARKS):
        return False
    fewer, more = sorted((start[0::2].count(0), start[1::2].count(0)))
    return fewer > 0 or more < len(start) / 8


def detect_encoding(content: bytes) -> str:
    """Guess the encoding of some bytes.

    Examples
    --------
    >>> detect_encoding("café".encode()), detect_encoding("café".encode("latin-1"))
    ('utf-8', 'cp1252')
    """
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if content.startswith(mark):
            return encoding
    # In UTF-16 the high byte of every western letter is zero: the second of a pair, or the first.
    if b"\0" in content[:_N_LOOKED_AT]:
        return "utf-16-le" if content[:_N_LOOKED_AT].index(b"\0") % 2 else "utf-16-be"
    for encoding in ("utf-8", "cp1252"):
        try:
            content.decode(encoding)
        except UnicodeDecodeError:
            continue
        return encoding
    return "latin-1"  # never fails
