import numpy as np

from hedgerow.findings import Case
from hedgerow.findings.duplicate_columns import find_duplicate_columns

TARGET = ["a", "b"] * 5


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
