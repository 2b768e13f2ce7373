"""Kernels release the interpreter's lock, so threads are all that parallel work needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from joblib import effective_n_jobs
from sklearn import config_context, get_config

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
