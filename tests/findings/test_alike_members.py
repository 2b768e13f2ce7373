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


def test_one_member_or_no_truth_is_not_judged(plain, random):
    said = random.integers(0, 2, (3, 200))
    assert not find_alike_members(Case(plain, outputs=Outputs.from_predictions(said[:1], said[0])))
    assert not find_alike_members(Case(plain, outputs=Outputs.from_predictions(said)))


@pytest.mark.parametrize(("n_own", "fires"), [(9, True), (11, False)])
def test_a_vote_should_remove_a_tenth_of_an_error(make_table, n_own, fires):
    """All three members err on 90 of 1000 rows, which the vote keeps, and each on some of its own, which it removes."""
    truth = np.arange(1000) % 2
    said = np.tile(truth, (3, 1))
    said[:, :90] = 1 - said[:, :90]
    for member in range(3):
        own = slice(90 + member * n_own, 90 + (member + 1) * n_own)
        said[member, own] = 1 - said[member, own]
    found = find_alike_members(
        Case(make_table(truth, x=range(1000)), outputs=Outputs.from_predictions(said, truth))
    )
    assert bool(found) is fires
    assert not found or found[0].evidence["share_removed"] == pytest.approx(n_own / (90 + n_own))
