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
