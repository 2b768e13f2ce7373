import numpy as np
import pytest

from hedgerow.encoders.sequences.amino_acids import LETTERS
from hedgerow.encoders.sequences.residues import Residues, SequenceError


def read(*sequences):
    return Residues.read(list(sequences))


def letters_of(residues):
    return "".join(LETTERS[code] for code in residues.codes)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("mkv", "MKV"), ("M-K.V", "MKV"), (" MK V\n", "MKV"), ("MKV*", "MKV"), ("MKV*-", "MKV"), ("MK*V", "MKXV"),
        ("MUO", "MCK"), ("muo", "MCK"), ("BZJX", "BZJX"), ("", ""), ("*", ""),
    ],
)  # fmt: skip
def test_letters_are_read_by_the_rules(written, said):
    assert letters_of(read(written)) == said


def test_oddities_are_counted_for_each_sequence():
    odd = read("mk-V*", "B*UX", "ALA").odd
    assert odd["lower case"].tolist() == [2, 0, 0]
    assert odd["gaps"].tolist() == [1, 0, 0]
    assert odd["stops"].tolist() == [1, 1, 0]
    assert odd["rare"].tolist() == [0, 1, 0]
    assert odd["one of two"].tolist() == [0, 1, 0]
    assert odd["unknown"].tolist() == [0, 2, 0]


def test_notes_count_letters_and_sequences():
    assert read("mkV", "alA").say_oddities() == ["Read 4 letters of lower case in 2 sequences as capitals."]
    assert read("M-K--V").say_oddities() == ["Took 3 gaps out of 1 sequence."]
    assert read("--M-KV*..").say_oddities()[0] == "Took 5 gaps out of 1 sequence."
    assert read("MKV\n", " M KV").say_oddities() == []


def test_known_residues_are_counted():
    residues = read("MXXK", "", "AL")
    assert (residues.lengths.tolist(), residues.n_known.tolist()) == ([4, 0, 2], [2, 0, 2])


def test_some_sequences_are_taken():
    residues = read("MKV", "ALA", "WW").take(np.array([2, 0]))
    assert (letters_of(residues), residues.lengths.tolist()) == ("WWMKV", [2, 3])


def test_a_letter_that_stands_for_nothing_is_named_with_its_place():
    with pytest.raises(SequenceError, match="'P7' holds '1' at place 3"):
        Residues.read(["AL", "MK1V"], ["P6", "P7"])
    with pytest.raises(SequenceError, match="Sequence 0 holds 'Δ' at place 1"):
        read("\u0394MK")


def test_what_is_not_text_is_refused():
    with pytest.raises(SequenceError, match="Sequence 1 is nan, which is not text"):
        read("MK", float("nan"))


def test_nucleotides_are_recognised():
    rng = np.random.default_rng(0)
    dna = "".join(rng.choice(list("ACGT"), 60))
    protein = "".join(rng.choice(list("ACDEFGHIKLMNPQRSTVWY"), 60))
    found = read(
        dna, dna.replace("T", "U"), dna.lower(), dna + "N" * 10, protein, "GATTACA"
    ).find_nucleotides()
    assert found.tolist() == [True, True, True, True, False, False]
