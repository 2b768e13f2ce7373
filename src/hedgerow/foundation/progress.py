"""How far a fit has come, and how it ends: counted and shown while it runs, and undone where it fails."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Self

logger = logging.getLogger("hedgerow")


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
