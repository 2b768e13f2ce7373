"""How far a fit has come, and how it ends: counted and shown while it runs, and undone where it fails."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Lock, RLock
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar
from weakref import WeakValueDictionary

logger = logging.getLogger("hedgerow")

E = TypeVar("E")
P = ParamSpec("P")
R = TypeVar("R")


class Progress:
    """Counts finished members and shows the count.

    An interrupted run says how far it came, in a note on the `KeyboardInterrupt`.

    Parameters
    ----------
    total : int
        Number of members to come.
    title : str
        What is being done.
    verbose : bool
        Whether to show anything: a bar where stderr is a terminal, else one log line per tenth.

    Examples
    --------
    >>> with Progress(3, "fitting", verbose=False) as progress:
    ...     progress.advance(2)
    >>> progress.n_done
    2
    """

    def __init__(self, total: int, title: str, *, verbose: bool) -> None:
        self.total = total
        self.title = title
        self.n_done = 0
        self._started = time.perf_counter()
        self._is_logged = verbose and not sys.stderr.isatty()
        self._bar = _make_bar() if verbose and sys.stderr.isatty() else None
        self._task = None if self._bar is None else self._bar.add_task(title, total=total)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._bar.stop()
        if isinstance(error, KeyboardInterrupt):
            error.add_note(
                f"{self.title}: interrupted after {self.n_done} of {self.total} members; "
                "none were kept, and the estimator is as it was before fit"
            )

    def advance(self, n_members: int) -> None:
        """Count members that are done."""
        before, self.n_done = self.n_done, self.n_done + n_members
        if self._bar is not None:
            self._bar.update(self._task, completed=self.n_done)
        elif self._is_logged and 10 * before // self.total < 10 * self.n_done // self.total:
            seconds = time.perf_counter() - self._started
            logger.info("%s: %d of %d members, %.1f s", self.title, self.n_done, self.total, seconds)


def _make_bar() -> Any:
    from rich import progress
    from rich.console import Console

    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
    )


@contextmanager
def all_or_nothing(estimator: Any) -> Iterator[None]:
    """Undo every change to an estimator's attributes when the body raises, also on an interruption.

    Another thread that comes with the same estimator waits, so what is left is all of one fit.

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
    with _FITS.lock(estimator):
        before = dict(vars(estimator))
        try:
            yield
        except BaseException:
            vars(estimator).clear()
            vars(estimator).update(before)
            raise


class _Fits:
    """A lock for each estimator that is being fitted; estimators themselves hold none, since they are copied."""

    def __init__(self) -> None:
        self.forget()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self.forget)  # whoever held one is not there any more

    def forget(self) -> None:
        """Begin anew."""
        self._looking = Lock()
        self._locks: WeakValueDictionary[int, Any] = WeakValueDictionary()

    def lock(self, estimator: Any) -> Any:
        """The lock of an estimator, which lives as long as anybody holds or awaits it."""
        with self._looking:
            return self._locks.setdefault(id(estimator), RLock())


_FITS = _Fits()


def fits_all_or_nothing(fit: Callable[Concatenate[E, P], R]) -> Callable[Concatenate[E, P], R]:
    """Let a method undo every change to its estimator's attributes when it raises; see `all_or_nothing`.

    Examples
    --------
    >>> class Model:
    ...     @fits_all_or_nothing
    ...     def fit(self):
    ...         self.depth_ = 1
    ...         raise KeyboardInterrupt
    >>> model = Model()
    >>> try:
    ...     model.fit()
    ... except KeyboardInterrupt:
    ...     print(vars(model))
    {}
    """

    @wraps(fit)
    def fit_or_undo(estimator: E, /, *arguments: P.args, **options: P.kwargs) -> R:
        with all_or_nothing(estimator):
            return fit(estimator, *arguments, **options)

    return fit_or_undo
