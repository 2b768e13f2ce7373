"""One thread for matrix products: on small matrices more of them cost time, and round sums differently."""

from __future__ import annotations

from contextlib import AbstractContextManager
from threading import Lock
from types import TracebackType
from typing import Any

from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped]


class OneThread:
    """A limit of the whole process: the first who needs it sets it, and the last who leaves puts it back.

    Examples
    --------
    >>> with ONE_THREAD:
    ...     pass
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._n_inside = 0
        self._pools: Any = None
        self._limit: AbstractContextManager[Any] | None = None

    def __enter__(self) -> None:
        with self._lock:
            if self._n_inside == 0:
                self._pools = self._pools or ThreadpoolController()  # looking for them takes a while
                self._limit = self._pools.limit(limits=1, user_api="blas")
                self._limit.__enter__()
            self._n_inside += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._n_inside -= 1
            if self._n_inside == 0 and self._limit is not None:
                self._limit.__exit__(None, None, None)
                self._limit = None


ONE_THREAD = OneThread()
