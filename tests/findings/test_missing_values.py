import numpy as np

from hedgerow.findings import Case
from hedgerow.findings.missing_values import find_missing_values


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
