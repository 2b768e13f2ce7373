import pytest

from hedgerow.cli.reading import check_model, open_noted

TEXT = "id,size,empty,kind\n" + "".join(f"p{row},{row % 3}.5,,{'ab'[row % 2]}\n" for row in range(30))


@pytest.fixture
def path(tmp_path):
    place = tmp_path / "pets.csv"
    place.write_text(TEXT)
    return str(place)


def test_a_file_is_read(path, capsys):
    table = open_noted(path, "kind")
    assert (table.name, len(table), table.task) == ("pets", 30, "classification")
    assert table.kinds == {"id": "text", "size": "number"}
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err == "Left out because it has no values: empty.\n"


def test_quiet_says_nothing(path, capsys):
    open_noted(path, "kind", quiet=True)
    assert capsys.readouterr().err == ""


def test_a_model_file_that_is_not_there_is_said(tmp_path):
    with pytest.raises(FileNotFoundError, match="`hedgerow fit` makes one"):
        check_model(str(tmp_path / "model.hdg"))
    with pytest.raises(IsADirectoryError, match="is a folder"):
        check_model(str(tmp_path))
    (tmp_path / "model.hdg").write_bytes(b"PK and more")
    check_model(str(tmp_path / "model.hdg"))
    with pytest.raises(FileNotFoundError, match=r"Did you mean 'model.hdg'"):
        check_model(str(tmp_path / "modle.hdg"))


def test_a_table_is_no_model_file(path):
    with pytest.raises(ValueError, match=r"is not a model file\. The model of `hedgerow fit` comes first"):
        check_model(path)
