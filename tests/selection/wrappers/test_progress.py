import logging
import sys

import numpy as np

from hedgerow.search.scores import Step
from hedgerow.selection.wrappers.progress import SearchProgress

STEP = Step("+3", np.array([True, False, True]), 17)


def test_steps_are_logged_where_there_is_no_terminal(caplog):
    with caplog.at_level(logging.INFO, logger="hedgerow"), SearchProgress("search", verbose=True) as progress:
        progress.show(STEP, 0.81234)
    assert "search: +3, 2 of 3 in, score 0.8123, 17 subsets scored" in caplog.text


def test_nothing_is_shown_unless_asked_for(caplog, capsys):
    with (
        caplog.at_level(logging.INFO, logger="hedgerow"),
        SearchProgress("search", verbose=False) as progress,
    ):
        progress.show(STEP, 0.5)
    assert caplog.text == ""
    assert capsys.readouterr() == ("", "")


def test_a_terminal_has_one_line(monkeypatch, caplog):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with caplog.at_level(logging.INFO, logger="hedgerow"), SearchProgress("search", verbose=True) as progress:
        progress.show(STEP, 0.5)
        assert "17 subsets" in str(progress._line.status)
    assert caplog.text == ""
