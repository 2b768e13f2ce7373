"""What an object computes once, when it is first asked for."""

from __future__ import annotations

import functools
from typing import Any, TypeVar, overload

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

    @overload
    def __get__(self, instance: None, owner: type[Any] | None = None) -> cached_property[T_co]: ...

    @overload
    def __get__(self, instance: object, owner: type[Any] | None = None) -> T_co: ...

    def __get__(self, instance: object | None, owner: type[Any] | None = None) -> Any:
        """The kept value, or the computed one, which is kept; of two that are computed, the first."""
        if instance is None:
            return self
        name = self.attrname
        if name is None:
            raise TypeError("a cached property needs a name in its class")
        kept = vars(instance)
        return kept[name] if name in kept else kept.setdefault(name, self.func(instance))
