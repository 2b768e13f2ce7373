import io

import numpy as np
import pytest
from rich.console import Console

from hedgerow import ForestRelevance
from hedgerow.cli import screen
from hedgerow.cli.results import print_findings, print_relevance, print_standings
from hedgerow.datasets import make_simple
from hedgerow.findings import Finding
from hedgerow.trials import METRICS, CrossValidation, MethodResult
from hedgerow.trials.folds import FoldPlan


def show(metric, *results, classes=None):
    screened = io.StringIO()
    validation = CrossValidation(
        METRICS[metric].task, metric, FoldPlan(5, 1, 100, 100), results, 0.5, classes
    )
    print_standings(Console(file=screened, width=100), validation)
    return screened.getvalue()


def make_trial(name, score, **known):
    blank = {"n_members": None, "member_error": None, "likeness": None, "failure": None}
    return MethodResult(name, np.full(5, score), np.full(5, 0.25), **blank | known)


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
    assert "most common class scores 0.500." in " ".join(text.split())


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
    assert "Mean RMSE on held-out rows (root of the mean squared error; lower is better): 5 folds." in words
    assert "Always predicting the mean scores 0.5000." in words


def test_rare_classes_are_said_once_and_only_of_accuracy():
    trial, classes = make_trial("forest", 0.9), {"usual": 95, "[rare]": 5}
    assert "hardly sees the class [rare]" in " ".join(show("accuracy", trial, classes=classes).split())
    assert "hardly" not in show("auc", trial, classes=classes)


@pytest.fixture(scope="module")
def relevance():
    sample = make_simple(random_state=1)
    return ForestRelevance(local=None, adjust="holm", random_state=0).fit(sample.X, sample.y).relevance_


def show_relevance(relevance, width, **settings):
    console = Console(width=width, no_color=True, force_terminal=False)
    with console.capture() as captured:
        print_relevance(console, relevance, **settings)
    return captured.get()


def test_features_have_p_values_and_bars_and_the_strongest_is_first(relevance):
    shown = show_relevance(relevance, 100)
    assert shown.splitlines()[1].startswith("x1 ")
    assert "█" in shown
    assert f"of {len(relevance)} tests are adjusted by Holm" in " ".join(shown.split()).replace("the ", "")


def test_a_narrow_screen_loses_the_bars_only(relevance):
    shown = show_relevance(relevance, 44)
    assert "█" not in shown
    assert "p (Holm)" in shown
    assert max(map(len, shown.splitlines())) <= 44


def test_more_can_be_said(relevance):
    assert "Computed on 5 rows." in show_relevance(relevance, 200, asked=" Computed on 5 rows.")


def test_findings_are_told_with_their_severity(capsys):
    print_findings(screen.out(), [Finding("code", "serious", "Column [red] is bad.")])
    said = capsys.readouterr().out
    assert "Findings\n" in said
    assert "serious  Column [red] is bad." in said


def test_no_findings_are_said_to_be_none(capsys):
    print_findings(screen.out(), [])
    assert capsys.readouterr().out == "Findings: none.\n"
