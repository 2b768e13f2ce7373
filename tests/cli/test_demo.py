import numpy as np
import pandas as pd
import pytest
from typer.testing import CliRunner

from hedgerow import demonstration
from hedgerow.cli import app
from hedgerow.demonstration import Demonstration, Rival


@pytest.fixture
def found(monkeypatch):
    """Replace the computation by a finished record, so that only the printing is tested."""
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
        relevance=pd.DataFrame(
            {
                "feature": ["size", "shape"],
                "gain": [0.7, 0.3],
                "importance": [0.2, -0.01],
                "spread": [0.01, 0.0],
            }
        ),
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
def test_features_have_bars_and_spread():
    stdout = run().stdout
    assert "+0.200 ± 0.010" in stdout
    assert "█" in stdout


@pytest.mark.usefixtures("found")
def test_a_narrow_screen_loses_the_bars_only():
    stdout = run(columns="44").stdout
    assert "█" not in stdout
    assert "+0.200 ± 0.010" in stdout
    assert max(len(line) for line in stdout.splitlines()) <= 44
