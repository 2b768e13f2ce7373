"""``hedgerow compare``: methods on the same folds of one table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import open_noted
from hedgerow.foundation.wording import write_p

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.trials import CrossValidation


def compare(
    table: options.Table,
    target: options.Target,
    methods: Annotated[
        str,
        typer.Option(
            "--methods", "-m", metavar="A,B,...", help="Short names, or names of `hedgerow methods`."
        ),
    ] = "forest,hedgerow,linear",
    metric: options.Metric = None,
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
    """Compare methods on the same folds of a table, and conclude what the folds allow.

    Example: hedgerow compare patients.csv --target outcome --methods forest,rotation-forest,linear
    """
    from hedgerow.trials import compare_methods

    opened = open_noted(table, target, task=task, drop=options.split_names(drop), quiet=quiet)
    with screen.show_progress(quiet=quiet) as steps:
        validation = compare_methods(
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
        screen.print_json(validation.to_dict())
        return
    console = screen.out()
    screen.print_standings(console, validation)
    _print_differences(console, validation)


def _print_differences(console: Console, validation: CrossValidation) -> None:
    differences = validation.differences()
    if differences.empty:
        console.print("Fewer than two methods worked on every fold, so there is nothing to compare.")
        return
    write = validation.measure.write
    numbers = ("difference", "95 % interval", "p (Holm)")
    grid = screen.open_grid("pair", *numbers, "better", right=numbers)
    for row in differences.to_dict("records"):
        grid.add_row(
            f"{escape(row['first'])} - {escape(row['second'])}",
            write(row["difference"], signed=True),
            f"{write(row['low'], signed=True)} to {write(row['high'], signed=True)}",
            write_p(row["p_value"]),
            escape(row["better"]) or "not shown",
        )
    console.print(grid)
    assert validation.comparison is not None
    assert validation.chosen is not None
    console.print(f"\n{escape(validation.comparison.conclusion)}")
    console.print(f"\n{escape(validation.chosen.sentence)}")
