import logging
import sys
from types import SimpleNamespace

import pytest

from hedgerow.foundation.progress import Progress, all_or_nothing


def run(verbose):
    with Progress(20, "growing", verbose=verbose) as progress:
        for _ in range(20):
            progress.advance(1)
    return progress


def advance_and_interrupt():
    with Progress(9, "growing", verbose=False) as progress:
        progress.advance(4)
        raise KeyboardInterrupt


def test_silence_unless_asked_for(caplog, capsys):
    with caplog.at_level(logging.INFO):
        assert run(verbose=False).n_done == 20
    assert not caplog.records
    assert capsys.readouterr() == ("", "")


def test_log_lines_where_there_is_no_terminal(caplog, capsys):
    with caplog.at_level(logging.INFO, logger="hedgerow"):
        run(verbose=True)
    assert len(caplog.records) == 10
    assert caplog.messages[-1].startswith("growing: 20 of 20 members")
    assert capsys.readouterr() == ("", "")


def test_a_bar_on_a_terminal(monkeypatch, capsys, caplog):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with caplog.at_level(logging.INFO, logger="hedgerow"):
        run(verbose=True)
    assert "growing" in capsys.readouterr().err
    assert not caplog.records


def test_an_interruption_says_how_far_it_came():
    with pytest.raises(KeyboardInterrupt) as caught:
        advance_and_interrupt()
    assert "after 4 of 9 members; none were kept" in caught.value.__notes__[0]


def change_and_fail(thing, error):
    with all_or_nothing(thing):
        thing.kept, thing.added = 5, 6
        del thing.removed
        raise error


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_a_failure_undoes_every_change(error):
    thing = SimpleNamespace(kept=1, removed=2)
    with pytest.raises(error):
        change_and_fail(thing, error)
    assert thing == SimpleNamespace(kept=1, removed=2)


def test_success_keeps_the_changes():
    thing = SimpleNamespace()
    with all_or_nothing(thing):
        thing.added = 1
    assert thing.added == 1
