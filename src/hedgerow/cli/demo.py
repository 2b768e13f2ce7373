"""``hedgerow demo``: a forest on a bundled table, beside scikit-learn's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.syntax import Syntax
from rich.table import Table

from hedgerow.cli import screen

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.demonstration import Demonstration

_N_FOLDS = 5
_N_SHOWN = 15
_NARROW = 72

_NEXT_PYTHON = """\
from hedgerow import RandomForestClassifier, datasets
table = datasets.load("{name}")
forest = RandomForestClassifier().fit(table.features, table.target)"""


def demo(
    data: Annotated[str, typer.Option(help="A data set of `hedgerow datasets`.")] = "wbc",
    trees: Annotated[int, typer.Option(min=1, help="Trees per forest.")] = 500,
    seed: Annotated[int, typer.Option(min=0, help="Seed of folds and forests.")] = 0,
) -> None:
    """Fit a forest on a bundled table, beside scikit-learn's, and show which features matter."""
    from hedgerow import datasets
    from hedgerow.demonstration import demonstrate

    console = screen.out()
    table = datasets.load(data)
    n_rows, n_features = table.features.shape
    console.print(
        f"[bold]{escape(table.name)}[/]: {n_rows} rows, {n_features} features. "
        f"Cross-validating two forests of {trees} trees, then asking which features matter.\n"
    )
    with _progress(console) as progress:
        task = progress.add_task("", total=2 * _N_FOLDS + 2)

        def step(words: str) -> None:
            started = progress.tasks[0].description != ""
            progress.update(task, description=words, advance=int(started))

        found = demonstrate(table, n_estimators=trees, n_folds=_N_FOLDS, random_state=seed, step=step)
    _print_forests(console, found)
    _print_relevance(console, found)
    _print_next(console, data)


def _progress(console: Console) -> Progress:
    """Return a bar that shows itself on a terminal only, and leaves no trace."""
    # The clock goes on while the kernels are compiled and nothing else moves.
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _print_forests(console: Console, found: Demonstration) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("forest", style="cyan")
    table.add_column("accuracy", justify="right")
    table.add_column("fit", justify="right")
    for row in found.frame().itertuples():
        table.add_row(str(row.forest), f"{row.accuracy:.1%}", f"{row.fit_seconds:.3f} s")
    console.print(table)
    console.print(
        f"\nMean accuracy on {found.n_folds} held-out folds; median time of a fit on all cores. "
        f"hedgerow was [bold]{found.speed_ratio:.1f} times[/] as fast. Its kernels were ready in "
        f"{found.ready_seconds:.1f} s, which is not counted: they are compiled once and kept on disk."
    )
    console.print(
        f"Out-of-bag accuracy on all rows, no held-out data needed: [bold]{found.oob_score:.1%}[/].\n"
    )


def _print_relevance(console: Console, found: Demonstration) -> None:
    shown = found.relevance.head(_N_SHOWN)
    wide = console.width >= _NARROW
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("feature", style="cyan", overflow="fold")
    table.add_column("gain", justify="right")
    table.add_column("shuffled", justify="right")
    if wide:
        table.add_column("")
    largest = max(float(shown["importance"].max()), 1e-12)
    columns = (shown[name].tolist() for name in ("feature", "gain", "importance", "spread"))
    for feature, gain, importance, spread in zip(*columns, strict=True):
        cells = [escape(str(feature)), f"{gain:.3f}", f"{importance:+.3f} ± {spread:.3f}"]
        if wide:
            cells.append(screen.draw_bar(importance / largest, 20, ascii_only=console.options.ascii_only))
        table.add_row(*cells)
    console.print(table)
    left_out = len(found.relevance) - len(shown)
    more = f" {left_out} less important features are not shown." if left_out else ""
    console.print(
        "\ngain: share of the impurity its splits removed. shuffled: out-of-bag accuracy lost when the "
        f"feature is shuffled, and its spread over shuffles.{more}\n"
    )


def _print_next(console: Console, data: str) -> None:
    console.print("[bold]Next[/]")
    other = "wbc" if data == "sonar" else "sonar"
    console.print(f"  hedgerow demo --data {other}\n  hedgerow datasets\n  hedgerow methods random-forest\n")
    code = Syntax(
        _NEXT_PYTHON.format(name=data),
        "python",
        theme="ansi_dark",
        background_color="default",
        word_wrap=True,
    )
    console.print(Padding(code, (0, 0, 0, 2)))
