"""Proteins of places in a cell: sequences of Markov chains, one chain for each place."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd
from sklearn.utils import check_random_state

from hedgerow.datasets.sample import Seed
from hedgerow.foundation.constraints import Count, Number, check
from hedgerow.tables.table import Table

# Proteins of one place in table 1 of Rozza et al. (2010), 5,091 of them.
PLACES = {
    "acrosome": 17, "golgi": 157, "hydrogenosome": 13, "lysosome": 59, "melanosome": 13, "microsome": 23,
    "mitochondrion": 488, "nucleus": 1077, "peroxisome": 92, "plasma_membrane": 647, "extracell": 609,
    "cell_wall": 47, "spindle_pole_body": 17, "synapse": 13, "vacuole": 91, "centriole": 45, "chloroplast": 497,
    "cyanelle": 85, "cytoplasm": 741, "cytoskeleton": 46, "endoplasmic_reticulum": 275, "endosome": 39,
}  # fmt: skip
# And of two, three and four places, in the collection that they are from.
_SEVERAL = {2: 495, 3: 28, 4: 4}
_LETTERS = np.array(list("ACDEFGHIKLMNPQRSTVWY"))
# Of all residues in UniProtKB/Swiss-Prot, in per cent.
_SHARES = np.array([
    8.25, 1.38, 5.46, 6.72, 3.86, 7.07, 2.27, 5.91, 5.80, 9.65, 2.41, 4.06, 4.74, 3.93, 5.53, 6.64, 5.36, 6.86, 1.10,
    2.92,
])  # fmt: skip
_MIDDLE_LENGTH, _SPREAD_OF_LENGTHS, _SHORTEST, _LONGEST = 360, 0.5, 60, 1500


@dataclass(frozen=True, eq=False)
class ProteinSample:
    """Sequences, where they are found, and the chains that they were drawn from.

    Attributes
    ----------
    sequences : list of str
        One-letter codes.
    places : list of tuple of str
        Where each is found, one place or several, in order.
    names : list of str
        Of the sequences.
    chains : ndarray of shape (22, 20, 20)
        The truth: for each place of `place_names` the probability of a residue (last axis) after another one, both in
        alphabetical order of their letters.
    place_names : tuple of str
        The places, in the order of table 1.
    """

    sequences: list[str]
    places: list[tuple[str, ...]]
    names: list[str]
    chains: npt.NDArray[np.float64]
    place_names: tuple[str, ...] = tuple(PLACES)

    def frame(self) -> pd.DataFrame:
        """Columns ``id``, ``sequence`` and ``place``; several places have ``;`` between them."""
        places = [";".join(each) for each in self.places]
        return pd.DataFrame({"id": self.names, "sequence": self.sequences, "place": places})

    def table(self) -> Table:
        """The sequences as a `Table` of one column, with the target ``place``."""
        frame = self.frame()
        return Table("proteins", frame[["sequence"]], frame["place"], {"sequence": "text"}, "classification")

    def write_fasta(self, path: str | os.PathLike[str]) -> None:
        """Write a FASTA file whose headers name the places, as in ``>P1 place=nucleus;cytoplasm``."""
        records = zip(self.names, self.places, self.sequences, strict=True)
        lines = [f">{name} place={';'.join(places)}\n{sequence}\n" for name, places, sequence in records]
        Path(path).write_text("".join(lines), encoding="ascii")

    def log_likelihoods(self) -> npt.NDArray[np.float64]:
        """How likely each sequence is under the chain of each place, of shape (n_sequences, 22), as logarithms.

        With ``spread=0`` and each protein in one place, the place that is likeliest, the shares of the places being
        known, is the best answer that there is.
        """
        logs = np.log(self.chains).reshape(len(self.chains), -1)
        counts = np.empty((len(self.sequences), _LETTERS.size**2))
        for row, sequence in enumerate(self.sequences):
            codes = np.searchsorted(_LETTERS, list(sequence))
            counts[row] = np.bincount(codes[:-1] * _LETTERS.size + codes[1:], minlength=_LETTERS.size**2)
        return np.asarray(counts @ logs.T)


def make_proteins(
    scale: float = 1.0,
    *,
    several: bool = False,
    fewest: int = 13,
    contrast: float = 0.2,
    order: float = 0.08,
    spread: float = 0.3,
    random_state: Seed = None,
) -> ProteinSample:
    r"""Draw protein sequences of 22 places in a cell, as unbalanced as a published collection.

    Each place has a Markov chain. From the shares of amino acids in known proteins, :math:`q_b`, the chances of residue
    b after a are

    .. math:: P(b \mid a) \propto q_b \exp(c \, u_b + o \, v_{ab} + s \, w_b),

    with u and v drawn once for each place, and w once for each protein, all standard normal. A protein of several
    places has the mean of their u and v.

    Parameters
    ----------
    scale : float, default=1.0
        Share of the 5,091 proteins of table 1; no place gets fewer than `fewest` proteins that has as many there.
    several : bool, default=False
        Whether to add proteins of two, three and four places, 527 at full scale.
    fewest : int, default=13
        Proteins that a place keeps, however small the scale; the smallest of the table has 13.
    contrast : float, default=0.2
        How much places differ in their composition (c).
    order : float, default=0.08
        How much they differ in what follows what (o).
    spread : float, default=0.3
        How much proteins of one place differ in their composition (s).
    random_state : int, RandomState or None, default=None
        Seed.

    Returns
    -------
    ProteinSample

    References
    ----------
    A. Rozza, G. Lombardi, M. Re, E. Casiraghi and G. Valentini, DDAG K-TIPCAC: an ensemble method for protein
    subcellular localization, SUEMA, 2010.

    Examples
    --------
    >>> sample = make_proteins(0.01, fewest=2, random_state=0)
    >>> len(sample.sequences), len(set(sample.places))
    (73, 22)
    """
    check("scale", scale, Number(0, closed="neither"))
    check("fewest", fewest, Count())
    for name, size in (("contrast", contrast), ("order", order), ("spread", spread)):
        check(name, size, Number(0, closed="left"))
    generator = check_random_state(random_state)
    members = _draw_places(generator, scale, fewest, several)
    n_places, n_letters = len(PLACES), _LETTERS.size
    composition = contrast * generator.normal(size=(n_places, n_letters))
    follows = order * generator.normal(size=(n_places, n_letters, n_letters))
    tilts = np.log(_SHARES) + composition[:, None, :] + follows
    own = spread * generator.normal(size=(len(members), 1, n_letters))
    lengths = np.exp(generator.normal(np.log(_MIDDLE_LENGTH), _SPREAD_OF_LENGTHS, len(members)))
    lengths = np.clip(lengths, _SHORTEST, _LONGEST).astype(np.intp)
    codes = _run_chains(generator, np.stack([tilts[each].mean(axis=0) for each in members]) + own, lengths)
    letters = _LETTERS[codes]
    names = list(PLACES)
    width = len(str(len(members)))
    return ProteinSample(
        ["".join(row[:length]) for row, length in zip(letters, lengths, strict=True)],
        [tuple(sorted(names[place] for place in each)) for each in members],
        [f"P{number:0{width}d}" for number in range(1, len(members) + 1)],
        _normalise(tilts),
    )


def _draw_places(
    generator: np.random.RandomState, scale: float, fewest: int, several: bool
) -> list[npt.NDArray[np.intp]]:
    """The places of each protein, in a random order of proteins."""
    published = np.array(list(PLACES.values()))
    counts = np.maximum(np.rint(scale * published), np.minimum(published, fewest)).astype(np.intp)
    members = [np.array([place]) for place in np.repeat(np.arange(counts.size), counts)]
    if several:
        chances = published / published.sum()
        members += [
            generator.choice(counts.size, n_places, replace=False, p=chances)
            for n_places, n_published in _SEVERAL.items()
            for _ in range(max(1, round(scale * n_published)))
        ]
    return [members[place] for place in generator.permutation(len(members))]


def _normalise(tilts: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    chances = np.exp(tilts)
    return np.asarray(chances / chances.sum(axis=-1, keepdims=True))


def _run_chains(
    generator: np.random.RandomState, tilts: npt.NDArray[np.float64], lengths: npt.NDArray[np.intp]
) -> npt.NDArray[np.intp]:
    """All chains side by side, residue after residue; each begins with methionine. The ends of short ones are 0."""
    longest_first = np.argsort(-lengths, kind="stable")
    sums = np.cumsum(_normalise(tilts[longest_first]), axis=-1)
    codes = np.zeros((lengths.size, int(lengths.max(initial=1))), np.intp)
    codes[:, 0] = int(np.flatnonzero(_LETTERS == "M")[0])
    n_running = np.searchsorted(-lengths[longest_first], -np.arange(codes.shape[1]), side="left")
    for place in range(1, codes.shape[1]):
        running = np.arange(n_running[place])
        drawn = generator.uniform(size=(running.size, 1))
        codes[running, place] = (drawn > sums[running, codes[running, place - 1], :-1]).sum(axis=1)
    restored = np.empty_like(codes)
    restored[longest_first] = codes
    return restored
