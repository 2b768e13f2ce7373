from hedgerow.findings import Case
from hedgerow.findings.constant_columns import find_constant_columns


def test_a_constant_is_found(make_table):
    table = make_table(["a", "b"] * 5, x=[1] * 10, y=range(10), z=["m"] * 10)
    (finding,) = find_constant_columns(Case(table))
    assert finding.severity == "info"
    assert finding.evidence == {"columns": ["x", "z"]}
    assert "2 columns have the same value" in finding.sentence


def test_a_value_and_a_gap_are_two(make_table):
    assert not find_constant_columns(Case(make_table(["a", "b"] * 5, x=[1.5] * 9 + [None])))
