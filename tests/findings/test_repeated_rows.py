from dataclasses import replace

import numpy as np
import pytest

from hedgerow.findings import Case
from hedgerow.findings.repeated_rows import find_repeated_rows


def test_repeated_measurements_are_found(make_table, random):
    x = random.normal(size=100)
    x[97:] = x[:3]
    (finding,) = find_repeated_rows(Case(make_table(["a"] * 50 + ["b"] * 47 + ["a"] * 3, x=x)))
    assert finding.severity == "warning"
    assert "3 rows repeat an earlier row in every column (3.0 % of 100)" in finding.sentence
    assert finding.evidence["n_same_features_other_target"] == 0


def test_another_target_is_counted_and_is_no_copy(make_table, random):
    x = random.normal(size=100)
    x[97:] = x[:3]
    assert not find_repeated_rows(Case(make_table(["a"] * 97 + ["b"] * 3, x=x)))


def test_coarse_columns_are_told_with_a_reservation(make_table):
    (finding,) = find_repeated_rows(Case(make_table(["a", "b"] * 20, x=np.arange(40) % 4)))
    assert finding.severity == "info"
    assert "coincidence" in finding.sentence


def test_identifiers_hide_no_copies(make_table, random):
    x = np.tile(random.normal(size=20), 2)
    assert find_repeated_rows(Case(make_table(["a", "b"] * 20, row_id=range(40), x=x)))


def test_different_rows_are_no_finding(plain):
    assert not find_repeated_rows(Case(plain))


def test_a_feature_may_be_called_target(make_table, random):
    table = make_table(["a", "b"] * 20, x=random.normal(size=40))
    table.features.columns = ["target"]
    table.kinds.clear()
    table.kinds["target"] = "number"
    assert not find_repeated_rows(Case(table))


@pytest.mark.parametrize(("n_repeated", "fires"), [(1, False), (2, True)])
def test_one_in_a_hundred_repeats_of_fine_measurements(make_table, random, n_repeated, fires):
    x = random.normal(size=200)
    x[200 - n_repeated :] = x[:n_repeated]
    found = find_repeated_rows(Case(make_table(["a"] * 190 + ["b"] * 5 + ["a"] * 5, x=x)))
    assert bool(found) is fires


@pytest.mark.parametrize(("n_repeated", "fires"), [(4, False), (5, True)])
def test_one_in_twenty_repeats_of_coarse_answers(make_table, n_repeated, fires):
    """A hundred different pairs of ten values each, of which the last repeat the first."""
    place = np.where(np.arange(100) < 100 - n_repeated, np.arange(100), np.arange(100) - 100 + n_repeated)
    found = find_repeated_rows(Case(make_table(place % 2, x=place % 10, y=place // 10)))
    assert [finding.severity for finding in found] == ["info"] * fires
    assert not found or "5 rows repeat an earlier row" in found[0].sentence


@pytest.mark.parametrize(("n_distinct", "severity"), [(50, "info"), (51, "warning")])
def test_a_column_is_fine_when_more_than_half_of_its_values_differ(make_table, n_distinct, severity):
    (finding,) = find_repeated_rows(Case(make_table(["a"] * 99 + ["b"], x=np.arange(100) % n_distinct)))
    assert finding.severity == severity
    assert ("coincidence" in finding.sentence) is (severity == "info")


def test_rows_of_the_same_features_and_other_targets_are_counted(make_table, random):
    """Three rows repeat the first three, two have the features of the next two and another target."""
    x = random.normal(size=100)
    x[95:] = x[:5]
    (finding,) = find_repeated_rows(Case(make_table(["a"] * 98 + ["b"] * 2, x=x)))
    assert finding.evidence == {
        "n_repeated": 3,
        "n_rows": 100,
        "share": 0.03,
        "n_same_features_other_target": 4,
    }


def test_without_a_target_the_features_repeat(make_table, random):
    x = random.normal(size=100)
    x[97:] = x[:3]
    table = make_table(["a"] * 97 + ["b"] * 3, x=x)
    assert find_repeated_rows(Case(replace(table, target=None)))[0].evidence["n_repeated"] == 3


def test_identifiers_alone_do_not_repeat(make_table):
    assert not find_repeated_rows(Case(make_table(["a", "b"] * 20, row_id=range(40))))
