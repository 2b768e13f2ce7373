import errno
import io
import json
import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from hedgerow import ForestRelevance, cli
from hedgerow.cli import application, screen
from hedgerow.cli.screen import print_findings, print_relevance, print_standings, show_progress
from hedgerow.datasets import make_simple
from hedgerow.findings import Finding
from hedgerow.trials import METRICS, CrossValidation, MethodResult
from hedgerow.trials.folds import FoldPlan


@pytest.mark.parametrize(
    ("share", "bar"), [(-1, ""), (0, ""), (0.5, "██"), (1, "████"), (2, "████"), (0.3125, "█▎")]
)
def test_a_bar_fills_its_share(share, bar):
    assert screen.draw_bar(share, 4) == bar


def test_a_missing_key_is_said_without_quotes(capsys):
    screen.print_error(KeyError("no such table"))
    assert capsys.readouterr().err == "Error: no such table\n"


def test_markup_in_a_message_is_text(capsys):
    screen.print_error(ValueError("column [red] is empty"))
    assert "column [red] is empty" in capsys.readouterr().err


def test_json_is_valid_whatever_is_in_it(capsys):
    screen.print_json(
        {
            "n": np.int64(3),
            4: [np.nan, np.inf, np.float32(0.5)],
            "a": np.arange(2),
            "p": Path("x"),
            "ok": True,
        }
    )
    said = json.loads(capsys.readouterr().out)
    assert said == {"n": 3, "4": [None, None, 0.5], "a": [0, 1], "p": "x", "ok": True}


def test_notes_go_to_standard_error(capsys):
    screen.note("column [red] is empty")
    output = capsys.readouterr()
    assert (output.out, output.err) == ("", "column [red] is empty\n")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "a.csv"), "a.csv may not be read or written."),
        (OSError(errno.ENOSPC, "No space left on device"), "The place to write to has no space left."),
        (OSError(errno.EIO, "Input/output error", "a.csv"), "a.csv: Input/output error."),
        (PermissionError("Name another folder."), "Name another folder."),
    ],
)
def test_complaints_of_the_system_are_words(capsys, error, said):
    screen.print_error(error)
    assert capsys.readouterr().err.startswith(f"Error: {said}")


def test_a_long_message_is_one_line(capsys):
    screen.print_error(ValueError("word " * 100))
    assert capsys.readouterr().err.count("\n") == 1


def test_the_program_has_its_name_where_a_shell_finds_it(monkeypatch, tmp_path):
    program = tmp_path / "bin" / "hedgerow"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(program)])
    monkeypatch.setenv("PATH", str(program.parent))
    assert screen.name_program() == "hedgerow"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert screen.name_program() == str(program)
    monkeypatch.chdir(tmp_path)
    assert screen.name_program() == "bin/hedgerow"
    monkeypatch.setattr("sys.argv", ["pytest"])
    assert screen.name_program() == "hedgerow"


@pytest.mark.parametrize(
    ("terminal", "quiet", "shown"), [(True, False, True), (True, True, False), (False, False, False)]
)
def test_progress_is_for_terminals(monkeypatch, terminal, quiet, shown):
    screened = io.StringIO()
    monkeypatch.setattr(screen, "err", lambda: Console(file=screened, force_terminal=terminal, width=80))
    with show_progress(quiet=quiet) as steps:
        steps.start(2)
        steps.step("forest: fold 1 of 2")
        steps.step("forest: fold 2 of 2")
    text = screened.getvalue()
    assert ("forest: fold 2 of 2" in text) == shown
    assert ("left" in text) == shown


def test_standard_output_stays_clean(capsys):
    with show_progress(quiet=False) as steps:
        steps.step("working")
    assert capsys.readouterr().out == ""


EVIL = "a\x1b[2Jb\x1b]52;c;ZXZpbA==\x07c\x9b31md\u202ee\u2066f\x7f\udc80"
HARMLESS = "ä שלום\u200f 🦔 ñ"


@pytest.mark.parametrize("open_console", [screen.out, screen.err])
def test_no_control_character_reaches_a_terminal(open_console):
    console = open_console()
    console.file, console._force_terminal = io.StringIO(), True
    console.print(escape(EVIL))
    console.print(Text(EVIL))
    grid = screen.open_grid("name", EVIL)
    grid.add_row(escape(EVIL), HARMLESS)
    console.print(grid)
    said = re.sub(r"\x1b\[[0-9;]*m", "", console.file.getvalue())  # colours of our own
    assert not set("\x1b\x07\x9b\u202e\u2066\x7f\udc80") & set(said)
    assert "a\\x1b[2Jb" in said
    assert HARMLESS in said


def test_messages_notes_and_warnings_are_shown_as_they_are(monkeypatch, capsys):
    def fail():
        screen.note(EVIL)
        raise ValueError(EVIL)

    monkeypatch.setattr(application, "app", fail)
    monkeypatch.setattr(sys, "argv", ["hedgerow"])
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)
    with pytest.raises(SystemExit):
        cli.main()
    said = capsys.readouterr().err
    assert "\x1b" not in said + warnings.formatwarning(EVIL, UserWarning, "x.py", 1)
    assert said.count("a\\x1b[2Jb\\x1b]52") == 2


def test_an_argument_with_a_control_character_is_refused(monkeypatch, capsys):
    monkeypatch.setattr(warnings, "formatwarning", warnings.formatwarning)
    monkeypatch.setattr(sys, "argv", ["hedgerow", "fit", "\x1b[2J.csv"])
    with pytest.raises(SystemExit):
        cli.main()
    assert "Error: \\x1b[2J.csv holds a control character" in capsys.readouterr().err


def test_a_traceback_is_shown_without_them(capsys):
    error = ValueError(EVIL)
    screen.print_traceback(ValueError, error, None)
    assert capsys.readouterr().err.startswith("ValueError: a\\x1b[2Jb")


def test_json_stays_faithful_without_them(capsys):
    screen.print_json({EVIL: [EVIL, HARMLESS]})
    said = capsys.readouterr().out
    assert not {"\x1b", "\x9b", "\u202e", "\x7f"} & set(said)
    assert json.loads(said) == {EVIL: [EVIL, HARMLESS]}
    assert HARMLESS in said


@pytest.mark.skipif(os.name != "posix", reason="no terminals of this kind")
def test_a_table_of_answers_is_faithful_in_a_file_and_shown_on_a_terminal(capfd):
    screen.write("a\x1b[2J\tb\n")
    assert capfd.readouterr().out == "a\x1b[2J\tb\n"
    code = (
        "from hedgerow.cli import screen; screen.write('a\\x1b[2J\\tb\\n'); screen.out().print('c\\x1b[2J')"
    )
    leader, follower = os.openpty()
    subprocess.run([sys.executable, "-c", code], stdout=follower, check=True, timeout=60)
    os.close(follower)
    said = os.read(leader, 10_000)
    os.close(leader)
    assert b"\x1b[2J" not in said
    assert said.count(rb"\x1b[2J") == 2


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
