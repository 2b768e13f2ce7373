"""One thread for small matrices and small clusterings: quickest there, and the same for any number of jobs."""

from __future__ import annotations

import os
from functools import cache
from threading import Lock
from types import TracebackType
from typing import Any

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]


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
