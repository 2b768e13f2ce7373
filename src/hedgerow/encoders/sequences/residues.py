"""Letters of sequences as codes: what stands for which residue, what is taken out, and how often that happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.encoders.sequences.amino_acids import AMINO_ACIDS, EITHER_OF, LETTERS, RARE, UNKNOWN
from hedgerow.foundation.frames import TableError
from hedgerow.foundation.wording import count, quote

_GAP, _STOP, _SPACE, _BAD = (
    200,
    201,
    202,
    255,
)  # among the codes of letters, before they are taken out or refused
_GAPS, _SPACES = "-.", " \t\r\n"
_BASES = "ACGTUN"
_MOSTLY_BASES = 0.95  # of a chain of nucleotides
_FEWEST_TELLING = 20  # letters; a short peptide may be made of Ala, Cys, Gly and Thr


class SequenceError(TableError):
    """A sequence cannot be read as a protein; the message names it and the way out."""


@dataclass(frozen=True, eq=False)
class Residues:
    """Sequences end to end, as codes of letters, and what was odd about each.

    Parameters
    ----------
    codes : ndarray of uint8
        Places in `LETTERS`.
    starts : ndarray of int64 of shape (n_sequences + 1,)
        Where each sequence begins; the last one is where all end.
    odd : dict of str to ndarray of shape (n_sequences,)
        How many letters of each sequence are lower case, gaps, stops, rare, one of two, or unknown.
    """

    codes: NDArray[np.uint8]
    starts: NDArray[np.int64]
    odd: dict[str, NDArray[np.int64]]

    @classmethod
    def read(cls, sequences: Sequence[Any], names: Sequence[str] | None = None) -> Residues:
        """Read sequences of one-letter codes.

        Small letters are read as capitals. Gaps (``-``, ``.``), white space and the stops (``*``) at the end are taken
        out; a stop inside is an unknown residue. U counts as C, and O as K.

        Parameters
        ----------
        sequences : sequence of str
            One-letter codes.
        names : sequence of str or None, default=None
            What the sequences are called in messages; None to number them from 0.

        Raises
        ------
        SequenceError
            If one is not text, or holds what stands for no amino acid.

        Examples
        --------
        >>> residues = Residues.read(["MKV-l*", "BU"])
        >>> residues.codes.tolist(), residues.starts.tolist(), residues.odd["gaps"].tolist()
        ([10, 8, 17, 9, 20, 1], [0, 4, 6], [1, 0])
        """
        texts, ends = _strip(sequences, names)
        raw = np.frombuffer("".join(texts).encode("latin-1", "replace"), np.uint8)
        starts = np.concatenate([[0], np.cumsum([len(text) for text in texts], dtype=np.int64)])
        codes = _CODES[raw]
        if (codes == _BAD).any():
            _refuse_letter(texts, starts, int((codes == _BAD).argmax()), names)
        inner = codes == _STOP
        codes[inner] = LETTERS.index(UNKNOWN)
        is_gap = codes == _GAP
        stays = ~is_gap & (codes != _SPACE)
        odd = {
            "lower case": _count_by_sequence(_IS_LOWER[raw], starts),
            "gaps": _count_by_sequence(is_gap, starts) + _count_letters(ends, _GAPS),
            "stops": _count_by_sequence(inner, starts) + _count_letters(ends, "*"),
            "rare": _count_by_sequence(_IS_RARE[raw], starts),
            "one of two": _count_by_sequence((codes >= 20) & (codes < LETTERS.index(UNKNOWN)), starts),
            "unknown": _count_by_sequence(codes == LETTERS.index(UNKNOWN), starts),
        }
        left = np.concatenate([[0], np.cumsum(stays)])[starts]
        return cls(np.ascontiguousarray(codes[stays]), left.astype(np.int64), odd)

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Number of residues of each sequence, the unknown ones among them."""
        return np.diff(self.starts)

    @property
    def n_known(self) -> NDArray[np.int64]:
        """Number of residues of each sequence that are known."""
        return np.asarray(self.lengths - self.odd["unknown"])

    def take(self, chosen: NDArray[np.intp]) -> Residues:
        """Some of the sequences, in this order."""
        parts = [self.codes[self.starts[each] : self.starts[each + 1]] for each in chosen]
        codes = np.concatenate([np.empty(0, np.uint8), *parts])
        starts = np.concatenate([[0], np.cumsum(self.lengths[chosen])]).astype(np.int64)
        return Residues(codes, starts, {word: counts[chosen] for word, counts in self.odd.items()})

    def find_nucleotides(self) -> NDArray[np.bool_]:
        """Which sequences are DNA or RNA: nearly all letters of twenty or more are A, C, G, T, U or N.

        U is read as C, so both count alike; a protein has as few other letters about never.
        """
        is_base = np.zeros(len(LETTERS), np.bool_)
        is_base[[LETTERS.index(RARE.get(letter, letter)) for letter in _BASES]] = True
        n_bases = _count_by_sequence(is_base[self.codes], self.starts)
        return np.asarray(
            (self.lengths >= _FEWEST_TELLING) & (n_bases >= _MOSTLY_BASES * np.maximum(self.lengths, 1))
        )

    def say_oddities(self) -> list[str]:
        """What was done with odd letters, a sentence for each kind of them."""
        said = []
        for word, rule in _RULES.items():
            counts = self.odd[word]
            if counts.any():
                where = count(int((counts > 0).sum()), "sequence")
                n_letters = int(counts.sum())
                said.append(
                    rule.format(letters=count(n_letters, "letter"), gaps=count(n_letters, "gap"), where=where)
                )
        return said


