"""What the verbs show: consoles, grids, results, error messages, and a bar with the time that is left."""

from __future__ import annotations

import errno
import json
import math
import os
import re
import shutil
import sys
import traceback
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.segment import Segment
from rich.syntax import Syntax
from rich.table import Table
from rich.text import Text

from hedgerow.foundation.wording import write_p

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.findings import Finding
    from hedgerow.relevance.relevance import Relevance
    from hedgerow.trials import CrossValidation

_PROGRAM = "hedgerow"
_BLOCKS = " ▏▎▍▌▋▊▉█"
_FORESEEN = (ValueError, LookupError, OSError, ImportError)  # whose messages name the way out
_SYSTEM_ERRORS = {
    errno.EACCES: "may not be read or written. Change its permissions, or name another place.",
    errno.EPERM: "may not be read or written. Change its permissions, or name another place.",
    errno.ENOENT: "is not there. Check the name.",
    errno.ENOSPC: "has no space left. Make room, or name another place.",
    errno.EDQUOT: "has no space left for you. Make room, or name another place.",
    errno.EFBIG: "may not take a file as large as this one. Name another place.",
    errno.EROFS: "can only be read. Name another place.",
}


_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def show_controls(text: str) -> str:
    r"""What a terminal would obey, or what would turn the order of the letters around, as one writes it in Python.

    Names of columns, labels and files may hold such characters, and terminals can be told to write to the clipboard.

    Examples
    --------
    >>> print(show_controls("size\x1b[2J"))
    size\x1b[2J
    """
    return _UNSEEN.sub(lambda found: ascii(found[0])[1:-1], text)


class _Screen(Console):
    def render(self, renderable: Any, options: Any = None) -> Iterable[Segment]:
        """All text on its way to the screen; what is no text is how it looks."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=show_controls(segment.text))


class _Results(_Screen):
    def on_broken_pipe(self) -> None:
        """Go on in silence: a reader such as ``head`` that has seen enough is not an error; files are still written."""
        _silence()


def out() -> Console:
    """Return a console on standard output; it is plain under NO_COLOR and without a terminal."""
    return _Results(highlight=False)


def write(text: str) -> None:
    """Write text to standard output as it is, for machines; a reader that has left is not an error."""
    try:
        sys.stdout.write(show_controls(text) if sys.stdout.isatty() else text)
        sys.stdout.flush()
    except BrokenPipeError:
        _silence()


def _silence() -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def err() -> Console:
    """Return a console on standard error."""
    return _Screen(stderr=True, highlight=False)


def print_error(error: Exception) -> None:
    """Print an exception as a message."""
    if isinstance(error, MemoryError):
        text = "There is not enough memory. Take fewer rows or columns, or fewer --jobs."
    elif not isinstance(error, _FORESEEN):
        kind = type(error).__name__
        text = f"An unexpected error occurred ({kind}: {error}). Run the command again with --debug, and report it."
    elif isinstance(error, OSError) and error.errno is not None:
        text = _say_system_error(error)
    elif isinstance(error, LookupError) and error.args:
        text = str(error.args[0])  # str(KeyError("...")) wraps the text in quotes
    else:
        text = str(error)
    err().print(Text.assemble(("Error: ", "bold red"), text or type(error).__name__), soft_wrap=True)
    try:
        sys.stdout.flush()
    except (
        OSError
    ):  # results that nobody takes would fail once more when the process ends, with a status of its own
        _silence()


def print_traceback(*error: Any) -> None:
    """Print what Python says of an exception that nobody caught: its type, itself and where it was raised."""
    sys.stderr.write(show_controls("".join(traceback.format_exception(*error))))


def _say_system_error(error: OSError) -> str:
    """What the system complains about, in words; it numbers its complaints."""
    place = str(error.filename or "The place to write to")
    known = _SYSTEM_ERRORS.get(error.errno or 0)
    return f"{place} {known}" if known else f"{place}: {error.strerror}."


def draw_bar(share: float, width: int, *, ascii_only: bool = False) -> str:
    """Return a horizontal bar that fills a share of a width.

    Examples
    --------
    >>> draw_bar(0.5, 8)
    '████'
    >>> draw_bar(0.5, 8, ascii_only=True)
    '####'
    """
    share = min(max(share, 0.0), 1.0)
    if ascii_only:
        return "#" * round(share * width)
    eighths = round(share * width * 8)
    return ("█" * (eighths // 8) + _BLOCKS[eighths % 8]).rstrip()


def note(*texts: str, quiet: bool = False) -> None:
    """Say something beside the result, on standard error, unless the command is to be quiet."""
    for text in () if quiet else texts:
        err().print(Text(text, style="yellow"), soft_wrap=True)


def open_grid(
    *headings: str, right: Collection[str] = (), style: str | None = None, fold: int = 0, whole: int = 0
) -> Table:
    """Make an empty grid without lines.

    Parameters
    ----------
    *headings : str
        Of the columns; no line of headings is shown where all are empty.
    right : collection of str
        The columns that stand at the right.
    style : str, default=None
        Of the first column.
    fold : int, default=0
        How many columns, from the first on, go on in another line where they are too wide.
    whole : int, default=0
        How many columns, from the first on, never break between words.
    """
    grid = Table(box=None, show_header=any(headings), padding=(0, 2, 0, 0), pad_edge=False)
    for place, heading in enumerate(headings):
        grid.add_column(
            heading,
            justify="right" if heading in right else "left",
            style=None if place else style,
            overflow="fold" if place < fold else "ellipsis",
            no_wrap=place < whole,
        )
    return grid


def print_json(result: Mapping[str, Any]) -> None:
    """Print one JSON object on standard output; what is not a number becomes null.

    Examples
    --------
    >>> print_json({"score": float("nan"), "name": "forêt"})
    {
      "score": null,
      "name": "forêt"
    }
    """
    text = json.dumps(_to_plain(result), indent=2, ensure_ascii=False, allow_nan=False)
    # In JSON such characters stand within words only, where they may be written as numbers.
    text = _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    write(f"{text}\n")


def _to_plain(value: Any) -> Any:
    """What JSON can say: NumPy's numbers as plain ones, other keys as words, and null for NaN and infinity."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _to_plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_to_plain(each) for each in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, str | int) else str(value)


