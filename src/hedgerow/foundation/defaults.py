"""A signature that is written once: twins that differ in a default share the rest."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)


def with_defaults(**defaults: Any) -> Callable[[Class], Class]:
    """Give a class the constructor of the class above, with other defaults for some keyword-only parameters.

    Parameters
    ----------
    **defaults
        The defaults that differ.

    Examples
    --------
    >>> class Mean:
    ...     def __init__(self, *, axis: int = 0) -> None:
    ...         self.axis = axis
    >>> @with_defaults(axis=1)
    ... class RowMean(Mean):
    ...     pass
    >>> Mean().axis, RowMean().axis
    (0, 1)
    """

    def change(kind: Class) -> Class:
        changed: Any = kind
        above: FunctionType = changed.__init__
        copied = FunctionType(
            above.__code__, above.__globals__, above.__name__, above.__defaults__, above.__closure__
        )
        known = above.__kwdefaults__ or {}
        if unknown := sorted(defaults.keys() - known.keys()):
            raise TypeError(f"{unknown} are not keyword-only parameters with a default")
        copied.__kwdefaults__ = known | defaults
        copied.__annotations__, copied.__qualname__ = above.__annotations__, above.__qualname__
        changed.__init__ = copied
        return kind

    return change
