import io

import pytest
from rich.console import Console

from hedgerow.cli import screen
from hedgerow.cli.progress import show_progress


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
