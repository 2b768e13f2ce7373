from types import SimpleNamespace

import numpy as np
import pytest

from hedgerow import Outputs
from hedgerow.findings import Case, members
from hedgerow.findings.members import find_alike_members, find_few_members


def make_members(truth, random, n_own):
    """Five members that share their errors on 30 of 200 rows and have some of their own."""
    said = np.tile(truth, (5, 1))
    said[:, :30] = 1 - said[:, :30]
    for member in said:
        own = 30 + random.permutation(170)[:n_own]
        member[own] = 1 - member[own]
    return Outputs.from_predictions(said, truth)


def test_copies_are_found(plain, random):
    truth = random.integers(0, 2, 200)
    (finding,) = find_alike_members(Case(plain, outputs=make_members(truth, random, 0)))
    assert finding.severity == "warning"
    assert "The 5 members are too alike: two members agree with kappa 1.00" in finding.sentence
    assert finding.evidence["share_removed"] == pytest.approx(0.0)


def test_members_that_err_apart_are_not(plain, random):
    truth = random.integers(0, 2, 200)
    assert not find_alike_members(Case(plain, outputs=make_members(truth, random, 20)))


def test_members_without_errors_may_agree(plain, random):
    truth = random.integers(0, 2, 200)
    assert not find_alike_members(
        Case(plain, outputs=Outputs.from_predictions(np.tile(truth, (5, 1)), truth))
    )


@pytest.mark.parametrize(("own", "fires"), [(0.1, True), (1.0, False)])
def test_values_are_judged_by_their_spread(plain, random, own, fires):
    truth = random.normal(size=200)
    said = truth + random.normal(size=200) + own * random.normal(size=(5, 200))
    outputs = Outputs.from_predictions(said, truth, regression=True)
    assert bool(find_alike_members(Case(plain, outputs=outputs))) is fires


def test_the_share_of_a_squared_error_that_a_spread_removes(plain):
    """Answers 3 and 5 above the truth: spread 1, squared error of a member (9 + 25) / 2, so a 17th is removed."""
    truth = np.arange(200.0)
    outputs = Outputs.from_predictions([truth + 3, truth + 5], truth, regression=True)
    (finding,) = find_alike_members(Case(plain, outputs=outputs))
    assert "their spread is 1 at an error of 4.12" in finding.sentence
    assert "5.9 % of the squared error of a single one" in finding.sentence
    assert finding.evidence["share_removed"] == pytest.approx(1 / 17)


@pytest.mark.parametrize(("distance", "fires"), [(2.0, False), (2.01, True)])
def test_a_spread_should_remove_a_tenth_of_a_squared_error(plain, distance, fires):
    """Two answers that are 2 apart, at 2 and 4 from the truth: 1 of 10 is removed."""
    outputs = Outputs.from_predictions([[distance] * 4, [distance + 2] * 4], [0.0] * 4, regression=True)
    assert bool(find_alike_members(Case(plain, outputs=outputs))) is fires


@pytest.mark.parametrize(("n_apart", "fires"), [(20, True), (21, False)])
def test_kappa_of_eight_tenths_is_alike(plain, n_apart, fires):
    """Two members and two classes of 100 rows each: kappa is 1 less 2 / 200 for each row on which they disagree."""
    first = np.arange(200) % 2
    second = np.where(np.arange(200) < n_apart, 1 - first, first)
    outputs = Outputs.from_predictions([first, second], np.where(np.arange(200) < 150, first, 1 - first))
    assert bool(find_alike_members(Case(plain, outputs=outputs))) is fires


def test_one_member_or_no_truth_is_not_judged(plain, random):
    said = random.integers(0, 2, (3, 200))
    assert not find_alike_members(Case(plain, outputs=Outputs.from_predictions(said[:1], said[0])))
    assert not find_alike_members(Case(plain, outputs=Outputs.from_predictions(said)))
    assert not find_alike_members(Case(plain))


@pytest.mark.parametrize(("n_own", "fires"), [(15, True), (16, False)])
def test_a_vote_should_remove_a_tenth_of_an_error(make_table, n_own, fires):
    """All members err on 144 of 1024 rows, which the vote keeps, and each on some of its own, which it removes."""
    truth = np.arange(1024) % 2
    said = np.tile(truth, (3, 1))
    said[:, :144] = 1 - said[:, :144]
    for member in range(3):
        own = slice(144 + member * n_own, 144 + (member + 1) * n_own)
        said[member, own] = 1 - said[member, own]
    found = find_alike_members(
        Case(make_table(truth, x=range(1024)), outputs=Outputs.from_predictions(said, truth))
    )
    assert bool(found) is fires
    assert not found or found[0].evidence["share_removed"] == pytest.approx(n_own / (144 + n_own))


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
    monkeypatch.setattr(members, "convergence", lambda *_: found)
    findings = find_few_members(Case(plain, outputs=ask(random, 9, 0.7)))
    assert asked == [(0.015, 1000)] * fires
    assert ["Fit some 77 members" in finding.sentence for finding in findings] == [True] * fires


@pytest.mark.parametrize(("n_rows", "n_seen"), [(2, 2), (500, 500), (501, 500), (1203, 500)])
def test_of_many_rows_five_hundred_are_looked_at_from_first_to_last(n_rows, n_seen):
    labels = np.arange(n_rows) % 2
    weights = np.arange(1.0, n_rows + 1)
    outputs = Outputs.from_predictions([labels, 1 - labels], labels, sample_weight=weights, classes=[0, 1])
    seen = members._thin(outputs).row_weights()
    assert (len(seen), seen[0], seen[-1]) == (n_seen, 1.0, n_rows)
    assert np.ptp(np.diff(seen)) <= 1


def test_rows_that_nobody_speaks_about_or_that_weigh_nothing_are_left_out(plain):
    labels = np.array([0, 1, 0, 1])
    outputs = Outputs.from_predictions(
        [labels, labels], labels, sample_weight=[2, 3, 0, 5], predicted=[[1, 0, 1, 1], [1, 0, 1, 0]]
    )
    assert members._thin(outputs).row_weights().tolist() == [2.0, 5.0]
    nobody = Outputs.from_predictions([labels], labels, predicted=np.zeros((1, 4), bool))
    assert not find_few_members(Case(plain, outputs=nobody))
