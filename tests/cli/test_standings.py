import io

import numpy as np
from rich.console import Console

from hedgerow.cli.standings import print_standings
from hedgerow.trials import METRICS, Tournament, Trial
from hedgerow.trials.folds import FoldPlan


def show(metric, *trials, classes=None):
    screened = io.StringIO()
    tournament = Tournament(METRICS[metric].task, metric, FoldPlan(5, 1, 100, 100), trials, 0.5, classes)
    print_standings(Console(file=screened, width=100), tournament)
    return screened.getvalue()


def make_trial(name, score, **known):
    blank = {"n_members": None, "member_error": None, "likeness": None, "failure": None}
    return Trial(name, np.full(5, score), np.full(5, 0.25), **blank | known)


def test_the_best_stands_first_with_its_members():
    text = show(
        "accuracy",
        make_trial("linear", 0.8),
        make_trial("forest", 0.9, n_members=100, member_error=0.2, likeness=0.35),
    )
    heading, first, second, *_ = text.splitlines()
    assert heading.split() == [
        "method",
        "accuracy",
        "95",
        "%",
        "interval",
        "fit",
        "members",
        "member",
        "error",
        "kappa",
    ]
    assert first.split() == ["forest", "0.900", "0.900", "to", "0.900", "0.25", "s", "100", "0.2", "0.35"]
    assert second.split() == ["linear", "0.800", "0.800", "to", "0.800", "0.25", "s"]
    assert "most common class always: 0.500." in " ".join(text.split())


def test_failures_are_said():
    text = show("r2", make_trial("[forest]", np.nan, failure="it [broke]"), make_trial("linear", 0.5))
    assert "[forest] failed: it [broke]" in text
    assert "R²" in text
    assert "spread" in text


def test_of_errors_the_least_stands_first_and_it_is_said():
    text = show("rmse", make_trial("poor", 23456.7), make_trial("good", 1234.5))
    heading, first, second, *rest = text.splitlines()
    assert heading.split()[1] == "RMSE"
    assert first.split()[:2] == ["good", "1,234"]
    assert second.split()[:2] == ["poor", "23,457"]
    words = " ".join(" ".join(rest).split())
    assert "Mean RMSE on held-out rows (root of the mean squared error; less is better): 5 folds." in words
    assert "To answer the mean always: 0.5000." in words


def test_rare_classes_are_said_once_and_only_of_accuracy():
    trial, classes = make_trial("forest", 0.9), {"usual": 95, "[rare]": 5}
    assert "hardly sees the class [rare]" in " ".join(show("accuracy", trial, classes=classes).split())
    assert "hardly" not in show("auc", trial, classes=classes)
