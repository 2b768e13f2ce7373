from dataclasses import replace

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


def test_two_letters_are_a_word(make_table):
    table = make_table(np.tile(["a", "b"], 20), grade=np.tile(["no", "No", "x", "X"], 10))
    (finding,) = find_variant_spellings(Case(table))
    assert finding.evidence["groups"] == {"grade": [["No", "no"]]}


def test_columns_and_target_are_two_findings(make_table):
    table = make_table(np.tile(["ill", "Ill"], 20), smoker=np.tile(["yes", "Yes", "no", "no"], 10))
    serious, info = find_variant_spellings(Case(table))
    assert (serious.severity, serious.evidence) == ("serious", {"groups": {"target": [["Ill", "ill"]]}})
    assert (info.severity, info.evidence) == ("info", {"groups": {"smoker": [["Yes", "yes"]]}})
    assert "1 column writes the same word in several ways; 'smoker' writes 'Yes' and 'yes'." in info.sentence
    (left,) = find_variant_spellings(Case(replace(table, target=None)))
    assert left.severity == "info"


def test_three_ways_of_a_word_are_shown(make_table):
    ways = ["new york", "New York", "NEW-YORK", "new_york"]
    table = make_table(np.tile(["a", "b"], 20), city=np.tile(ways, 10))
    assert (
        "writes 'NEW-YORK', 'New York', 'new york' and 1 more."
        in find_variant_spellings(Case(table))[0].sentence
    )
