import numpy as np

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


def test_as_many_members_are_counted_as_classes_allow(plain, random):
    """A vote that is nearly even takes long to settle: a thousand members are looked at, or fewer of many classes."""
    for n_classes, most in ((2, few_members._MOST_MEMBERS), (3, few_members._MOST_OF_MANY)):
        truth = random.integers(0, n_classes, 300)
        said = np.repeat(np.arange(31) % n_classes, 300).reshape(-1, 300)
        (finding,) = find_few_members(Case(plain, outputs=Outputs.from_predictions(said, truth)))
        assert f"more than {most:,} members" in finding.sentence
