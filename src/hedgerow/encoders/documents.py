"""Documents: their texts, names and topics, from a folder, a table or a list."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from hedgerow.foundation.frames import TableError, is_frame, to_pandas
from hedgerow.foundation.wording import count, list_names, quote, suggest
from hedgerow.tables.files import decode, read_file, unpack


@dataclass(frozen=True, eq=False, repr=False)
class Documents:
    """Texts with their names and, where they are known, their topics. Made by `read_documents`.

    Parameters
    ----------
    names : tuple of str
        What each document is called: a file by its place in the folder, a row by its number.
    texts : tuple of str
        What stands in them.
    topics : tuple of str or None
        What each is about; None where nobody has said.
    notes : tuple of str, default=()
        What was left out, and why.

    Examples
    --------
    >>> read_documents(["A ball game.", "The court sat."], topics=["sport", "law"])
    Documents: 2 texts of 2 topics
    """

    names: tuple[str, ...]
    texts: tuple[str, ...]
    topics: tuple[str, ...] | None
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        known = "" if self.topics is None else f" of {count(len(set(self.topics)), 'topic')}"
        return f"Documents: {count(len(self), 'text')}{known}"

    def frame(self) -> pd.DataFrame:
        """Return one row for each document: its name, its topic where it has one, and its text."""
        columns: dict[str, Any] = {"document": self.names}
        if self.topics is not None:
            columns["topic"] = self.topics
        return pd.DataFrame(columns | {"text": self.texts})


def read_documents(
    source: str | os.PathLike[str] | pd.DataFrame | Iterable[str],
    *,
    column: str | None = None,
    topics: str | Sequence[str] | None = None,
) -> Documents:
    """Read texts and what they are about.

    Parameters
    ----------
    source : path, data frame or iterable of str
        A folder of text files, one document each, in which sub-folders are topics; a table (CSV, Parquet) or a data
        frame with a column of texts; or the texts themselves.
    column : str or None, default=None
        Of a table, the column with the texts.
    topics : str, sequence of str or None, default=None
        Of a table, the column with the topics; of a list of texts, their topics.

    Returns
    -------
    Documents

    Raises
    ------
    TableError
        If there are no texts, or a file is not text; the message names it.

    Notes
    -----
    Of a folder every file counts but hidden ones, in the order of their names. The encoding of a file is
    found by `read_table`'s rules. Where some files lie in sub-folders and others do not, the topic of the others is
    unknown, so all of them must move into one. Rows of a table whose text or topic is missing are left out, with a
    note; the names of documents keep the numbers of the rows.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = pathlib.Path(tempfile.mkdtemp())
    >>> for topic, text in [("sport", "A ball game."), ("law", "The court sat.")]:
    ...     (folder / topic).mkdir()
    ...     _ = (folder / topic / "1.txt").write_text(text)
    >>> documents = read_documents(folder)
    >>> documents.names, documents.topics
    (('law/1.txt', 'sport/1.txt'), ('law', 'sport'))
    """
    if isinstance(source, str | os.PathLike):
        path = Path(source)
        if path.is_dir():
            _refuse_columns(path, column, topics)
            return _read_folder(path)
        return _read_columns(read_file(path, as_words=True), column, topics, str(path))
    if is_frame(source):
        return _read_columns(to_pandas(source), column, topics, "the data frame")
    return _read_list(list(source), topics)


def _refuse_columns(path: Path, column: str | None, topics: Any) -> None:
    if column is not None or topics is not None:
        raise TableError(
            f"{path} is a folder, whose files are the texts and whose sub-folders are the topics; leave column and "
            "topics away, or name a table."
        )


def _read_folder(folder: Path) -> Documents:
    paths = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )
    if not paths:
        raise TableError(f"There is no file in the folder {folder}. Put a text file there for each document.")
    texts = tuple(_read_text(path) for path in paths)
    places = [path.relative_to(folder) for path in paths]
    deep = [place for place in places if len(place.parts) > 1]
    if deep and len(deep) < len(places):
        loose = next(place for place in places if len(place.parts) == 1)
        raise TableError(
            f"{folder}: {len(deep)} of {len(places)} files lie in sub-folders, which are topics, but {loose} does not. "
            "Move it into the sub-folder of its topic, or all files into one folder."
        )
    topics = tuple(place.parts[0] for place in places) if deep else None
    return Documents(tuple(place.as_posix() for place in places), texts, topics)


def _read_text(path: Path) -> str:
    try:
        return decode(unpack(path.read_bytes()))
    except TableError:
        raise TableError(
            f"{path} is not a text file: its bytes are no words. Save it as plain text, or move it out of the folder."
        ) from None


def _read_columns(frame: pd.DataFrame, column: str | None, topics: Any, where: str) -> Documents:
    names = [str(name) for name in frame.columns]
    if column is None:
        raise TableError(
            f"Say which column of {where} holds the texts: it has {list_names(names)} (column=, or --column)."
        )
    wanted = [column] if topics is None else [column, topics]
    if not all(isinstance(name, str) for name in wanted):
        raise TableError(f"topics={topics!r} must name a column of {where}.")
    for name in wanted:
        if name not in names:
            raise TableError(f"There is no column {quote(name)} in {where}. {suggest(name, names)}")
    chosen = frame.set_axis(names, axis=1)[wanted]
    known = chosen.notna().all(axis=1).to_numpy() & (chosen[column].astype(str).str.strip() != "").to_numpy()
    if not known.any():
        raise TableError(f"No row of {where} has a text in the column {quote(column)}.")
    notes = []
    if not known.all():
        notes.append(f"Left out {int((~known).sum())} of {len(known)} rows, which have no text or no topic.")
    rows = [f"row {place + 1}" for place in known.nonzero()[0]]
    kept = chosen[known].astype(str)
    told = None if topics is None else tuple(kept[topics])
    return Documents(tuple(rows), tuple(kept[column]), told, tuple(notes))


def _read_list(texts: list[Any], topics: Any) -> Documents:
    wrong = next((each for each in texts if not isinstance(each, str)), None)
    if wrong is not None:
        raise TableError(f"A document is a text, not a {type(wrong).__name__}: {wrong!r}. Pass strings.")
    if not texts:
        raise TableError("There are no documents. Pass at least one text.")
    if isinstance(topics, str) or (topics is not None and len(topics) != len(texts)):
        given = "one name" if isinstance(topics, str) else f"{len(topics)} topics"
        raise TableError(f"There are {len(texts)} texts but {given}. Pass a topic for each text.")
    names = tuple(f"text {place + 1}" for place in range(len(texts)))
    return Documents(names, tuple(texts), None if topics is None else tuple(map(str, topics)))


def count_topics(topics: Sequence[str]) -> dict[str, int]:
    """Count the documents of each topic, in the order of their names.

    Examples
    --------
    >>> count_topics(["b", "a", "b"])
    {'a': 1, 'b': 2}
    """
    return dict(sorted(Counter(topics).items()))
