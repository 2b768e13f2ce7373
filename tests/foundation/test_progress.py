import inspect
import logging
import sys
import threading
import time
from types import SimpleNamespace

import pytest

from hedgerow.foundation import progress
from hedgerow.foundation.progress import Progress, all_or_nothing, fits_all_or_nothing


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


def test_a_second_thread_waits_until_the_first_has_fitted():
    model, order = Holder(), []
    entered = threading.Event()

    def fit(number):
        with all_or_nothing(model):
            entered.set()
            order.append(("begins", number))
            time.sleep(0.02)
            order.append(("ends", number))

    threads = [threading.Thread(target=fit, args=(number,)) for number in range(3)]
    threads[0].start()
    entered.wait(10)
    for thread in threads[1:]:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert order[::2] == [("begins", number) for _, number in order[1::2]]
    assert not progress._FITS._locks  # nothing is kept of an estimator that nobody fits


def test_a_fit_may_hold_another_of_the_same_estimator():
    model = Holder()
    with all_or_nothing(model), all_or_nothing(model):
        model.depth_ = 1
    assert model.depth_ == 1


def test_a_method_is_undone_when_it_raises():
    class Model:
        @fits_all_or_nothing
        def fit(self, X, y=None, sample_weight=None):
            self.depth_ = X
            raise KeyboardInterrupt

    model = Model()
    with pytest.raises(KeyboardInterrupt):
        model.fit(1)
    assert vars(model) == {}
    assert list(inspect.signature(Model.fit).parameters) == ["self", "X", "y", "sample_weight"]


class Holder:
    pass
