import os
import threading

import pytest

from hedgerow.foundation.cached_property import cached_property

PATIENCE = 20


class Sum:
    """A sum that is begun when somebody asks, and ends when it may."""

    def __init__(self, numbers, may_end=True):
        self.numbers, self.n_asked = numbers, 0
        self.begun, self.may_end = threading.Event(), threading.Event()
        if may_end:
            self.may_end.set()

    @cached_property
    def total(self):
        """The sum."""
        self.n_asked += 1
        self.begun.set()
        assert self.may_end.wait(PATIENCE)
        return sum(self.numbers)


@pytest.fixture
def waiting():
    """A sum within which a thread waits."""
    held = Sum([1, 2], may_end=False)
    thread = threading.Thread(target=lambda: held.total)
    thread.start()
    assert held.begun.wait(PATIENCE)
    yield held
    held.may_end.set()
    thread.join()


def test_it_is_computed_once_and_kept_with_the_object():
    made = Sum([1, 2])
    assert made.total == made.total == vars(made)["total"] == 3
    assert made.n_asked == 1
    assert isinstance(Sum.total, cached_property)
    assert Sum.total.__doc__ == "The sum."


def test_a_thread_that_computes_keeps_nobody_waiting(waiting):
    other, said = Sum([3, 4]), []
    asking = threading.Thread(target=lambda: said.append(other.total), daemon=True)
    asking.start()
    asking.join(PATIENCE / 4)
    assert said == [7]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_process_that_is_forked_meanwhile_can_compute(waiting):
    process = os.fork()
    if process == 0:
        threading.Timer(PATIENCE / 4, os._exit, [2]).start()
        os._exit(Sum([3, 4]).total != 7)
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0
