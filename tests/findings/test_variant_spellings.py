import numpy as np

from hedgerow.findings import Case
from hedgerow.findings.variant_spellings import find_variant_spellings


def test_one_word_in_several_ways_is_found(make_table):
    table = make_table(
        np.tile(["a", "b"], 20),
        smoker=np.tile(["yes", "Yes", "no", "NO "], 10),
        city=np.tile(["New York", "new_york", "Ulm", "Bonn"], 10),
        size=np.arange(40) % 7,
    )
    (finding,) = find_variant_spellings(Case(table))
    assert finding.severity == "info"
    assert finding.evidence["groups"] == {
        "smoker": [["NO", "no"], ["Yes", "yes"]],
        "city": [["New York", "new_york"]],
    }
    assert (
        "2 columns write the same word in several ways; 'smoker' writes 'NO' and 'no'; 'Yes'"
        in finding.sentence
    )


def test_classes_that_are_one_word_are_serious(make_table):
    table = make_table(np.tile(["ill", "Ill", "well", "well"], 10), size=np.arange(40) % 7)
    (finding,) = find_variant_spellings(Case(table))
    assert finding.severity == "serious"
    assert "The target 'target' writes 'Ill' and 'ill'." in finding.sentence


def test_different_words_and_numbers_are_no_finding(make_table, plain):
    assert not find_variant_spellings(Case(plain))
    table = make_table(np.tile([1, 2], 20), grade=np.tile(["A", "a", "-", "_"], 10), level=np.arange(40) % 3)
    assert not find_variant_spellings(Case(table))


def test_many_words_are_cut_short(make_table):
    words = [f"word {letter}" for letter in "abcde"]
    table = make_table(np.tile(["a", "b"], 20), x=np.tile(words + [word.title() for word in words], 4))
    (finding,) = find_variant_spellings(Case(table))
    assert "; and 2 more such words" in finding.sentence


def test_three_words_are_all_shown(make_table):
    words = [f"word {letter}" for letter in "abc"]
    table = make_table(np.tile(["a", "b"], 18), x=np.tile(words + [word.title() for word in words], 6))
    assert "more such words" not in find_variant_spellings(Case(table))[0].sentence
