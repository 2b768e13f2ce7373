import numpy as np

from hedgerow.findings import Case
from hedgerow.findings.target_copies import find_target_copies

LABELS = ["a", "b", "c"] * 10


def test_a_renamed_class_is_found(make_table):
    (finding,) = find_target_copies(Case(make_table(LABELS, code=[3, 1, 2] * 10, x=np.arange(30) / 7)))
    assert finding.severity == "serious"
    assert "1 column is a copy of the target 'target': 'code'" in finding.sentence


def test_a_rescaled_value_is_found(make_table, random):
    values = random.normal(size=50)
    (finding,) = find_target_copies(
        Case(make_table(values, pounds=2.2 * values + 1, x=random.normal(size=50)))
    )
    assert finding.evidence == {"columns": ["pounds"]}


def test_one_exception_is_no_copy(make_table, random):
    assert not find_target_copies(Case(make_table(LABELS, code=[3, 1, 2] * 9 + [3, 1, 1])))
    values = random.normal(size=50)
    assert not find_target_copies(Case(make_table(values, x=values + 0.01 * random.normal(size=50))))


def test_tiny_tables_copy_by_chance(make_table):
    assert not find_target_copies(Case(make_table(["a", "b"] * 9, x=[0, 1] * 9)))


def test_columns_that_cannot_be_a_scale_of_values_are_not_compared(make_table, random):
    values = np.arange(50.0) % 25
    gap = np.where(np.arange(50) == 7, np.nan, 2 * values)
    table = make_table(values, gap=gap, word=np.where(values > 12, "high", "low"), x=random.normal(size=50))
    assert not find_target_copies(Case(table))
