from types import SimpleNamespace

import numpy as np
import pytest

from hedgerow import Outputs
from hedgerow.findings import Case, few_members
from hedgerow.findings.few_members import find_few_members


def ask(random, n_members, right):
    truth = random.integers(0, 2, 300)
    return Outputs.from_predictions(
        np.where(random.random((n_members, 300)) < right, truth, 1 - truth), truth
    )


def test_open_votes_are_found(plain, random):
    (finding,) = find_few_members(Case(plain, outputs=ask(random, 9, 0.7)))
    assert finding.severity == "info"
    assert "With 9 members the vote is not settled on" in finding.sentence
    assert finding.evidence["members_needed"] is None or finding.evidence["members_needed"] > 9


def test_settled_votes_are_not(plain, random):
    assert not find_few_members(Case(plain, outputs=ask(random, 101, 0.8)))


def test_weighted_votes_and_values_are_not_judged(plain, random):
    outputs = ask(random, 3, 0.6)
    weighted = Outputs.from_predictions(outputs.answers, outputs.truth, weights=[1, 2, 3])
    assert find_few_members(Case(plain, outputs=outputs))
    assert not find_few_members(Case(plain, outputs=weighted))
    values = Outputs.from_predictions(random.normal(size=(3, 20)), random.normal(size=20), regression=True)
    assert not find_few_members(Case(plain, outputs=values))
    assert not find_few_members(Case(plain, outputs=Outputs.from_predictions(outputs.answers)))
    assert not find_few_members(Case(plain))


def test_as_many_members_are_counted_as_classes_allow(plain, random):
    """A vote that is nearly even takes long to settle: a thousand members are looked at, or fewer of many classes."""
    for n_classes, most in ((2, 1000), (3, 250)):
        truth = random.integers(0, n_classes, 300)
        said = np.repeat(np.arange(31) % n_classes, 300).reshape(-1, 300)
        (finding,) = find_few_members(Case(plain, outputs=Outputs.from_predictions(said, truth)))
        assert f"more than {most:,} members" in finding.sentence


@pytest.mark.parametrize(("unsettled", "fires"), [(0.029, False), (0.03, True)])
def test_three_in_a_hundred_are_open_and_half_of_that_is_settled(
    monkeypatch, plain, random, unsettled, fires
):
    asked = []

    def find(distance, most):
        asked.append((distance, most))
        return 77

    found = SimpleNamespace(unsettled=[unsettled, 1.0], members_needed=find)
    monkeypatch.setattr(few_members, "convergence", lambda *_: found)
    findings = find_few_members(Case(plain, outputs=ask(random, 9, 0.7)))
    assert asked == [(0.015, 1000)] * fires
    assert ["Fit some 77 members" in finding.sentence for finding in findings] == [True] * fires


@pytest.mark.parametrize(("n_rows", "n_seen"), [(2, 2), (500, 500), (501, 500), (1203, 500)])
def test_of_many_rows_five_hundred_are_looked_at_from_first_to_last(n_rows, n_seen):
    labels = np.arange(n_rows) % 2
    weights = np.arange(1.0, n_rows + 1)
    outputs = Outputs.from_predictions([labels, 1 - labels], labels, sample_weight=weights, classes=[0, 1])
    seen = few_members._thin(outputs).row_weights()
    assert (len(seen), seen[0], seen[-1]) == (n_seen, 1.0, n_rows)
    assert np.ptp(np.diff(seen)) <= 1


def test_rows_that_nobody_speaks_about_or_that_weigh_nothing_are_left_out(plain):
    labels = np.array([0, 1, 0, 1])
    outputs = Outputs.from_predictions(
        [labels, labels], labels, sample_weight=[2, 3, 0, 5], predicted=[[1, 0, 1, 1], [1, 0, 1, 0]]
    )
    assert few_members._thin(outputs).row_weights().tolist() == [2.0, 5.0]
    nobody = Outputs.from_predictions([labels], labels, predicted=np.zeros((1, 4), bool))
    assert not find_few_members(Case(plain, outputs=nobody))
