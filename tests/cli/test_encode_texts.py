import json

import pandas as pd
import pytest
from tests.cli.saved import make_app
from typer.testing import CliRunner

from hedgerow.cli.application import app
from hedgerow.cli.encode_texts import encode_texts

TEXTS = {
    "sport": ["The ball, a ball.", "The net and the ball."],
    "law": ["The judge sat.", "The court, the judge."],
}


@pytest.fixture
def run(tmp_path):
    for topic, texts in TEXTS.items():
        (tmp_path / "texts" / topic).mkdir(parents=True)
        for number, text in enumerate(texts):
            (tmp_path / "texts" / topic / f"{number}.txt").write_text(text)

    def invoke(source, *arguments, out="terms.csv"):
        sources = [] if source is None else [str(tmp_path / source)]
        asked = [*sources, "--out", str(tmp_path / out), *arguments]
        return CliRunner().invoke(make_app(encode_texts), asked, env={"COLUMNS": "100", "NO_COLOR": "1"})

    return invoke


def test_a_folder_becomes_a_table(run, tmp_path):
    result = run("texts")
    assert result.exit_code == 0, result.output
    assert "Wrote 4 documents of 2 topics and 7 words to" in result.stdout
    assert "Left out 1 word of every document" in result.stderr
    table = pd.read_csv(tmp_path / "terms.csv")
    assert list(table) == ["a", "and", "ball", "court", "judge", "net", "sat", "topic"]
    assert table["topic"].tolist() == ["law", "law", "sport", "sport"]
    assert table["ball"].round(3).tolist() == [0.0, 0.0, 1.386, 0.693]


def test_the_most_frequent_words_are_kept_and_it_says_so(run, tmp_path):
    result = run("texts", "--max-terms", "2", out="terms.parquet")
    assert "Kept 2 of 8 words, those that stand in the most documents" in result.stderr
    assert list(pd.read_parquet(tmp_path / "terms.parquet")) == ["ball", "judge", "topic"]


def test_words_chosen_by_topics_come_with_a_warning(run, tmp_path):
    result = run("texts", "--max-terms", "1", "--by", "gain")
    assert "tell topics apart best" in result.stderr
    assert "scores on the same documents will be too good" in result.stderr


def test_a_column_of_a_table(run, tmp_path):
    rows = [(text, topic) for topic, texts in TEXTS.items() for text in texts] + [("", "law")]
    pd.DataFrame(rows, columns=["body", "about"]).to_csv(tmp_path / "mail.csv", index=False)
    result = run("mail.csv", "--column", "body", "--topics", "about", "--json")
    record = json.loads(result.stdout)
    assert (record["documents"], record["topics"], record["words"], record["columns"]) == (4, 2, 8, 7)
    assert record["notes"][0] == "Left out 1 of 5 rows, which have no text or no topic."
    assert "topic" not in pd.read_csv(tmp_path / "terms.csv").columns[:-1]


def test_it_can_be_tried_without_any_text(run, tmp_path):
    result = run(None, "--example", "--max-terms", "50")
    assert result.exit_code == 0, result.output
    assert pd.read_csv(tmp_path / "terms.csv").shape == (1000, 51)


@pytest.mark.parametrize(
    ("source", "arguments", "message"),
    [
        ("nowhere.csv", [], "There is no file"),
        ("empty", [], "There is no file in the folder"),
        ("texts", ["--column", "body"], "is a folder, whose files are the texts"),
        ("odd", [], r"picture.txt is not a text file"),
        ("mail.csv", [], "Say which column of .*mail.csv holds the texts: it has 'body'"),
        ("mail.csv", ["--column", "bdy"], "There is no column 'bdy' in .*mail.csv. Did you mean 'body'"),
        (None, [], "Name a folder or a table of texts"),
        ("texts", ["--example"], "one of the two"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(run, tmp_path, source, arguments, message):
    (tmp_path / "empty").mkdir()
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "picture.txt").write_bytes(bytes(range(256)) * 4 + b"\0\1\2\3\0\0")
    (tmp_path / "mail.csv").write_text("body\nhello there\n")
    result = run(source, *arguments)
    assert result.exit_code == 1
    with pytest.raises(Exception, match=message):
        raise result.exception


def test_it_is_a_verb_of_the_command():
    result = CliRunner().invoke(app, ["encode", "--help"], env={"COLUMNS": "100", "NO_COLOR": "1"})
    assert "texts" in result.stdout
