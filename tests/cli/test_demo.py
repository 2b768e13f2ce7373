import json

import numpy as np
import pytest
from typer.testing import CliRunner

from hedgerow import ForestRelevance, demonstration
from hedgerow.cli.application import app
from hedgerow.datasets import make_simple
from hedgerow.demonstration import Demonstration, Rival


@pytest.fixture(scope="module")
def relevance():
    sample = make_simple(random_state=1)
    return (
        ForestRelevance(n_estimators=100, local=None, adjust="holm", random_state=0)
        .fit(sample.X, sample.y)
        .relevance_
    )


@pytest.fixture
def found(monkeypatch, relevance):
    """Replace the computation by a finished record, so only the printing is tested."""
    record = Demonstration(
        table_name="wbc",
        n_rows=699,
        n_features=9,
        n_classes=2,
        n_estimators=500,
        n_folds=5,
        ready_seconds=1.5,
        ours=Rival("hedgerow", np.array([0.96, 0.98]), np.array([0.1, 0.1])),
        peer=Rival("scikit-learn", np.array([0.95, 0.97]), np.array([1.0, 1.4])),
        oob_score=0.971,
        relevance=relevance,
    )
    monkeypatch.setattr(demonstration, "demonstrate", lambda *_, **__: record)
    return record


def run(*arguments, columns="100"):
    return CliRunner().invoke(app, ["demo", *arguments], env={"COLUMNS": columns, "NO_COLOR": "1"})


@pytest.mark.usefixtures("found")
def test_both_forests_are_compared():
    result = run()
    assert result.exit_code == 0, result.output
    assert "97.0%" in result.stdout
    assert "12.0 times" in result.stdout
    assert "ready in 1.5 s" in " ".join(result.stdout.split())


@pytest.mark.usefixtures("found")
def test_what_comes_next_can_be_typed():
    stdout = run().stdout
    assert (
        "hedgerow datasets wbc --out wbc.csv\n  hedgerow fit wbc.csv --target Class --out wbc.hdg" in stdout
    )


def test_a_machine_gets_one_object(found):
    result = run("--json")
    assert json.loads(result.stdout) == json.loads(json.dumps(found.to_dict()))
