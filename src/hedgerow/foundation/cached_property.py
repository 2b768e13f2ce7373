"""What an object computes once, when it is first asked for."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

T_co = TypeVar("T_co", covariant=True)


class cached_property(functools.cached_property[T_co]):  # noqa: N801 - it is used like the one of functools
    """`functools.cached_property` as it is since Python 3.12: without a lock.

    Before, all objects of a class waited for one lock while one of them computed. A process that was forked at that
    moment by another thread waited for ever, and so did threads of nested models. Two threads that ask at once may
    both compute, and agree.

    Examples
    --------
    >>> class Row:
    ...     @cached_property
    ...     def total(self):
    ...         print("computing")
    ...         return 3
    >>> row = Row()
    >>> row.total, row.total
    computing
    (3, 3)
    """

    def __init__(self, func: Callable[[Any], T_co]) -> None:
        super().__init__(func)
        self.lock = nullcontext()
