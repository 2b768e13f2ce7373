import gzip

import pandas as pd
import pytest

from hedgerow.encoders import read_documents
from hedgerow.encoders.documents import count_topics
from hedgerow.tables import TableError


def fill(folder, **files):
    for place, content in files.items():
        path = folder / place.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def test_a_folder_without_sub_folders_has_no_topics(tmp_path):
    documents = read_documents(fill(tmp_path, b="second", a="first"))
    assert documents.names == ("a", "b")
    assert documents.texts == ("first", "second")
    assert documents.topics is None
    assert repr(documents) == "Documents: 2 texts"


def test_sub_folders_are_topics_and_the_first_one_counts(tmp_path):
    documents = read_documents(fill(tmp_path, sport__ball__1="x", law__1="y", sport__2="z"))
    assert documents.topics == ("law", "sport", "sport")
    assert documents.frame()["document"].tolist() == ["law/1", "sport/2", "sport/ball/1"]


def test_hidden_files_are_no_documents(tmp_path):
    documents = read_documents(fill(tmp_path, **{".DS_Store": b"\0\1", ".git__config": "x", "a": "text"}))
    assert documents.names == ("a",)


def test_encodings_and_packed_files_are_read(tmp_path):
    folder = fill(
        tmp_path, a="naïve".encode("utf-16"), b="naïve".encode("cp1252"), c=gzip.compress("naïve".encode())
    )
    assert read_documents(folder).texts == ("naïve",) * 3


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "There is no file in the folder"),
        (
            {"a__1": "x", "loose": "y"},
            r"1 of 2 files lie in sub-folders, which are topics, but loose does not",
        ),
        ({"a": bytes(200) + b"text"}, r"a is not a text file"),
    ],
)
def test_folders_that_cannot_be_read(tmp_path, files, message):
    with pytest.raises(TableError, match=message):
        read_documents(fill(tmp_path, **files))


def test_a_data_frame_needs_a_column_of_texts():
    frame = pd.DataFrame({"body": ["one", None, "three", " "], "about": ["a", "b", "a", "a"]})
    documents = read_documents(frame, column="body", topics="about")
    assert documents.texts == ("one", "three")
    assert documents.names == ("row 1", "row 3")
    assert documents.notes == ("Left out 2 of 4 rows, which have no text or no topic.",)
    with pytest.raises(
        TableError, match="Say which column of the data frame holds the texts: it has 'body' and 'about'"
    ):
        read_documents(frame)
    with pytest.raises(TableError, match=r"There is no column 'bod'.*Did you mean 'body'"):
        read_documents(frame, column="bod")
    with pytest.raises(TableError, match="No row of the data frame has a text"):
        read_documents(frame.assign(body=None), column="body")


def test_a_file_of_rows(tmp_path):
    frame = pd.DataFrame({"body": ["None", "a, b"], "about": [1, 2]})
    frame.to_csv(tmp_path / "mail.csv", index=False)
    frame.to_parquet(tmp_path / "mail.parquet")
    for name in ("mail.csv", "mail.parquet"):
        documents = read_documents(tmp_path / name, column="body", topics="about")
        assert documents.texts == ("None", "a, b")
        assert documents.topics == ("1", "2")


@pytest.mark.parametrize(
    ("texts", "topics", "message"),
    [
        ([], None, "There are no documents"),
        (["a", 3], None, "A document is a text, not a int: 3"),
        (["a", "b"], ["x"], "There are 2 texts but 1 topics"),
        (["a", "b"], "about", "There are 2 texts but one name"),
    ],
)
def test_lists_that_do_not_fit(texts, topics, message):
    with pytest.raises(TableError, match=message):
        read_documents(texts, topics=topics)


def test_topics_are_counted():
    assert count_topics(["b", "a", "b"]) == {"a": 1, "b": 2}
