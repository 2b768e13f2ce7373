"""Where proteins are found in a cell: labels from a table or from the headers, one or several for a protein."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.encoders.sequences.protein_files import Proteins
from hedgerow.encoders.sequences.residues import SequenceError
from hedgerow.foundation.frames import is_frame, to_pandas
from hedgerow.foundation.wording import count, list_names
from hedgerow.tables.files import read_file

BETWEEN = ";"
IN_HEADER = r"\bplaces?=([^\s\]]+)"
Places = tuple[str, ...]


def split_places(label: Any) -> Places:
    """The places that a label names, each once and in order; none where it is missing.

    Examples
    --------
    >>> split_places("nucleus; cytoplasm;nucleus"), split_places(["golgi"]), split_places(None)
    (('cytoplasm', 'nucleus'), ('golgi',), ())
    """
    if label is None or (isinstance(label, float) and np.isnan(label)) or label is pd.NA:
        return ()
    parts = str(label).split(BETWEEN) if np.isscalar(label) else [str(each) for each in label]
    return tuple(sorted({part.strip() for part in parts} - {""}))


def read_places(proteins: Proteins, labels: Any, pattern: str) -> tuple[list[Places] | None, list[str]]:
    """Find the places of each protein, and what is to be said about them.

    Parameters
    ----------
    proteins : Proteins
        The proteins.
    labels : path, data frame, mapping, list or None
        By name (a CSV file or a data frame whose first column is the name and the second the place, or a mapping); or
        one label for each sequence, in their order. None for the column of the source, or the headers.
    pattern : str
        What is looked for in a header; its first group names the places.

    Returns
    -------
    places : list of tuple of str or None
        None where nothing says anything of places; a protein without a label has none.
    notes : list of str
    """
    if labels is None:
        if proteins.places is not None:
            return [split_places(each) for each in proteins.places], []
        return _read_headers(proteins, pattern), []
    if isinstance(labels, str | os.PathLike):
        labels = _read_label_file(Path(labels))
    if is_frame(labels) or isinstance(labels, Mapping):
        return _look_up(proteins, _make_mapping(labels))
    if len(labels) != len(proteins.names):
        raise SequenceError(
            f"There are {count(len(labels), 'label')} for {count(len(proteins.names), 'sequence')}. Pass one for each, "
            "or a mapping from names to places."
        )
    return [split_places(each) for each in labels], []


def _read_label_file(path: Path) -> pd.DataFrame:
    frame = read_file(path)
    if frame.shape[1] < 2:
        raise SequenceError(f"{path} has one column; labels need two: the name of a sequence, and its place.")
    return frame


def _make_mapping(labels: Any) -> dict[str, Places]:
    if isinstance(labels, Mapping):
        return {str(name): split_places(label) for name, label in labels.items()}
    frame = to_pandas(labels)
    if frame.shape[1] < 2:
        raise SequenceError(
            "The labels have one column; they need two: the name of a sequence, and its place."
        )
    found: dict[str, Places] = {}
    for name, label in zip(frame.iloc[:, 0], frame.iloc[:, 1], strict=True):
        # A protein may have a line for each of its places.
        found[str(name)] = tuple(sorted({*found.get(str(name), ()), *split_places(label)}))
    return found


def _look_up(proteins: Proteins, known: Mapping[str, Places]) -> tuple[list[Places], list[str]]:
    """A UniProt name such as sp|P12345|NUCL_HUMAN is found as a whole, or by its accession or its entry name."""
    used: set[str] = set()
    places = []
    for name in proteins.names:
        key = next((each for each in (name, *name.split("|")[1:]) if each in known), None)
        places.append(() if key is None else known[key])
        used |= set() if key is None else {key}
    unused = [name for name in known if name not in used]
    if len(unused) == len(known):
        raise SequenceError(
            f"None of the {count(len(known), 'name')} with a label is that of a sequence: the labels have "
            f"{list_names(list(known)[:2])}, the sequences {list_names(proteins.names[:2])}."
        )
    notes = []
    if unused:
        notes.append(f"{count(len(unused), 'label')} without a sequence: {list_names(unused)}.")
    return places, notes


def _read_headers(proteins: Proteins, pattern: str) -> list[Places] | None:
    try:
        compiled = re.compile(pattern)
    except re.error as error:
        raise ValueError(f"pattern={pattern!r} is not a regular expression: {error}.") from error
    if compiled.groups < 1:
        raise ValueError(f"pattern={pattern!r} needs a group (...) around what names the place.")
    found = [compiled.search(header) for header in proteins.headers]
    if not any(found):
        if pattern != IN_HEADER:
            raise SequenceError(
                f"No header fits the pattern {pattern!r}. The first is: {proteins.headers[0][:80]!r}."
            )
        return None
    return [split_places(match.group(1)) if match else () for match in found]
