import numpy as np

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
