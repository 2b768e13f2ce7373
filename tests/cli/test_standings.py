import io

import numpy as np
from rich.console import Console

from hedgerow.cli.standings import print_standings
from hedgerow.trials import FoldPlan, Tournament, Trial


def show(task, *trials):
    screened = io.StringIO()
    metric = "accuracy" if task == "classification" else "r2"
    tournament = Tournament(task, metric, FoldPlan(5, 1, 100, 100), trials, 0.5)
    print_standings(Console(file=screened, width=100), tournament)
    return screened.getvalue()


def make_trial(name, score, **known):
    blank = {"n_members": None, "member_error": None, "likeness": None, "failure": None}
    return Trial(name, np.full(5, score), np.full(5, 0.25), **blank | known)


def test_the_best_stands_first_with_its_members():
    text = show(
        "classification",
        make_trial("linear", 0.8),
        make_trial("forest", 0.9, n_members=100, member_error=0.2, likeness=0.35),
    )
    heading, first, second, *_ = text.splitlines()
    assert heading.split() == [
        "method",
        "accuracy",
        "95%",
        "interval",
        "fit",
        "members",
        "member",
        "error",
        "kappa",
    ]
    assert first.split() == ["forest", "0.900", "0.900", "to", "0.900", "0.25", "s", "100", "0.2", "0.35"]
    assert second.split() == ["linear", "0.800", "0.800", "to", "0.800", "0.25", "s"]
    assert "most common class always: 0.500." in text


def test_failures_are_said():
    text = show("regression", make_trial("[forest]", np.nan, failure="it [broke]"), make_trial("linear", 0.5))
    assert "[forest] failed: it [broke]" in text
    assert "R²" in text
    assert "spread" in text
