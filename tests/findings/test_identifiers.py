import numpy as np
import pytest

from hedgerow.findings import Case
from hedgerow.findings.identifiers import find_identifiers

TARGET = ["a", "b"] * 15


def test_an_identifier_is_found(make_table):
    (finding,) = find_identifiers(Case(make_table(TARGET, patient_id=range(30), size=np.arange(30) / 7)))
    assert finding.severity == "warning"
    assert "no value occurs twice" in finding.sentence
    assert finding.evidence["columns"] == ["patient_id"]


def test_shuffled_row_numbers_are_found(make_table, random):
    (finding,) = find_identifiers(Case(make_table(TARGET, case=random.permutation(30) + 100)))
    assert "it numbers the rows, in another order" in finding.sentence


def test_numbers_with_gaps_or_repeats_are_measurements(make_table, random):
    table = make_table(TARGET, age=random.integers(0, 90, 30), income=random.permutation(300)[:30])
    assert not find_identifiers(Case(table))


@pytest.mark.parametrize(("n_rows", "fires"), [(19, False), (20, True)])
def test_twenty_numbers_of_rows_are_told_from_chance(make_table, random, n_rows, fires):
    table = make_table(["a", "b"] * 9 + ["a"] * (n_rows - 18), case=random.permutation(n_rows) + 100)
    assert bool(find_identifiers(Case(table))) is fires


def test_whole_numbers_without_a_gap_name_each_row_once(make_table, random):
    numbers = np.arange(30)
    twice = np.where(numbers == 7, 8, numbers)
    for column in (twice, numbers.astype(float), np.where(numbers == 29, 30, numbers)):
        assert not find_identifiers(Case(make_table(TARGET, case=random.permutation(column))))
    assert find_identifiers(Case(make_table(TARGET, case=random.permutation(numbers) - 50)))
