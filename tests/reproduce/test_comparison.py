import math

import numpy as np
import pytest

from hedgerow.reproduce.comparison import compare_table
from hedgerow.reproduce.experiments import Experiment, Protocol, Reading
from hedgerow.reproduce.tables import PublishedCell, PublishedTable

N_TRIALS = 400


def make_table(*cells):
    return PublishedTable("coin-1", "1", "Tosses.", "Nobody", "result", {}, (), None, cells)


def make_protocol(n_published=100, exact=False, sample_of=None, stand_in=False):
    experiment = Experiment("coin 1", lambda *_: {}, sample_of or (lambda cell, trial: 0))
    return Protocol(
        experiment, lambda cell: Reading((cell.row,), "heads"), n_published, exact=exact, stand_in=stand_in
    )


def compare_values(cell, values, **choices):
    trials = {trial: {"heads": float(value)} for trial, value in enumerate(values)}
    return compare_table(make_table(cell), make_protocol(**choices), {cell.row: trials}).cells[0]


def test_by_pencil():
    # Mean 0.5, variance 10/9 * 0.25, of 10 trials: standard error 1/6. Together with 1/8: 5/24.
    found = compare_values(PublishedCell("a", "", "", 0.125, 0.125), [0, 1] * 5)
    assert (found.n_trials, found.measured, found.standard_error) == (10, 0.5, pytest.approx(1 / 6))
    assert found.z == pytest.approx(0.375 / (5 / 24))
    assert found.verdict == "agrees"
    assert compare_values(PublishedCell("a", "", "", -0.125, 0.125), [0, 1] * 5).verdict == "differs"


def test_a_rounded_value_agrees_with_what_it_was():
    # No trial differs: only the last printed digit leaves room.
    thirds = [1 / 3] * 10
    assert compare_values(PublishedCell("a", "", "", 0.33), thirds).verdict == "agrees"
    assert compare_values(PublishedCell("a", "", "", 0.34), thirds).verdict == "differs"
    assert math.isnan(compare_values(PublishedCell("a", "", "", 0.33), thirds).z)


def test_without_a_published_error_our_spread_stands_in():
    found = compare_values(PublishedCell("a", "", "", 0.5), [0, 1] * 5, n_published=10)
    assert found.published_standard_error == pytest.approx(found.standard_error)


def test_samples_that_differ_are_uncertainty():
    # Two samples of ten trials, whose means are 0 and 1: no mean of one sample is sure.
    values = [0.0] * 10 + [1.0] * 10
    found = compare_values(
        PublishedCell("a", "", "", 1.0, 0.001), values, sample_of=lambda cell, trial: trial // 10
    )
    assert found.standard_error == pytest.approx(0.5)
    assert found.published_standard_error == pytest.approx(math.hypot(0.001, math.sqrt(0.5)))
    assert found.verdict == "agrees"


@pytest.mark.parametrize(
    ("cell", "values", "choices", "reason"),
    [
        (PublishedCell("a", "", "", "lsboost"), [1.0] * 10, {}, "not a number"),
        (PublishedCell("a", "", "", 1.0), [], {}, "no trial"),
        (PublishedCell("a", "", "", 1.0), [1.0] * 9, {}, "10 trials"),
        (PublishedCell("a", "", "", 1.0), [1.0] * 10, {"n_published": None}, "how certain"),
        (PublishedCell("a", "", "", 1.0, 0.1), [1.0] * 10, {"stand_in": True}, "data are generated"),
    ],
)
def test_what_cannot_be_compared_says_why(cell, values, choices, reason):
    found = compare_values(cell, values, **choices)
    assert found.verdict == "not comparable"
    assert reason in found.reason


def test_trials_without_a_value_are_left_out():
    assert compare_values(PublishedCell("a", "", "", 1.0), [1.0] * 10 + [math.nan]).n_trials == 10


def test_an_exact_value_agrees_to_its_last_digit():
    cell = PublishedCell("a", "", "", 0.06)
    assert compare_values(cell, [0.0604], exact=True).verdict == "agrees"
    assert compare_values(cell, [0.0651], exact=True).verdict == "differs"


def test_an_average_is_over_cells_trial_by_trial():
    protocol = Protocol(Experiment("coin 1", lambda *_: {}), lambda cell: Reading(("a", "b"), "heads"), 100)
    measured = {
        "a": {trial: {"heads": 0.0} for trial in range(12)},
        "b": {trial: {"heads": 1.0} for trial in range(10)},
    }
    found = compare_table(make_table(PublishedCell("mean", "", "", 0.5)), protocol, measured).cells[0]
    assert (found.n_trials, found.measured, found.standard_error) == (10, 0.5, 0.0)


def test_one_in_twenty_differs_by_chance():
    rng = np.random.default_rng(0)
    differs = 0
    for _ in range(N_TRIALS):
        printed = PublishedCell("a", "", "", float(rng.normal(0, 0.1)), 0.1)
        differs += compare_values(printed, rng.normal(0, 1, 100)).verdict == "differs"
    assert 0.02 < differs / N_TRIALS < 0.08


def test_the_record_is_plain():
    cells = (PublishedCell("a", "x", "", 0.5, 0.1), PublishedCell("b", "x", "", 0.5))
    measured = {"a": {trial: {"heads": trial % 2} for trial in range(10)}}
    found = compare_table(make_table(*cells), make_protocol(), measured)
    assert found.counts() == {"agrees": 1, "differs": 0, "not comparable": 1}
    assert found.frame()["verdict"].tolist() == ["agrees", "not comparable"]
    plain = found.to_dict()
    assert plain["cells"][1]["measured"] is None
    assert plain["counts"] == found.counts()
