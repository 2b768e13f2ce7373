"""Proteins from wherever they come: FASTA files, tables with a column of sequences, and lists."""

from __future__ import annotations

import io
import os
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from hedgerow.encoders.sequences.composition import list_sequences
from hedgerow.encoders.sequences.residues import SequenceError
from hedgerow.foundation.extras import find_extra
from hedgerow.foundation.frames import MissingFileError, is_frame, to_pandas
from hedgerow.foundation.wording import quote
from hedgerow.tables.files import decode, find_name, read_file, unpack
from hedgerow.tables.table import Table

_TABLES = (".csv", ".tsv", ".tab", ".parquet", ".pq", ".arff")
_STANDARD_INPUT = "-"
_SEQUENCE_NAMES = ("sequence", "seq", "protein", "peptide")
_IDENTIFIER_NAMES = ("id", "name", "accession", "identifier", "entry")
_PLACE_NAMES = ("place", "places", "location", "label", "class", "target")
_FRAGMENT = re.compile(r"\(fragments?\)|,\s*partial\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class Proteins:
    """Sequences, and what is said of them.

    Parameters
    ----------
    name : str
        What the collection is called.
    names : list of str
        Of the sequences: the first word of a header in FASTA.
    headers : list of str
        All that a header says; empty where there is none.
    sequences : sequence of str
        As they are written.
    places : list of str or None, default=None
        Where the source has a column for it.
    target : str, default="place"
        What that column is called.
    """

    name: str
    names: list[str]
    headers: list[str]
    sequences: Sequence[Any]
    places: list[Any] | None = None
    target: str = "place"

    @property
    def fragments(self) -> list[bool]:
        """Which headers say that the sequence is not whole: "(Fragment)" in UniProt, ", partial" at NCBI."""
        return [_FRAGMENT.search(header) is not None for header in self.headers]

    def say_repeats(self) -> list[str]:
        """A note on names that occur more than once."""
        n_repeated = sum(number > 1 for number in Counter(self.names).values())
        return [f"Names of several sequences: {n_repeated:,}."] if n_repeated else []


def read_proteins(source: Any) -> Proteins:
    r"""Read sequences, their names and headers.

    Parameters
    ----------
    source : path, "-", data frame, Table, Series or list of str
        A FASTA file, which may be compressed by gzip (``"-"`` for standard input); a CSV, TSV or Parquet file, a data
        frame or a `Table` with a column ``sequence``, perhaps ``id`` and ``place``; or the sequences.

    Returns
    -------
    Proteins

    Raises
    ------
    SequenceError, MissingFileError
        If it is not there, empty, or something else.

    Examples
    --------
    >>> read_proteins(["MKV", "ALA"]).names
    ['0', '1']
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "two.fasta"
    >>> _ = path.write_text(">p1 place=nucleus\nMKV\nLA\n>p2\nALA\n")
    >>> read_proteins(path).sequences
    ['MKVLA', 'ALA']
    """
    if isinstance(source, Table):
        proteins = _read_frame(source.features, source.name)
        if source.target is None:
            return proteins
        return replace(proteins, places=source.target.tolist(), target=str(source.target.name))
    if isinstance(source, str | os.PathLike):
        return _read_file(source)
    if is_frame(source):
        return _read_frame(to_pandas(source), "proteins")
    sequences = list_sequences(source)
    index = getattr(source, "index", None)
    names = index if isinstance(index, pd.Index) else range(len(sequences))
    return Proteins("proteins", [str(name) for name in names], [""] * len(sequences), sequences)


def _read_file(source: str | os.PathLike[str]) -> Proteins:
    path = Path(source)
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if str(source) != _STANDARD_INPUT and suffixes and (set(suffixes[-2:]) & set(_TABLES)):
        return _read_frame(read_file(path), find_name(path), str(source))
    text = _read_text(source)
    told = "Standard input" if str(source) == _STANDARD_INPUT else str(source)
    if not text.strip():
        raise SequenceError(f"{told} is empty. A FASTA file has a line with > before each sequence.")
    if not text.lstrip().startswith(">"):
        raise SequenceError(
            f"{told} is not a FASTA file, because it does not begin with >. A table needs the ending .csv, .tsv or "
            ".parquet and a column named sequence."
        )
    headers, sequences = _parse_fasta(text)
    names = [header.split(maxsplit=1)[0] if header.split() else str(n) for n, header in enumerate(headers)]
    name = "proteins" if str(source) == _STANDARD_INPUT else find_name(path)
    return Proteins(name, names, headers, sequences)


def _read_text(source: str | os.PathLike[str]) -> str:
    if str(source) == _STANDARD_INPUT:
        return decode(unpack(sys.stdin.buffer.read()))
    path = Path(source)
    if path.is_dir():
        raise SequenceError(f"{source} is a folder. Name a FASTA file in it.")
    if not path.exists():
        hint = " Is it a sequence? Pass a list of them." if re.fullmatch(r"[A-Z]{20,}", str(source)) else ""
        raise MissingFileError(f"There is no file {source}.{hint}")
    try:
        return decode(unpack(path.read_bytes()))
    except SequenceError:
        raise
    except ValueError as error:
        raise SequenceError(f"{source} is not a FASTA file: it is not text.") from error


def _parse_fasta(text: str) -> tuple[list[str], list[str]]:
    find_extra("Bio", "Reading FASTA", "sequences")
    from Bio.SeqIO.FastaIO import SimpleFastaParser

    parse: Any = SimpleFastaParser
    pairs = list(parse(io.StringIO(text)))
    return [header for header, _ in pairs], [sequence for _, sequence in pairs]


def _read_frame(frame: pd.DataFrame, name: str, source: str = "The table") -> Proteins:
    columns = {str(column).strip().casefold(): column for column in frame.columns}

    def find(wanted: tuple[str, ...]) -> Any:
        return next((columns[word] for word in wanted if word in columns), None)

    letters = find(_SEQUENCE_NAMES)
    if letters is None and frame.shape[1] == 1:
        letters = frame.columns[0]
    if letters is None:
        shown = ", ".join(quote(column) for column in list(frame.columns)[:5])
        raise SequenceError(
            f"{source} has no column named sequence, but {shown}. Rename that of the sequences."
        )
    identifiers, places = find(_IDENTIFIER_NAMES), find(_PLACE_NAMES)
    names = range(len(frame)) if identifiers is None else frame[identifiers]
    return Proteins(
        name,
        [str(each) for each in names],
        [""] * len(frame),
        frame[letters].astype(object).tolist(),
        None if places is None else frame[places].astype(object).tolist(),
        "place" if places is None else str(places),
    )
