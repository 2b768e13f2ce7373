import json

import pandas as pd
import pytest
from tests.cli.saved import make_app
from tests.encoders.reading_path import FIXATIONS, WORDS
from typer.testing import CliRunner

from hedgerow.cli.encode_gaze import encode_gaze
from hedgerow.encoders import GAZE_FEATURES


@pytest.fixture
def run(tmp_path):
    FIXATIONS.to_csv(tmp_path / "fixations.csv", index=False)
    WORDS.to_csv(tmp_path / "words.csv", index=False)
    (tmp_path / "labels.csv").write_text("word,relevant\nA,yes\nB,no\nC,yes\n")

    def invoke(*arguments, out="reading.csv"):
        asked = [str(tmp_path / each) if each.endswith(".csv") else each for each in arguments]
        asked += ["--out", str(tmp_path / out)]
        return CliRunner().invoke(make_app(encode_gaze), asked, env={"COLUMNS": "100", "NO_COLOR": "1"})

    return invoke


def test_fixations_become_features_of_words(run, tmp_path):
    result = run("fixations.csv", "--words", "words.csv")
    assert result.exit_code == 0, result.output
    assert "Wrote 6 words and 22 features to" in result.stdout
    assert "1 of 10 fixations are on no word" in result.stderr
    table = pd.read_csv(tmp_path / "reading.csv")
    assert list(table) == ["position", "word", *GAZE_FEATURES]
    assert table["total_duration"].tolist() == [200, 340, 120, 180, 130, 290]


def test_labels_are_the_target(run, tmp_path):
    result = run(
        "fixations.csv", "--words", "words.csv", "--labels", "labels.csv", "--json", out="reading.parquet"
    )
    assert json.loads(result.stdout)["words"] == 3
    table = pd.read_parquet(tmp_path / "reading.parquet")
    assert list(table) == [*GAZE_FEATURES, "relevant"]
    assert table["relevant"].tolist() == ["yes", "no", "yes"]


def test_it_can_be_tried_without_an_eye_tracker(run, tmp_path):
    result = run("--example", out="reading.parquet")
    assert result.exit_code == 0, result.output
    table = pd.read_parquet(tmp_path / "reading.parquet")
    assert set(table["relevant"]) == {-1, 1}
    assert 3000 < len(table) < 4500


def test_the_page_may_be_said(run, tmp_path):
    FIXATIONS.assign(x=FIXATIONS["x"].where(FIXATIONS.index != 3, 500)).to_csv(
        tmp_path / "far.csv", index=False
    )
    refused = run("far.csv", "--words", "words.csv")
    assert "1 of 10 fixations is outside the page of 140 x 50" in str(refused.exception)
    assert run("far.csv", "--words", "words.csv", "--page", "1024x768").exit_code == 0
    assert run("far.csv", "--words", "words.csv", "--outside", "drop").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fixations.csv"], "Name a table of fixations, and one of words"),
        (["nowhere.csv", "--words", "words.csv"], "There is no file"),
        (["words.csv", "--words", "words.csv"], "The fixations lack the column 'time'"),
        (["fixations.csv", "--words", "fixations.csv"], "The words lack the column 'word'"),
        (["fixations.csv", "--words", "words.csv", "--page", "wide"], "--page wide is not a size"),
        (
            ["fixations.csv", "--words", "words.csv", "--labels", "words.csv"],
            "The labels lack the column 'relevant'",
        ),
        (["fixations.csv", "--example"], "--example generates all that it needs"),
        (["backwards.csv", "--words", "words.csv"], r"duration in row 1 is -200 \(1 such row\)"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(run, tmp_path, arguments, message):
    backwards = FIXATIONS.copy()
    backwards.loc[0, "duration"] = -200
    backwards.to_csv(tmp_path / "backwards.csv", index=False)
    result = run(*arguments)
    assert result.exit_code == 1
    with pytest.raises(Exception, match=message):
        raise result.exception
