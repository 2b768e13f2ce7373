from dataclasses import replace

import numpy as np
import pytest

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


@pytest.mark.parametrize(("n_rows", "fires"), [(19, False), (20, True)])
def test_twenty_rows_are_no_chance(make_table, n_rows, fires):
    labels = np.arange(n_rows) % 2
    assert bool(find_target_copies(Case(make_table(labels, code=1 - labels)))) is fires


@pytest.mark.parametrize(("n_values", "fires"), [(2, False), (3, True)])
def test_a_straight_line_has_three_points(make_table, n_values, fires):
    values = 2.5 * (np.arange(30) % n_values)
    table = make_table(values, task="regression", x=7.0 - values)
    found = find_target_copies(Case(table))
    assert bool(found) is fires
    assert not fires or "it is the target times a number, plus a number" in found[0].sentence


def test_several_copies_are_all_named(make_table):
    table = make_table(LABELS, code=[3, 1, 2] * 10, word=["u", "v", "w"] * 10, x=np.arange(30) / 7)
    (finding,) = find_target_copies(Case(table))
    assert finding.evidence == {"columns": ["code", "word"]}
    assert "2 columns are copies of the target" in finding.sentence
    assert "leave them out" in finding.sentence


def test_without_a_target_there_are_no_copies(make_table):
    table = make_table(LABELS, code=[3, 1, 2] * 10)
    assert not find_target_copies(Case(replace(table, target=None)))


def test_an_identifier_is_left_to_others(make_table):
    values = np.arange(30.0)
    assert not find_target_copies(Case(make_table(values, task="regression", row_id=np.arange(30))))
