import json
from dataclasses import FrozenInstanceError

import pytest

from hedgerow.findings import Finding


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
