from hedgerow.findings import Case
from hedgerow.findings.class_imbalance import find_class_imbalance


def test_a_rare_class_is_found(make_table):
    table = make_table(["no"] * 95 + ["yes"] * 5, x=range(100))
    (finding,) = find_class_imbalance(Case(table))
    assert finding.severity == "warning"
    assert "'yes' has 5 of 100 rows (5.0 %)" in finding.sentence
    assert "always is right on 95.0 %" in finding.sentence
    assert finding.evidence["counts"] == {"no": 95, "yes": 5}
    assert finding.evidence["ratio"] == 5 / 95


def test_a_tenth_is_not_rare(make_table):
    assert not find_class_imbalance(Case(make_table(["no"] * 100 + ["yes"] * 10, x=range(110))))


def test_values_have_no_rare_class(make_table):
    assert not find_class_imbalance(
        Case(make_table([0.5] * 50 + [1.25, 2.5], x=range(52), task="regression"))
    )