def show_code(code: str) -> Syntax:
    """Python code in the colours of the terminal."""
    return Syntax(code, "python", theme="ansi_dark", background_color="default", word_wrap=True)


def name_program() -> str:
    """What to type for this command: its name where a shell finds it, else the path that it was called by."""
    called = Path(sys.argv[0])
    found = shutil.which(_PROGRAM)
    if called.name != _PROGRAM or (found is not None and Path(found).resolve() == called.resolve()):
        return _PROGRAM
    return os.path.relpath(called) if called.is_relative_to(Path.cwd()) else str(called)


class Steps:
    """What a computation tells its progress to: first the number of steps, then a few words before each."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task
        self._started = False

    def start(self, n_steps: int) -> None:
        """Learn how many steps there are."""
        self._progress.update(self._task, total=n_steps)

    def reach(self, n_done: int, n_steps: int) -> None:
        """Say how many steps are done, and how many there are."""
        self._progress.update(self._task, completed=n_done, total=n_steps)

    def step(self, words: str) -> None:
        """Say what comes next; what came before is done."""
        self._progress.update(self._task, description=words, advance=int(self._started))
        self._started = True


@contextmanager
def show_progress(*, quiet: bool, words: str = "reading") -> Iterator[Steps]:
    """Show a bar while something is computed; on a terminal only, and without a trace when it is over.

    Parameters
    ----------
    quiet : bool
        Whether to show nothing.
    words : str, default="reading"
        What comes first.
    """
    console = err()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("left"),
    )
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        yield Steps(progress, progress.add_task(words, total=None))


_KNOWN_OF_SOME = {"n_members": ".0f", "member_error": ".3g", "likeness": ".3g"}  # of ensembles


def print_standings(console: Console, validation: CrossValidation) -> None:
    """Print a line for each method, the best first, and what the columns mean."""
    metric = validation.measure
    likeness = "kappa" if validation.task == "classification" else "spread"
    numbers = (metric.title, "95 % interval", "fit", "members", "member error", likeness)
    grid = open_grid("method", *numbers, right=numbers, style="cyan")
    for row in validation.frame().to_dict("records"):
        failed = row["score"] != row["score"]
        grid.add_row(
            escape(str(row["method"])),
            "failed" if failed else metric.write(row["score"]),
            "" if failed else f"{metric.write(row['low'])} to {metric.write(row['high'])}",
            f"{row['fit_seconds']:.2f} s",
            *(
                "" if row[name] != row[name] else f"{row[name]:{form}}"
                for name, form in _KNOWN_OF_SOME.items()
            ),
        )
    console.print(grid)
    for result in validation.results:
        if result.failure is not None:
            console.print(f"{escape(result.name)} failed: {escape(result.failure)}")
    way = "" if metric.higher_is_better else "; lower is better"
    console.print(
        f"\nMean {metric.title} on held-out rows ({metric.meaning}{way}): {validation.plan.sentence}. Always "
        f"predicting {metric.guess} scores {metric.write(validation.guess)}."
    )
    for remark in validation.remarks():
        console.print(escape(remark))
    console.print()


_N_SHOWN = 12
_BAR = 20
_NARROW = 60


def print_relevance(console: Console, relevance: Relevance, *, asked: str = "") -> None:
    """Print the most relevant features, and how they were tested.

    Parameters
    ----------
    console : Console
        Where they go.
    relevance : Relevance
        What was found, with p-values adjusted by Holm.
    asked : str, default=""
        What else to say about the rows that were asked.
    """
    ranked = relevance.ranked("gain")
    wide = console.width >= _NARROW
    numbers, bar = ("relevance", "p (Holm)"), [""] if wide else []
    grid = open_grid("feature", *numbers, *bar, right=numbers, style="cyan", fold=1)
    # The gain of a feature that does not pass may come from a few small nodes, and be as large as any.
    largest = max(float(ranked["weighted_gain"].where(ranked["selected"]).max()), 1e-12)
    for row in ranked.head(_N_SHOWN).to_dict("records"):
        gain = row["weighted_gain"]
        known = not math.isnan(gain)  # in a wide table no node may have drawn a feature first
        cells = [escape(str(row["feature"])), f"{gain:.4f}" if known else "", write_p(row["p_holm"])]
        if wide and known and row["selected"]:
            cells.append(draw_bar(gain / largest, _BAR, ascii_only=console.options.ascii_only))
        grid.add_row(*cells, style=None if row["selected"] else "dim")
    console.print(grid)
    n_relevant, n_tests = int(ranked["selected"].sum()), f"{len(ranked):,}"
    more = f" The first {_N_SHOWN} are shown." if len(ranked) > _N_SHOWN else ""
    console.print(
        f"\n{n_relevant:,} of {n_tests} features {'is' if n_relevant == 1 else 'are'} relevant at the level "
        f"{relevance.alpha:g} for all features together: each was tested against shuffled copies, and the p-values of "
        f"the {n_tests} tests are adjusted by Holm.{more}{asked}\n"
    )


_STYLES = {"serious": "bold red", "warning": "yellow", "info": "dim"}


def print_findings(console: Console, findings: Iterable[Finding]) -> None:
    """Print findings, one paragraph each, with their severity in front."""
    grid = open_grid("", "", whole=1)
    for finding in findings:
        style = _STYLES[finding.severity]
        grid.add_row(f"[{style}]{finding.severity}[/]", escape(finding.sentence))
    if grid.row_count:
        console.print("[bold]Findings[/]")
        console.print(grid)
    else:
        console.print("[bold]Findings[/]: none.")
