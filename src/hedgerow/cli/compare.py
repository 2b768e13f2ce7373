"""``hedgerow compare``: methods on the same folds of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape
from rich.table import Table as Grid

from hedgerow.cli import options, screen
from hedgerow.cli.progress import show_progress
from hedgerow.cli.reading import open_noted
from hedgerow.cli.scoring import Metric
from hedgerow.cli.standings import print_standings

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.trials import Tournament


def compare(
    table: options.Table,
    target: options.Target,
    methods: Annotated[
        str,
        typer.Option(
            "--methods", "-m", metavar="A,B,...", help="Short names, or names of `hedgerow methods`."
        ),
    ] = "forest,hedgerow,linear",
    metric: Metric = None,
    task: options.Task = None,
    drop: options.Drop = "",
    folds: options.Folds = None,
    repeats: options.Repeats = None,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Compare methods on the same folds of a table, and say what can be concluded and what cannot.

    Example: hedgerow compare patients.csv --target outcome --methods forest,rotation-forest,linear
    """
    from hedgerow.trials import compare_methods

    opened = open_noted(table, target, task=task, drop=options.split_names(drop), quiet=quiet)
    with show_progress(quiet=quiet) as steps:
        tournament = compare_methods(
            opened,
            options.split_names(methods),
            metric=metric,
            n_jobs=jobs,
            random_state=seed,
            n_folds=folds,
            n_repeats=repeats,
            step=steps.step,
            start=steps.start,
        )
    if json:
        screen.print_json(tournament.to_dict())
        return
    console = screen.out()
    print_standings(console, tournament)
    _print_differences(console, tournament)


def _print_differences(console: Console, tournament: Tournament) -> None:
    differences = tournament.differences()
    if differences.empty:
        console.print("Fewer than two methods worked on every fold, so that nothing can be compared.")
        return
    write = tournament.measure.write
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for heading in ("pair", "difference", "95 % interval", "p (Holm)", "better"):
        grid.add_column(heading, justify="left" if heading in ("pair", "better") else "right")
    for row in differences.to_dict("records"):
        grid.add_row(
            f"{escape(row['first'])} - {escape(row['second'])}",
            write(row["difference"], signed=True),
            f"{write(row['low'], signed=True)} to {write(row['high'], signed=True)}",
            screen.say_p(row["p_value"]),
            escape(row["better"]) or "cannot be told",
        )
    console.print(grid)
    assert tournament.comparison is not None
    assert tournament.chosen is not None
    console.print(f"\n{escape(tournament.comparison.conclusion)}")
    console.print(f"\n{escape(tournament.chosen.sentence)}")