_RULES = {
    "lower case": "Read {letters} of lower case in {where} as capitals.",
    "gaps": "Took {gaps} out of {where}.",
    "stops": "Read stops (*) in {where}: they end a sequence, and inside one they are unknown residues ({letters}).",
    "rare": "Counted selenocysteine (U) as cysteine and pyrrolysine (O) as lysine in {where} ({letters}).",
    "one of two": "Counted B as half Asp and half Asn, Z as half Glu and half Gln, J as half Ile and half Leu in "
    "{where} ({letters}).",
    "unknown": "Left unknown residues out of all counts, and the pairs that they are part of, in {where} ({letters}).",
}


def _make_codes() -> NDArray[np.uint8]:
    codes = np.full(256, _BAD, np.uint8)
    for place, letter in enumerate(LETTERS):
        codes[ord(letter)] = place
    for letter, meant in RARE.items():
        codes[ord(letter)] = LETTERS.index(meant)
    for letter in [*AMINO_ACIDS, *EITHER_OF, *RARE, UNKNOWN]:
        codes[ord(letter.lower())] = codes[ord(letter)]
    codes[[ord(letter) for letter in _GAPS]] = _GAP
    codes[[ord(letter) for letter in _SPACES]] = _SPACE
    codes[ord("*")] = _STOP
    return codes


_CODES = _make_codes()
_IS_LOWER = (np.arange(256) >= ord("a")) & (np.arange(256) <= ord("z"))
_IS_RARE = np.isin(np.arange(256), [ord(each) for letter in RARE for each in (letter, letter.lower())])


def _strip(sequences: Iterable[Any], names: Sequence[str] | None) -> tuple[list[str], list[str]]:
    """The texts, and what stands behind the last residue of each."""
    texts, ends = [], []
    for place, each in enumerate(sequences):
        if not isinstance(each, str):
            raise SequenceError(
                f"Sequence {_name(names, place)} is {each!r}, which is not text. Leave it out, or pass its letters."
            )
        texts.append(each.rstrip("*" + _GAPS + _SPACES))
        ends.append(each[len(texts[-1]) :])
    return texts, ends


def _count_letters(texts: Sequence[str], letters: str) -> NDArray[np.int64]:
    return np.array([sum(text.count(letter) for letter in letters) for text in texts], np.int64)


def _name(names: Sequence[str] | None, place: int) -> str:
    return str(place) if names is None else quote(names[place])


def _refuse_letter(
    texts: Sequence[str], starts: NDArray[np.int64], place: int, names: Sequence[str] | None
) -> None:
    sequence = int(np.searchsorted(starts, place, side="right")) - 1
    inside = place - int(starts[sequence])
    raise SequenceError(
        f"Sequence {_name(names, sequence)} holds {texts[sequence][inside]!r} at place {inside + 1}, which stands for "
        "no amino acid. Is this a file of proteins in one-letter codes?"
    )


def _count_by_sequence(marks: NDArray[np.bool_], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    sums = np.concatenate([[0], np.cumsum(marks, dtype=np.int64)])
    return np.asarray(sums[starts[1:]] - sums[starts[:-1]])
