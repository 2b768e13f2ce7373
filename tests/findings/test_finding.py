import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from hedgerow.findings import Case, Finding


def test_classes_are_counted_the_most_frequent_first(make_table):
    counts = Case(make_table(["b", "a", "b", "a", "c", "b"], x=range(6))).class_counts
    assert list(counts.items()) == [("b", 3), ("a", 2), ("c", 1)]


def test_classes_of_equal_size_come_in_their_order(make_table):
    counts = Case(make_table(["b", "c", "a", "c", "b", "a"], x=range(6))).class_counts
    assert counts.index.tolist() == ["a", "b", "c"]


def test_values_have_no_classes(make_table):
    assert Case(make_table(np.linspace(0, 1, 30), x=np.arange(30) / 7)).class_counts is None


def test_identifiers_do_not_describe_rows(make_table):
    table = make_table(["a", "b"] * 15, patient_id=range(30), size=np.arange(30) / 7)
    assert Case(table).describing == ["size"]


def test_rows_are_named_by_plain_values(make_table):
    name = Case(make_table(["a", "b"], x=[1.5, 2.5])).name_row(1)
    assert name == 1
    assert type(name) is int


def test_a_case_does_not_change_and_is_only_equal_to_itself(plain):
    case = Case(plain)
    with pytest.raises(FrozenInstanceError):
        case.model = "another"
    assert len({case, case, Case(plain)}) == 2


def test_a_finding_becomes_a_plain_dictionary():
    finding = Finding("code", "info", "A sentence.", {"n": 1})
    assert json.loads(json.dumps(finding.to_dict())) == {
        "code": "code",
        "severity": "info",
        "sentence": "A sentence.",
        "evidence": {"n": 1},
    }


def test_a_finding_does_not_change():
    with pytest.raises(FrozenInstanceError):
        Finding("code", "info", "A sentence.").code = "other"


def test_an_unknown_severity_is_refused():
    with pytest.raises(ValueError, match="severity='awful' is not known; choose 'info'"):
        Finding("code", "awful", "A sentence.")
