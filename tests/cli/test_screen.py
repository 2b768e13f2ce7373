import pytest

from hedgerow.cli import screen


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
