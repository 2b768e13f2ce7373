from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from hedgerow import Outputs
from hedgerow.findings import Case
from hedgerow.findings.weak_score import find_weak_score


def test_a_model_that_guesses_is_found(make_table, random):
    y = random.integers(0, 2, 100)
    outputs = Outputs.from_predictions(random.integers(0, 2, (5, 100)), y)
    (finding,) = find_weak_score(Case(make_table(y, x=random.normal(size=100)), outputs=outputs))
    assert finding.severity == "serious"
    assert "no advantage beyond chance" in finding.sentence


def test_a_good_model_is_not(make_table, random):
    y = random.integers(0, 2, 100)
    said = np.where(random.random((5, 100)) < 0.9, y, 1 - y)
    assert not find_weak_score(
        Case(make_table(y, x=random.normal(size=100)), outputs=Outputs.from_predictions(said, y))
    )


def test_values_are_compared_with_their_mean(make_table, random):
    y = random.normal(size=100)
    table = make_table(y, x=random.normal(size=100))
    for noise, fires in ((2.0, True), (0.1, False)):
        said = y + noise * random.normal(size=(1, 100))
        outputs = Outputs.from_predictions(said, y, regression=True)
        assert bool(find_weak_score(Case(table, outputs=outputs))) is fires


@pytest.mark.parametrize(("low", "fires"), [(0.55, True), (0.65, False)])
def test_candidates_are_compared_with_a_guess(plain, low, fires):
    frame = pd.DataFrame({"method": ["forest", "linear"], "score": [0.7, 0.6], "low": [low, 0.5]})
    tournament = SimpleNamespace(frame=lambda: frame, guess=0.6, metric="accuracy", trials=(1, 2))
    found = find_weak_score(Case(plain, tournament=tournament))
    assert bool(found) is fires
    assert (
        not fires
        or "The best of 2 methods, forest, has a cross-validated accuracy of 0.700" in found[0].sentence
    )


def test_perfect_answers_are_no_finding(make_table):
    y = ["a", "b"] * 10
    outputs = Outputs.from_predictions([y], y)
    assert not find_weak_score(Case(make_table(y, x=range(20)), outputs=outputs))
