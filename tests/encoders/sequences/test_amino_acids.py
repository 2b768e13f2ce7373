import numpy as np
import pytest
from numpy.testing import assert_allclose

from hedgerow.encoders.sequences.amino_acids import (
    AMINO_ACIDS,
    LETTERS,
    NAMES,
    PAIRS_OF_PROPERTIES,
    PROPERTIES,
    measure_differences,
    share_letters,
)


def test_each_amino_acid_has_its_letter_and_its_name():
    assert len(set(AMINO_ACIDS)) == len(set(NAMES)) == 20
    known = {"A": "Ala", "W": "Trp", "Q": "Gln", "N": "Asn", "K": "Lys"}
    assert {letter: NAMES[AMINO_ACIDS.index(letter)] for letter in known} == known


def test_a_letter_stands_for_one_amino_acid_or_for_half_of_two_or_for_none():
    sums = share_letters().sum(axis=1)
    assert sums.tolist() == [1.0] * 23 + [0.0]


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [("hydrophobicity", "R", "I"), ("hydrophilicity", "W", "DEKR"), ("mass", "G", "W"), ("pI", "D", "R"),
     ("pK1", "HR", "W"), ("pK2", "C", "P")],
)  # fmt: skip
def test_extremes_are_those_of_the_tables(name, lowest, highest):
    values = np.array(PROPERTIES[name].values)
    assert values.size == 20
    assert "".join(np.array(list(AMINO_ACIDS))[values == values.min()]) == lowest
    assert "".join(np.array(list(AMINO_ACIDS))[values == values.max()]) == highest


def test_what_loves_water_does_not_shun_it():
    """AAindex gives -0.846 for the correlation of HOPT810101 with another form of Eisenberg's consensus scale."""
    found = np.corrcoef(PROPERTIES["hydrophobicity"].values, PROPERTIES["hydrophilicity"].values)[0, 1]
    assert -0.90 < found < -0.80


def test_side_chains_weigh_what_the_molecules_weigh_less_the_backbone():
    """Molecular weights of FASG760101 less 74.05, to a proton."""
    molecules = {
        "A": 89.09,
        "R": 174.20,
        "D": 133.10,
        "G": 75.07,
        "W": 204.24,
        "K": 146.19,
        "Y": 181.19,
        "C": 121.15,
    }
    masses = dict(zip(AMINO_ACIDS, PROPERTIES["mass"].values, strict=True))
    assert all(abs(masses[letter] - (weight - 74.05)) < 1.1 for letter, weight in molecules.items())


def test_differences_are_symmetric_and_nothing_differs_from_itself():
    different = measure_differences(PAIRS_OF_PROPERTIES)
    assert different.shape == (24, 24, 3)
    assert_allclose(different, different.transpose(1, 0, 2))
    assert not np.diagonal(different[:20, :20]).any()


def test_a_letter_for_two_differs_as_the_two_do_on_average():
    different = measure_differences((("mass",),))[:, :, 0]
    at = LETTERS.index
    assert different[at("B"), at("W")] == pytest.approx(
        (different[at("D"), at("W")] + different[at("N"), at("W")]) / 2
    )
