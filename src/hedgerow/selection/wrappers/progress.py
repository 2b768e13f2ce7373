"""How far a search has come: a line on a terminal, log lines elsewhere, nothing unless asked for."""

from __future__ import annotations

import logging
import sys
import time
from types import TracebackType
from typing import Any, Self

from hedgerow.search.scores import Step

logger = logging.getLogger("hedgerow")


class SearchProgress:
    """Shows the step that a search has reached; how many will follow, nobody knows.

    Parameters
    ----------
    title : str
        What is being searched.
    verbose : bool
        Whether to show anything: a line that changes where stderr is a terminal, else one log line per step.

    Examples
    --------
    >>> with SearchProgress("search", verbose=False) as progress:
    ...     progress.title = "nested search 1 of 5"
    """

    def __init__(self, title: str, *, verbose: bool) -> None:
        self.title = title
        self._started = time.perf_counter()
        self._is_logged = verbose and not sys.stderr.isatty()
        self._line = _make_line(title) if verbose and sys.stderr.isatty() else None

    def __enter__(self) -> Self:
        if self._line is not None:
            self._line.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._line is not None:
            self._line.stop()

    def show(self, step: Step, score: float) -> None:
        """Show a step."""
        if self._line is None and not self._is_logged:
            return
        text = (
            f"{self.title}: {step.action}, {int(step.mask.sum())} of {step.mask.size} in, score {score:.4g}, "
            f"{step.n_scored} subsets scored, {time.perf_counter() - self._started:.1f} s"
        )
        if self._line is not None:
            self._line.update(text)
        else:
            logger.info("%s", text)


def _make_line(title: str) -> Any:
    from rich.console import Console

    return Console(stderr=True).status(title)
