"""The amino acids: their letters and names, what other letters stand for, and what they are like."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

AMINO_ACIDS = "ACDEFGHIKLMNPQRSTVWY"
NAMES = (
    "Ala", "Cys", "Asp", "Glu", "Phe", "Gly", "His", "Ile", "Lys", "Leu",
    "Met", "Asn", "Pro", "Gln", "Arg", "Ser", "Thr", "Val", "Trp", "Tyr",
)  # fmt: skip
# Either of two, which sequencing or mass cannot tell apart; each is counted as half.
EITHER_OF = {"B": "DN", "Z": "EQ", "J": "IL"}
UNKNOWN = "X"
LETTERS = AMINO_ACIDS + "".join(EITHER_OF) + UNKNOWN
# Written by the codes of their own, and made of: selenium instead of the sulphur of cysteine; lysine with a ring.
RARE = {"U": "C", "O": "K"}


def share_letters() -> NDArray[np.float64]:
    """How much of each amino acid a letter stands for, (n_letters, 20); an unknown residue stands for none.

    Examples
    --------
    >>> shares = share_letters()
    >>> shares.shape, shares[LETTERS.index("B"), [AMINO_ACIDS.index("D"), AMINO_ACIDS.index("N")]]
    ((24, 20), array([0.5, 0.5]))
    """
    shares = np.zeros((len(LETTERS), len(AMINO_ACIDS)))
    for row, letter in enumerate(LETTERS):
        for meant in EITHER_OF.get(letter, letter):
            if meant != UNKNOWN:
                shares[row, AMINO_ACIDS.index(meant)] = 1.0 / len(EITHER_OF.get(letter, letter))
    return shares


@dataclass(frozen=True)
class Property:
    """A number for each amino acid.

    Parameters
    ----------
    values : tuple of float
        In the order of `AMINO_ACIDS`.
    source : str
        Where they were published; an identifier in brackets is that of AAindex.
    """

    values: tuple[float, ...]
    source: str

    def standardise(self) -> NDArray[np.float64]:
        """The values with mean 0 and standard deviation 1 over the twenty amino acids."""
        values = np.asarray(self.values)
        return np.asarray((values - values.mean()) / values.std())


# fmt: off
PROPERTIES = {  #              A      C      D      E      F      G      H      I      K      L
    "hydrophobicity": Property((0.62, 0.29, -0.90, -0.74, 1.19, 0.48, -0.40, 1.38, -1.50, 1.06,
                                0.64, -0.78, 0.12, -0.85, -2.53, -0.18, -0.05, 1.08, 0.81, 0.26),
        "Eisenberg et al., Journal of Molecular Biology 179, 1984, pp. 125-142; the scale of Chou 2001"),
    "hydrophilicity": Property((-0.5, -1.0, 3.0, 3.0, -2.5, 0.0, -0.5, -1.8, 3.0, -1.8,
                                -1.3, 0.2, 0.0, 0.2, 3.0, 0.3, -0.4, -1.5, -3.4, -2.3),
        "Hopp and Woods, PNAS 78, 1981, pp. 3824-3828 (HOPT810101)"),
    "mass":           Property((15.0, 47.0, 59.0, 73.0, 91.0, 1.0, 82.0, 57.0, 73.0, 57.0,
                                75.0, 58.0, 42.0, 72.0, 101.0, 31.0, 45.0, 43.0, 130.0, 107.0),
        "Mass of the side chain, as in Chou 2001"),
    "pK1":            Property((2.34, 1.92, 1.88, 2.10, 2.16, 2.35, 1.82, 2.36, 2.16, 2.36,
                                2.28, 2.02, 1.95, 2.17, 1.82, 2.19, 2.09, 2.32, 2.43, 2.20),
        "Of the alpha-COOH group; Fasman, Handbook of Biochemistry and Molecular Biology, 1976 (FASG760105)"),
    "pK2":            Property((9.69, 8.35, 9.60, 9.67, 9.18, 9.78, 9.17, 9.68, 9.18, 9.60,
                                9.21, 8.80, 10.64, 9.13, 8.99, 9.21, 9.10, 9.62, 9.44, 9.11),
        "Of the NH3 group; Fasman, Handbook of Biochemistry and Molecular Biology, 1976 (FASG760104)"),
    "pI":             Property((6.00, 5.05, 2.77, 3.22, 5.48, 5.97, 7.59, 6.02, 9.74, 5.98,
                                5.74, 5.41, 6.30, 5.65, 10.76, 5.68, 5.66, 5.96, 5.89, 5.66),
        "Zimmerman et al., Journal of Theoretical Biology 21, 1968, pp. 170-201 (ZIMJ680104)"),
}
# fmt: on
PAIRS_OF_PROPERTIES = (("hydrophobicity", "hydrophilicity"), ("pK1", "pK2"), ("mass", "pI"))


def measure_differences(groups: tuple[tuple[str, ...], ...]) -> NDArray[np.float64]:
    """How unlike two letters are, (n_letters, n_letters, n_groups): the mean squared difference over a group.

    A letter that stands for two amino acids has the mean over both. What an unknown residue is like is 0 and counts
    nowhere, because its weight is 0.
    """
    shares = share_letters()
    different = np.empty((len(LETTERS), len(LETTERS), len(groups)))
    for place, group in enumerate(groups):
        scales = np.stack([PROPERTIES[name].standardise() for name in group])
        squares = ((scales[:, :, None] - scales[:, None, :]) ** 2).mean(axis=0)
        different[:, :, place] = shares @ squares @ shares.T
    return different
