import json
import re

from typer.testing import CliRunner

from hedgerow.cards import METHODS
from hedgerow.cli.application import app


def run(*arguments, columns="100"):
    return CliRunner().invoke(app, ["methods", *arguments], env={"COLUMNS": columns, "NO_COLOR": "1"})


def test_every_method_is_listed():
    result = run()
    assert result.exit_code == 0
    assert all(name in result.stdout for name in METHODS)


def test_one_card_names_its_paper():
    assert "Breiman" in run("random-forest").stdout


def test_a_class_shows_all_its_cards():
    stdout = run("DecisionTreeClassifier").stdout
    assert "Reduced-error pruning" in stdout
    assert "PERT" in stdout


def test_a_narrow_screen_is_kept():
    assert max(len(line) for line in run("pert", columns="40").stdout.splitlines()) <= 40


def test_a_machine_gets_all_cards():
    listed = json.loads(run("--json").stdout)["methods"]
    assert {each["name"] for each in listed} == set(METHODS)


def test_a_machine_gets_one_card():
    (card,) = json.loads(run("random-forest", "--json").stdout)["methods"]
    assert "Breiman" in card["paper"]


def test_a_card_says_what_parameters_may_be():
    assert re.search(r"tolerated +a number in \[0, 1\)", run("veto").stdout)
