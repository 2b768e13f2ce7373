import pandas as pd
import pytest

from hedgerow.encoders import SequenceError
from hedgerow.encoders.sequences.places import IN_HEADER, read_places, split_places
from hedgerow.encoders.sequences.protein_files import Proteins


def make(*headers):
    return Proteins("made", [each.split()[0] for each in headers], list(headers), ["MKV"] * len(headers))


@pytest.mark.parametrize(
    ("label", "places"),
    [
        ("nucleus", ("nucleus",)), ("b; a ;b", ("a", "b")), (["b", "a"], ("a", "b")), ({"a"}, ("a",)), (3, ("3",)),
        (None, ()), (float("nan"), ()), ("", ()), (pd.NA, ()), (" ; ", ()),
    ],
)  # fmt: skip
def test_a_label_names_one_place_or_several(label, places):
    assert split_places(label) == places


def test_headers_tell_by_the_stated_pattern():
    proteins = make("P1 place=nucleus;cytoplasm more", "P2 [places=golgi]", "P3 nothing")
    assert read_places(proteins, None, IN_HEADER) == ([("cytoplasm", "nucleus"), ("golgi",), ()], [])
    assert read_places(make("P3 nothing"), None, IN_HEADER) == (None, [])


def test_another_pattern_may_be_given():
    proteins = make("P1 loc:golgi", "P2 loc:nucleus")
    assert read_places(proteins, None, r"loc:(\w+)")[0] == [("golgi",), ("nucleus",)]
    with pytest.raises(SequenceError, match="No header fits the pattern"):
        read_places(proteins, None, r"place:(\w+)")
    with pytest.raises(ValueError, match="needs a group"):
        read_places(proteins, None, r"loc:\w+")
    with pytest.raises(ValueError, match="is not a regular expression"):
        read_places(proteins, None, r"loc:(\w+")


def test_a_table_tells_by_names(tmp_path):
    path = tmp_path / "places.csv"
    path.write_text("id,place\nP1,nucleus\nP2,golgi;nucleus\nP1,cytoplasm\nP9,golgi\n")
    proteins = make("P1", "sp|P2|NAME_HUMAN", "P3")
    places, notes = read_places(proteins, path, IN_HEADER)
    assert places == [("cytoplasm", "nucleus"), ("golgi", "nucleus"), ()]
    assert notes == ["1 label without a sequence: 'P9'."]
    assert read_places(proteins, {"NAME_HUMAN": "golgi"}, IN_HEADER) == ([(), ("golgi",), ()], [])


def test_labels_in_order():
    assert read_places(make("P1", "P2"), ["golgi", ["a", "b"]], IN_HEADER)[0] == [("golgi",), ("a", "b")]
    with pytest.raises(SequenceError, match="3 labels for 2 sequences"):
        read_places(make("P1", "P2"), ["a", "b", "c"], IN_HEADER)


def test_labels_of_nothing_are_refused(tmp_path):
    with pytest.raises(SequenceError, match="the labels have 'Q1', the sequences 'P1' and 'P2'"):
        read_places(make("P1", "P2"), {"Q1": "a"}, IN_HEADER)
    path = tmp_path / "places.csv"
    path.write_text("id\nP1\n")
    with pytest.raises(SequenceError, match="has one column"):
        read_places(make("P1"), path, IN_HEADER)
    with pytest.raises(SequenceError, match="have one column"):
        read_places(make("P1"), pd.DataFrame({"id": ["P1"]}), IN_HEADER)
