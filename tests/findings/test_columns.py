from dataclasses import replace

import numpy as np
import pytest

from hedgerow.findings import Case
from hedgerow.findings.columns import (
    find_constant_columns,
    find_duplicate_columns,
    find_identifiers,
    find_missing_values,
    find_variant_spellings,
)

TARGET = ["a", "b"] * 5
TARGET_OF_30 = TARGET * 3


def test_a_constant_is_found(make_table):
    table = make_table(["a", "b"] * 5, x=[1] * 10, y=range(10), z=["m"] * 10)
    (finding,) = find_constant_columns(Case(table))
    assert finding.severity == "info"
    assert finding.evidence == {"columns": ["x", "z"]}
    assert "2 columns have the same value" in finding.sentence


def test_a_value_and_a_gap_are_two(make_table):
    assert not find_constant_columns(Case(make_table(["a", "b"] * 5, x=[1.5] * 9 + [None])))


def test_equal_numbers_are_found_whatever_their_type(make_table):
    whole = np.arange(10) % 4
    (finding,) = find_duplicate_columns(Case(make_table(TARGET, x=whole, y=whole.astype(float), z=-whole)))
    assert finding.severity == "info"
    assert finding.evidence == {"groups": [["x", "y"]]}
    assert "'x' = 'y'" in finding.sentence


def test_renamed_categories_are_copies(make_table):
    table = make_table(TARGET, x=["u", "v", "u", "u", "v"] * 2, y=["q", "p", "q", "q", "p"] * 2)
    assert find_duplicate_columns(Case(table))[0].evidence == {"groups": [["x", "y"]]}


def test_other_categories_are_no_copies(make_table):
    table = make_table(TARGET, x=["u", "v", "u", "u", "v"] * 2, y=["q", "p", "q", "p", "p"] * 2)
    assert not find_duplicate_columns(Case(table))


def test_gaps_at_the_same_places_are_equal(make_table):
    x = np.array([np.nan, 1, 2, 3, 4] * 2)
    assert find_duplicate_columns(Case(make_table(TARGET, x=x, y=x.copy())))


def test_constants_and_identifiers_are_left_to_others(make_table):
    table = make_table(["a", "b"] * 15, c=[1] * 30, d=[1] * 30, row_id=range(30), other_id=range(7, 37))
    assert not find_duplicate_columns(Case(table))


def test_three_names_of_a_group_are_shown(make_table):
    table = make_table(TARGET, **{name: np.arange(10) % 4 for name in "abcde"})
    assert "4 columns repeat another one: 'a' = 'b' = 'c'." in find_duplicate_columns(Case(table))[0].sentence


def test_three_groups_are_shown_and_all_are_counted(make_table):
    columns = {name + end: np.arange(10) % step for step, name in enumerate("abcd", 2) for end in "12"}
    (finding,) = find_duplicate_columns(Case(make_table(TARGET, **columns)))
    assert "4 columns repeat another one: 'a1' = 'a2'; 'b1' = 'b2'; 'c1' = 'c2'. " in finding.sentence
    assert len(finding.evidence["groups"]) == 4


def test_a_value_and_gaps_are_no_constant(make_table):
    x = np.where(np.arange(10) < 3, np.nan, 1.5)
    assert find_duplicate_columns(Case(make_table(TARGET, x=x, y=x.copy())))


def test_zeros_of_both_signs_are_equal_and_tiny_numbers_are_not(make_table):
    x = np.array([0.0, 1.5] * 5)
    assert find_duplicate_columns(Case(make_table(TARGET, x=x, y=np.where(x > 0, x, -0.0))))
    assert not find_duplicate_columns(Case(make_table(TARGET, x=1e-30 * x, y=2e-30 * x)))


def test_an_identifier_is_found(make_table):
    (finding,) = find_identifiers(
        Case(make_table(TARGET_OF_30, patient_id=range(30), size=np.arange(30) / 7))
    )
    assert finding.severity == "warning"
    assert "no value occurs twice" in finding.sentence
    assert finding.evidence["columns"] == ["patient_id"]


def test_shuffled_row_numbers_are_found(make_table, random):
    (finding,) = find_identifiers(Case(make_table(TARGET_OF_30, case=random.permutation(30) + 100)))
    assert "it numbers the rows, in another order" in finding.sentence


def test_numbers_with_gaps_or_repeats_are_measurements(make_table, random):
    table = make_table(TARGET_OF_30, age=random.integers(0, 90, 30), income=random.permutation(300)[:30])
    assert not find_identifiers(Case(table))


@pytest.mark.parametrize(("n_rows", "fires"), [(19, False), (20, True)])
def test_twenty_numbers_of_rows_are_told_from_chance(make_table, random, n_rows, fires):
    table = make_table(["a", "b"] * 9 + ["a"] * (n_rows - 18), case=random.permutation(n_rows) + 100)
    assert bool(find_identifiers(Case(table))) is fires


def test_whole_numbers_without_a_gap_name_each_row_once(make_table, random):
    numbers = np.arange(30)
    twice = np.where(numbers == 7, 8, numbers)
    for column in (twice, numbers.astype(float), np.where(numbers == 29, 30, numbers)):
        assert not find_identifiers(Case(make_table(TARGET_OF_30, case=random.permutation(column))))
    assert find_identifiers(Case(make_table(TARGET_OF_30, case=random.permutation(numbers) - 50)))


def find(make_table, n_missing):
    x = np.arange(100) / 7
    x[:n_missing] = np.nan
    return find_missing_values(Case(make_table(["a", "b"] * 50, x=x, y=np.arange(100) / 3)))


def test_a_column_with_many_gaps_is_found(make_table):
    (finding,) = find(make_table, 45)
    assert finding.severity == "warning"
    assert "'x' lacks 45.0 %" in finding.sentence
    assert "30 % of the values or more" in finding.sentence
    assert finding.evidence["shares"] == {"x": 0.45}


def test_some_gaps_are_no_finding(make_table):
    assert not find(make_table, 29)


def test_three_tenths_are_many(make_table):
    (finding,) = find(make_table, 30)
    assert finding.evidence["shares"] == {"x": 0.3}


def test_the_column_with_most_gaps_comes_first(make_table):
    x, y = np.arange(100) / 7, np.arange(100) / 3
    x[:40], y[:60] = np.nan, np.nan
    (finding,) = find_missing_values(Case(make_table(["a", "b"] * 50, x=x, y=y)))
    assert list(finding.evidence["shares"]) == ["y", "x"]
    assert "'y' lacks 60.0 %" in finding.sentence


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
