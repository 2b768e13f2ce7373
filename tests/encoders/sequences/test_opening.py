import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_array_equal

from hedgerow.datasets import make_proteins
from hedgerow.encoders import (
    ProteinComposition,
    SequenceError,
    SequenceWarning,
    encode_sequences,
    open_sequences,
)

AMINO = "ACDEFGHIKLMNPQRSTVWY"
RNG = np.random.default_rng(0)
LONG = ["".join(RNG.choice(list(AMINO), 60)) for _ in range(5)]


def write(path, *records):
    path.write_text("".join(f">{header}\n{sequence}\n" for header, sequence in records))
    return path


def test_a_file_becomes_a_table(tmp_path):
    path = write(tmp_path / "p.fasta", ("P1 place=golgi", LONG[0]), ("P2 place=nucleus", LONG[1]))
    table = encode_sequences(path)
    assert repr(table) == (
        "Table 'p': 2 rows, 495 features (495 number), target 'place' (golgi 1, nucleus 1)"
    )
    assert_array_equal(table.features, ProteinComposition().transform(LONG[:2]))
    assert table.task == "classification"


def test_without_labels_there_is_no_target():
    opened = open_sequences(LONG)
    assert opened.table.target is opened.table.task is opened.label_sets is None
    assert (len(opened.left_out), opened.notes) == (0, ())


def test_what_is_left_out_is_counted_and_listed(tmp_path):
    dna = "".join(RNG.choice(list("ACGT"), 80))
    path = write(
        tmp_path / "p.fasta",
        ("P1 place=golgi", LONG[0]), ("P2 place=golgi (Fragment)", LONG[1]), ("P3", LONG[2]),
        ("P4 place=golgi", "MKV"), ("P5 place=nucleus", dna), ("P6 place=nucleus", LONG[0][5:50]),
        ("P7 place=nucleus;golgi", LONG[3]), ("P8 place=nucleus", "X" * 40 + LONG[3][:10]),
    )  # fmt: skip
    opened = open_sequences(path, identity=0.9)
    assert opened.names == ("P1", "P7")
    assert dict(opened.left_out.to_numpy().tolist()) == {
        "P2": "a fragment",
        "P3": "no label",
        "P4": "fewer than 26 known residues",
        "P5": "letters of DNA or RNA",
        "P6": "a near copy (identity 0.9 or more) of a longer sequence",
        "P8": "fewer than 26 known residues",
    }
    assert "Left out 2 of 8 sequences: fewer than 26 known residues ('P4' and 'P8')." in opened.notes
    assert "1 near copy had other places than the sequence that was kept." in opened.notes
    assert "1 of 2 proteins is found in several places." in opened.notes
    with pytest.warns(SequenceWarning, match=r"left out: .*2 \(fewer than 26 known residues\)"):
        encode_sequences(path, identity=0.9)


def test_what_is_kept_on_demand(tmp_path):
    path = write(tmp_path / "p.fasta", ("P1 (Fragment)", LONG[0]), ("P2", "MKV"))
    assert open_sequences(path, fragments="keep", min_length=3).names == ("P1", "P2")
    short = open_sequences(path, fragments="keep", encoder=ProteinComposition(["composition"]))
    assert short.names == ("P1", "P2")
    assert not short.table.features.isna().to_numpy().any()


def test_several_places_are_a_label_of_their_own_and_a_set():
    opened = open_sequences(LONG[:3], labels=["b;a", "a", "c"])
    assert opened.table.target.tolist() == ["a;b", "a", "c"]
    pd.testing.assert_frame_equal(
        opened.label_sets, pd.DataFrame({"a": [1, 1, 0], "b": [1, 0, 0], "c": [0, 0, 1]})
    )
    assert open_sequences(LONG[:3], labels=["b;a", "a", "c"], several="drop").names == ("1", "2")


def test_the_frame_has_names_columns_and_places():
    frame = open_sequences(pd.Series(LONG[:2], index=["x", "y"]), labels=["a", "b"]).frame()
    assert list(frame.columns[[0, 1, 495, 496]]) == ["id", "Ala", "mass & pI, lag 25", "place"]
    assert frame["id"].tolist() == ["x", "y"]


def test_generated_proteins_come_back_from_their_file(tmp_path):
    sample = make_proteins(0.01, several=True, fewest=2, random_state=0)
    sample.write_fasta(tmp_path / "p.fasta")
    opened = open_sequences(tmp_path / "p.fasta")
    assert opened.names == tuple(sample.names)
    assert opened.table.target.tolist() == [";".join(each) for each in sample.places]
    assert opened.table.features.equals(open_sequences(sample.table()).table.features)


def test_nucleotides_are_noticed():
    dna = ["".join(RNG.choice(list("ACGT"), 80)) for _ in range(3)]
    with pytest.raises(SequenceError, match="3 of 4 sequences look like DNA or RNA"):
        open_sequences([*dna, LONG[0]])


def test_nothing_long_enough_says_how_long_the_longest_is():
    with pytest.raises(SequenceError, match=r"fewer than 26 known residues \(2\)\. The longest has 6"):
        open_sequences(["MKV", "MKVLAW"])


def test_a_file_without_sequences(tmp_path):
    (tmp_path / "p.csv").write_text("id,sequence\n")
    with pytest.raises(ValueError, match=r"no rows|no sequences|empty"):
        open_sequences(tmp_path / "p.csv")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"identity": 2}, "identity=2"), ({"several": "some"}, "several='some'"), ({"fragments": 1}, "fragments=1"),
     ({"min_length": 0}, "min_length=0"), ({"encoder": ProteinComposition(n_lags=0)}, "n_lags=0")],
)  # fmt: skip
def test_an_option_that_cannot_be_is_named(wrong, words):
    with pytest.raises(ValueError, match=words):
        open_sequences(LONG, **wrong)
