"""Kernels release the interpreter's lock, so threads are all that parallel work needs."""

from __future__ import annotations

from _thread import get_ident, start_new_thread
from collections import deque
from collections.abc import Callable, Generator, Iterable
from itertools import repeat
from queue import SimpleQueue
from typing import Any, Generic, TypeVar, cast

from joblib import effective_n_jobs
from sklearn import config_context, get_config

from hedgerow.foundation.constraints import JOBS, check

T = TypeVar("T")
_Answer = tuple[T | None, BaseException | None]


def count_threads(n_jobs: int | None) -> int:
    """How many threads joblib says `n_jobs` means, which must be None or a whole number that is not 0.

    Examples
    --------
    >>> count_threads(3), count_threads(-1_000)
    (3, 1)
    """
    return int(effective_n_jobs(check("n_jobs", n_jobs, JOBS)))


def map_in_threads(
    function: Callable[..., T], calls: Iterable[tuple[Any, ...]], n_jobs: int | None
) -> Generator[T]:
    """Call a function many times, in as many threads as joblib says `n_jobs` means; results come in order.

    joblib looks for finished work every hundredth of a second, which is as long as a small forest takes to grow.
    Calls that have not begun are dropped when one fails, or when the generator is closed; who does more with a result
    than to keep it closes it, so that an interrupt does.

    Parameters
    ----------
    function : callable
        What to call.
    calls : iterable of tuple
        The arguments of each call.
    n_jobs : int or None
        Number of threads, in joblib's sense.

    Examples
    --------
    >>> list(map_in_threads(pow, [(2, 3), (3, 2)], n_jobs=2))
    [8, 9]
    """
    n_threads = count_threads(n_jobs)
    if n_threads == 1:
        for call in calls:
            yield function(*call)
        return
    config = get_config()  # scikit-learn keeps one for each thread

    def work(call: tuple[Any, ...]) -> T:
        with config_context(**config):
            return function(*call)

    tasks = deque(enumerate(calls))
    n_tasks, done = len(tasks), {}
    team = _Team(work, tasks)
    try:
        team.start(min(n_threads, n_tasks))
        for place in range(n_tasks):
            while place not in done:
                at, answer = team.wait()
                done[at] = answer
            result, error = done.pop(place)
            if error is not None:
                raise error
            yield cast(T, result)
    finally:
        error = None  # its traceback holds this frame
        team.dismiss()


class _Team(Generic[T]):
    """Threads that take tasks until none is left.

    Ctrl-C is answered by the thread that waits, wherever it is. The locks of `threading` and `concurrent.futures` are
    taken in Python, so an interrupt could leave one of them locked, and everybody waiting; what is used here is taken
    and given back within one call of C.

    Parameters
    ----------
    work : callable
        Does the task.
    tasks : deque
        Places and tasks.
    """

    def __init__(self, work: Callable[[Any], T], tasks: deque[tuple[int, Any]]) -> None:
        self._work, self._tasks = work, tasks
        self._threads: list[int] = []
        self._left: list[int] = []
        self._answers: SimpleQueue[tuple[int, _Answer[T]] | None] = SimpleQueue()

    def start(self, n_threads: int) -> None:
        """Start threads: as many as there is room for, and one at least."""
        try:
            # In one call of C, so that each thread that runs is counted.
            self._threads.extend(map(start_new_thread, repeat(self._labour, n_threads), repeat(())))
        except RuntimeError as error:  # there is no memory for the stack of another one
            if not self._threads:
                raise MemoryError(f"no thread could be started ({error})") from error

    def wait(self) -> tuple[int, _Answer[T]]:
        """Place and answer of a task, when one is done."""
        while (answer := self._answers.get()) is not None or not self._is_gone():
            if answer is not None:
                return answer
        raise MemoryError("the threads ended before their work was done")

    def dismiss(self) -> None:
        """Drop the tasks that nobody has begun, and wait until all threads have left."""
        self._tasks.clear()
        while len(self._left) < len(self._threads):
            self._answers.get()

    def _is_gone(self) -> bool:
        return len(self._left) == len(self._threads) and self._answers.empty()

    def _labour(self) -> None:
        try:
            while True:
                try:
                    place, task = self._tasks.popleft()
                except IndexError:
                    return
                answer: _Answer[T]
                try:
                    answer = self._work(task), None
                except BaseException as error:
                    answer = None, error
                self._answers.put((place, answer))
                del task, answer
        finally:
            self._left.append(get_ident())
            self._answers.put(None)  # whoever waits looks who has left
