"""A fit that fails leaves the estimator as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def all_or_nothing(estimator: Any) -> Iterator[None]:
    """Undo every change to an estimator's attributes when the body raises, also on an interruption.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> estimator = SimpleNamespace(depth=1)
    >>> try:
    ...     with all_or_nothing(estimator):
    ...         estimator.depth_ = 1 / 0
    ... except ZeroDivisionError:
    ...     print(estimator)
    namespace(depth=1)
    """
    before = dict(vars(estimator))
    try:
        yield
    except BaseException:
        vars(estimator).clear()
        vars(estimator).update(before)
        raise
