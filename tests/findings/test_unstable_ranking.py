from types import SimpleNamespace

import numpy as np
import pytest

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


def stand_in(found, stability):
    """The same runs, as if their stability were another one."""
    names = ("supports", "names", "frequencies", "interval", "confidence", "runs")
    return SimpleNamespace(stability=stability, **{name: getattr(found, name) for name in names})


@pytest.mark.parametrize(("stability", "fires"), [(0.39, True), (0.4, False), (np.nan, False)])
def test_below_four_tenths_is_poor(plain, stability, fires):
    found = stand_in(stability_of(np.tile([1, 1, 0, 0], (10, 1))), stability)
    assert bool(find_unstable_ranking(Case(plain, stability=found))) is fires


def test_what_every_run_chooses_is_named(plain, random):
    supports = np.array([[1, *random.permutation([1, 1, 1, 0, 0, 0, 0, 0, 0])] for _ in range(10)])
    found = stability_of(supports)
    (finding,) = find_unstable_ranking(Case(plain, stability=stand_in(found, 0.1)))
    assert finding.evidence["always"] == [found.names[0]]


def test_all_that_is_known_is_told(plain):
    """Four runs: "x0" is always chosen, "x1" and "x2" are chosen twice each, "x3" never."""
    found = stability_of(np.array([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0], [1, 0, 1, 0]]))
    (finding,) = find_unstable_ranking(Case(plain, stability=stand_in(found, 0.25)))
    assert finding.evidence == {
        "stability": 0.25,
        "interval": list(found.interval),
        "always": [found.names[0]],
        "n_ever": 3,
    }
    assert "over 4 " in finding.sentence
    assert "95 % interval" in finding.sentence
    assert f"3 features were chosen at least once, 1 every time: '{found.names[0]}'." in finding.sentence
