"""KeyboardInterrupt at every single place of the few functions on which everything leans."""

import os
import threading

import pytest
from tests.faults.interrupts import count_places, interrupt

from hedgerow.foundation.atomic_file import replacing
from hedgerow.foundation.threads import map_in_threads
from hedgerow.reproduce.store import TrialKey, TrialStore

# What was open when an interrupt came is closed when the interrupt is forgotten, which is late but no harm.
pytestmark = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning"
)


def test_files_are_replaced_or_left(tmp_path):
    place = tmp_path / "page.html"

    def write():
        with replacing(place) as file:
            file.write(b"new")

    for moment in range(count_places(write)):
        place.write_bytes(b"old")
        where = interrupt(write, moment)
        assert place.read_bytes() in (b"old", b"new"), where
        assert os.listdir(tmp_path) == ["page.html"], where


def test_threads_come_to_their_end():
    def square():
        return list(map_in_threads(pow, [(number, 2) for number in range(5)], 2))

    def interrupt_and_go_on():
        for moment in range(count_places(square)):
            where = interrupt(square, moment)
            assert square() == [0, 1, 4, 9, 16], where

    # A place at which a lock stays taken would let it hang.
    failures = []
    threading.excepthook, usual = failures.append, threading.excepthook
    trial = threading.Thread(target=interrupt_and_go_on, daemon=True)
    trial.start()
    trial.join(20)
    threading.excepthook = usual
    assert not trial.is_alive()
    assert not failures


def test_a_store_of_trials_goes_on(tmp_path):
    first, second = TrialKey("coin", "fair", 0), TrialKey("coin", "fair", 1)

    def work(path):
        with TrialStore(path) as store:
            for key in (first, second):
                if store.claim(key):
                    store.record(key, {"heads": 1.0})

    for moment in range(0, count_places(lambda: work(tmp_path / "alone")), 4):
        path = tmp_path / str(moment)
        where = interrupt(lambda: work(path), moment)  # noqa: B023 - is called at once
        work(path)
        with TrialStore(path) as store:
            assert store.finished("coin", 2) == {first, second}, where
