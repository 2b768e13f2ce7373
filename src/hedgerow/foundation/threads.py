"""Threads: many where kernels release the interpreter's lock, and one for small matrices and small clusterings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from threading import Lock
from types import TracebackType
from typing import Any, TypeVar

from joblib import effective_n_jobs
from sklearn import config_context, get_config
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]

from hedgerow.foundation.constraints import JOBS, check

T = TypeVar("T")


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
) -> Iterator[T]:
    """Call a function many times, in as many threads as joblib says `n_jobs` means; results come in order.

    joblib looks for finished work every hundredth of a second, which is as long as a small forest takes to grow.
    Calls that have not begun are dropped when one fails or nobody listens any more.

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

    pool = ThreadPoolExecutor(n_threads)
    try:
        yield from pool.map(work, calls)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


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
