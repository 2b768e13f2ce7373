import numpy as np

from hedgerow.findings import Case
from hedgerow.findings.unstable_ranking import find_unstable_ranking
from hedgerow.selection.stability import stability_of


def test_a_random_choice_is_found(plain, random):
    supports = np.array([random.permutation([1, 1, 1, 0, 0, 0, 0, 0]) for _ in range(10)])
    (finding,) = find_unstable_ranking(Case(plain, stability=stability_of(supports)))
    assert finding.severity == "warning"
    assert "over 10 runs its stability is" in finding.sentence


def test_a_steady_choice_is_not(plain):
    supports = np.tile([1, 1, 0, 0], (10, 1))
    supports[0] = [1, 0, 1, 0]
    assert not find_unstable_ranking(Case(plain, stability=stability_of(supports)))


def test_no_choice_has_no_stability(plain):
    for mark in (0, 1):
        assert not find_unstable_ranking(Case(plain, stability=stability_of(np.full((5, 4), mark))))


def test_nothing_known_is_nothing_found(plain):
    assert not find_unstable_ranking(Case(plain))
