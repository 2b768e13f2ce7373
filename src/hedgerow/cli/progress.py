"""A bar with the time that is left, on standard error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from hedgerow.cli import screen


class Steps:
    """What a computation tells its progress to: first the number of steps, then a few words before each."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task
        self._started = False

    def start(self, n_steps: int) -> None:
        """Learn how many steps there are."""
        self._progress.update(self._task, total=n_steps)

    def step(self, words: str) -> None:
        """Say what comes next; what came before is done."""
        self._progress.update(self._task, description=words, advance=int(self._started))
        self._started = True


@contextmanager
def show_progress(*, quiet: bool) -> Iterator[Steps]:
    """Show a bar while something is computed; on a terminal only, and without a trace when it is over."""
    console = screen.err()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    )
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        yield Steps(progress, progress.add_task("reading", total=None))
