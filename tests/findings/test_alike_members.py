import numpy as np
import pytest

from hedgerow import Outputs
from hedgerow.findings import Case
from hedgerow.findings.alike_members import find_alike_members


def members(truth, random, n_own):
    """Five members that share their errors on 30 of 200 rows and have some of their own."""
    said = np.tile(truth, (5, 1))
    said[:, :30] = 1 - said[:, :30]
    for member in said:
        own = 30 + random.permutation(170)[:n_own]
        member[own] = 1 - member[own]
    return Outputs.from_predictions(said, truth)


def test_copies_are_found(plain, random):
    truth = random.integers(0, 2, 200)
    (finding,) = find_alike_members(Case(plain, outputs=members(truth, random, 0)))
    assert finding.severity == "warning"
    assert "The 5 members are too alike: two members agree with kappa 1.00" in finding.sentence
    assert finding.evidence["share_removed"] == pytest.approx(0.0)


def test_members_that_err_apart_are_not(plain, random):
    truth = random.integers(0, 2, 200)
    assert not find_alike_members(Case(plain, outputs=members(truth, random, 20)))


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
