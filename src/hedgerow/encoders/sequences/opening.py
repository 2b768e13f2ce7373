"""From sequences to a table: what is read, what is left out and why, and the columns."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.encoders.sequences.composition import ProteinComposition
from hedgerow.encoders.sequences.near_copies import IDENTITIES, find_copies_among
from hedgerow.encoders.sequences.places import BETWEEN, IN_HEADER, Places, read_places
from hedgerow.encoders.sequences.protein_files import Proteins, read_proteins
from hedgerow.encoders.sequences.residues import Residues, SequenceError
from hedgerow.foundation.constraints import Count, Word, check, check_parameters
from hedgerow.foundation.wording import count, list_names
from hedgerow.tables.table import Kind, Table


class SequenceWarning(UserWarning):
    """Sequences were left out of a table."""


@dataclass(frozen=True, eq=False)
class OpenedSequences:
    """A table of proteins, and what became of those that are not in it. Made by `open_sequences`.

    Parameters
    ----------
    table : Table
        A row for each protein that is left; the target, ``place`` or as the source calls it, where labels are known,
        several places as one label with ``;`` between them.
    names : tuple of str
        Of the rows.
    label_sets : DataFrame or None
        A column of zeros and ones for each place, for classifiers of many labels; None without labels.
    left_out : DataFrame
        The names of the sequences that were left out, and why.
    notes : tuple of str
        What was done with what is odd, a sentence each, with counts.
    """

    table: Table
    names: tuple[str, ...]
    label_sets: pd.DataFrame | None
    left_out: pd.DataFrame
    notes: tuple[str, ...]

    def frame(self) -> pd.DataFrame:
        """The table as one frame: the names as ``id``, the columns, and the place where it is known."""
        frame = self.table.features.copy()
        frame.insert(0, "id", list(self.names))
        return frame if self.table.target is None else frame.join(self.table.target)


def encode_sequences(source: Any, **options: Any) -> Table:
    """Make a table of proteins: 495 columns that tell what each is made of, and where it is found.

    Parameters
    ----------
    source : path, "-", data frame, Table, Series or list of str
        A FASTA file, a table with a column ``sequence``, or the sequences.
    **options
        As for `open_sequences`.

    Returns
    -------
    Table

    Warns
    -----
    SequenceWarning
        Where sequences are left out. `open_sequences` returns the same in its notes, and warns of nothing.

    Examples
    --------
    >>> encode_sequences(["MKVLAAGIVGLCAKTWERDNSQFHYPMSTEEELK", "MSTEEELKRVVGHIMKVLAAGIVGLCAKTWERD"], labels=["a", "b"])
    Table 'proteins': 2 rows, 495 features (495 number), target 'place' (a 1, b 1)
    """
    opened = open_sequences(source, **options)
    if len(opened.left_out):
        reasons = opened.left_out["reason"].value_counts()
        listed = ", ".join(f"{number:,} ({reason})" for reason, number in reasons.items())
        warnings.warn(f"Sequences were left out: {listed}.", SequenceWarning, stacklevel=2)
    return opened.table


def open_sequences(
    source: Any,
    *,
    labels: Any = None,
    pattern: str = IN_HEADER,
    encoder: ProteinComposition | None = None,
    min_length: int | None = None,
    fragments: str = "drop",
    several: str = "keep",
    identity: float | None = None,
    name: str | None = None,
) -> OpenedSequences:
    r"""Read proteins and encode them; what is left out is counted, and listed.

    Left out are, in this order: proteins without a label, where others have one; fragments; nucleotide sequences;
    those with fewer known residues than `min_length`; proteins of several places, if these are not wanted; and near
    copies of longer ones.

    Parameters
    ----------
    source : path, "-", data frame, Table, Series or list of str
        A FASTA file, which may be compressed by gzip (``"-"`` for standard input); a CSV, TSV or Parquet file, a data
        frame or a `Table` with a column ``sequence``, perhaps ``id`` and ``place``; or the sequences.
    labels : path, data frame, mapping, list or None, default=None
        Where each protein is found: by its name (a CSV file or a data frame of names and places, or a mapping), or one
        for each sequence. Several places have ``;`` between them, or a line each. None for the column ``place`` of the
        source, or the headers.
    pattern : str, default=r"\bplaces?=([^\s\]]+)"
        A regular expression whose first group names the places in a header, as in ``>P1 place=nucleus;cytoplasm``.
    encoder : ProteinComposition or None, default=None
        Which columns; None for the 495.
    min_length : int or None, default=None
        Fewest known residues; None for one more than the largest lag. The paper leaves out what is shorter than 50.
    fragments : {"drop", "keep"}, default="drop"
        What to do with sequences whose header says that they are fragments.
    several : {"keep", "drop"}, default="keep"
        What to do with proteins that have several places; the paper leaves them out.
    identity : float or None, default=None
        Leave out near copies from this share of equal residues on, see `find_near_copies`; None to keep all.
    name : str or None, default=None
        What to call the table; by default the name of the file.

    Returns
    -------
    OpenedSequences

    Raises
    ------
    SequenceError
        If there is nothing to encode, or it is not of proteins; the message says what to do.

    Examples
    --------
    >>> opened = open_sequences(
    ...     ["MKVLAAGIVGLCAKTWERDNSQFHYPMSTEE-LK", "MKV", "mstEEELKRVVGHIMKVLAAGIVGLCAKTWERD"],
    ...     labels=["nucleus;cytoplasm", "golgi", "golgi"],
    ... )
    >>> opened.label_sets
       cytoplasm  golgi  nucleus
    0          1      0        1
    1          0      1        0
    >>> for note in opened.notes:
    ...     print(note)
    Left out 1 of 3 sequences: fewer than 26 known residues ('1').
    Read 3 letters of lower case in 1 sequence as capitals.
    Took 1 gap out of 1 sequence.
    1 of 2 proteins is found in several places.
    """
    encoder = ProteinComposition() if encoder is None else encoder
    check_parameters(encoder)
    check("min_length", min_length, Count() | None)
    check("fragments", fragments, Word("drop", "keep"))
    check("several", several, Word("drop", "keep"))
    check("identity", identity, IDENTITIES | None)
    proteins = read_proteins(source)
    if not proteins.names:
        raise SequenceError(f"{proteins.name} holds no sequences.")
    residues = Residues.read(proteins.sequences, proteins.names)
    places, notes = read_places(proteins, labels, pattern)
    least = _find_least(encoder) if min_length is None else min_length
    sieve = _Sieve(proteins, residues)
    if places is not None:
        sieve.drop([not each for each in places], "no label")
    if fragments == "drop":
        sieve.drop(proteins.fragments, "a fragment")
    _refuse_nucleotides(sieve, residues)
    sieve.drop(residues.n_known < least, f"fewer than {least} known residues")
    if places is not None and several == "drop":
        sieve.drop([len(each) > 1 for each in places], "several places")
    _refuse_nothing(sieve, residues, least)
    if identity is not None:
        notes += _drop_copies(sieve, identity, places)
    return _make_opened(sieve, places, encoder, name or proteins.name, notes)


def _make_opened(
    sieve: _Sieve, places: list[Places] | None, encoder: ProteinComposition, name: str, notes: list[str]
) -> OpenedSequences:
    rows, proteins = sieve.rows, sieve.proteins
    kept = sieve.residues.take(rows)
    chosen = None if places is None else [places[row] for row in rows]
    return OpenedSequences(
        _make_table(name, encoder, kept, chosen, proteins.target),
        tuple(proteins.names[row] for row in rows),
        None if chosen is None else _make_label_sets(chosen),
        sieve.list_left_out(),
        (
            *sieve.say(),
            *kept.say_oddities(),
            *proteins.say_repeats(),
            *notes,
            *([] if chosen is None else _say_several(chosen)),
        ),
    )


def _find_least(encoder: ProteinComposition) -> int:
    """Residues that a sequence needs for every column to have a value."""
    return encoder.n_lags + 1 if "pseudo" in encoder.parts else 1 + ("dipeptides" in encoder.parts)


class _Sieve:
    """Which sequences are left, and why the others are not."""

    def __init__(self, proteins: Proteins, residues: Residues) -> None:
        self.proteins, self.residues = proteins, residues
        self.reasons = np.full(len(proteins.names), "", dtype=object)

    @property
    def rows(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.reasons == "")

    def drop(self, refused: Sequence[bool] | NDArray[np.bool_], reason: str) -> None:
        self.reasons[np.asarray(refused, np.bool_) & (self.reasons == "")] = reason

    def say(self) -> list[str]:
        total = count(self.reasons.size, "sequence")
        said = []
        for reason in dict.fromkeys(self.reasons[self.reasons != ""]):
            names = [self.proteins.names[row] for row in np.flatnonzero(self.reasons == reason)]
            said.append(f"Left out {len(names):,} of {total}: {reason} ({list_names(names)}).")
        return said

    def list_left_out(self) -> pd.DataFrame:
        rows = np.flatnonzero(self.reasons != "")
        names = [self.proteins.names[row] for row in rows]
        return pd.DataFrame({"id": pd.Series(names, dtype=object), "reason": self.reasons[rows]})


def _refuse_nucleotides(sieve: _Sieve, residues: Residues) -> None:
    nucleotides = residues.find_nucleotides()
    n_found = int(nucleotides.sum())
    if 2 * n_found > nucleotides.size:
        raise SequenceError(
            f"{n_found:,} of {nucleotides.size:,} sequences look like DNA or RNA, not like proteins: their "
            "letters are A, C, G, T, U and N. Translate them first."
        )
    sieve.drop(nucleotides, "letters of DNA or RNA")


def _refuse_nothing(sieve: _Sieve, residues: Residues, least: int) -> None:
    if sieve.rows.size:
        return
    reasons = Counter(str(reason) for reason in sieve.reasons)
    listed = "; ".join(f"{reason} ({number:,})" for reason, number in reasons.items())
    longest = int(residues.n_known.max())
    short = longest < least
    way_out = f" The longest has {longest}; ask for fewer lags, or a smaller min_length." if short else ""
    raise SequenceError(f"No sequence is left to encode: {listed}.{way_out}")


def _drop_copies(sieve: _Sieve, identity: float, places: list[Places] | None) -> list[str]:
    """Leave near copies out; a note says how many had other places than what was kept."""
    rows = sieve.rows
    originals = rows[find_copies_among(sieve.residues.take(rows), identity)]
    copies = originals != rows
    refused = np.zeros(sieve.reasons.size, np.bool_)
    refused[rows[copies]] = True
    sieve.drop(refused, f"a near copy (identity {identity:g} or more) of a longer sequence")
    pairs = zip(rows[copies], originals[copies], strict=True)
    n_elsewhere = 0 if places is None else sum(places[row] != places[original] for row, original in pairs)
    if not n_elsewhere:
        return []
    copies_told = count(n_elsewhere, "near copy", "near copies")
    return [f"{copies_told} had other places than the sequence that was kept."]


def _say_several(places: list[Places]) -> list[str]:
    n_several = sum(len(each) > 1 for each in places)
    if not n_several:
        return []
    verb = "is" if n_several == 1 else "are"
    return [f"{n_several:,} of {count(len(places), 'protein')} {verb} found in several places."]


def _make_label_sets(places: list[Places]) -> pd.DataFrame:
    every = sorted({place for each in places for place in each})
    return pd.DataFrame({place: [int(place in each) for each in places] for place in every})


def _make_table(
    name: str, encoder: ProteinComposition, residues: Residues, places: list[Places] | None, target: str
) -> Table:
    columns = encoder.get_feature_names_out()
    features = pd.DataFrame(encoder.transform_residues(residues), columns=list(columns))
    kinds: dict[str, Kind] = dict.fromkeys(columns, "number")
    if places is None:
        return Table(name, features, None, kinds, None)
    joined = pd.Series([BETWEEN.join(each) for each in places], name=target, dtype=object)
    return Table(name, features, joined, kinds, "classification")
