"""Threads: many where kernels release the interpreter's lock, and one for small matrices and small clusterings."""

from __future__ import annotations

import os
from _thread import get_ident, start_new_thread
from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import cache
from itertools import repeat
from queue import SimpleQueue
from threading import Lock
from types import TracebackType
from typing import Any, Generic, TypeVar, cast

from joblib import effective_n_jobs
from sklearn import config_context, get_config
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

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
    than to keep it closes it, so an interrupt does.

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
            # In one call of C, so each thread that runs is counted.
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


class OneThread:
    """Keep BLAS to one thread while anybody is inside.

    Threads within a small product cost more than they save, and much more where members of an ensemble have threads of
    their own; and sums over other numbers of threads are rounded in another way. The limit is one of the whole process,
    so the first to come sets it and the last to leave lifts it.

    Examples
    --------
    >>> with ONE_THREAD:
    ...     sum(range(3))
    3
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._n_inside = 0
        self._pools: Any = None
        self._limit: Any = None
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._unlock)

    def __enter__(self) -> None:
        with self._lock:
            if self._n_inside == 0:
                self._pools = _find_pools()
                self._take_control()
                self._limit = self._pools.limit(limits=1, user_api="blas")
            self._n_inside += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            self._n_inside -= 1
            if self._n_inside == 0:
                self._take_control()
                self._limit.restore_original_limits()

    def _unlock(self) -> None:
        """In a forked process, where nobody is left who could do it."""
        self._lock = Lock()

    def _take_control(self) -> None:
        """Newer controllers of OpenBLAS listen only to the thread that came first; now it is this one."""
        for library in self._pools.lib_controllers:
            if hasattr(library, "clear_controlling_thread"):
                library.clear_controlling_thread(force=True)


ONE_THREAD = OneThread()


def limit_openmp() -> Any:
    """Keep OpenMP, as of scikit-learn's k-means, to one thread; this limit belongs to the thread that sets it.

    Waiting for other threads costs small clusterings more than they save: fifty times as long on a busy machine.

    Examples
    --------
    >>> with limit_openmp():
    ...     pass
    """
    return _find_pools().limit(limits=1, user_api="openmp")


@cache
def _find_pools() -> Any:
    return ThreadpoolController()  # looking for libraries takes a while
