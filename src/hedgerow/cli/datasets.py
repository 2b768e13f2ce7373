"""``hedgerow datasets``: which tables can be loaded by name, and one of them as a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table as Grid

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_table_place, write_table
from hedgerow.foundation.frames import list_rows

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console

    from hedgerow.tables.table import Table

_GENERATED = "generator"


def datasets(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A data set of the list; all are listed without it."),
    ] = None,
    out: Annotated[
        str | None,
        options.unset("--out", "-o", help="Write the data set to this .csv, .tsv or .parquet file."),
    ] = None,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """List the data sets that can be loaded by name; describe one, and write it to a file to try things on.

    Example: hedgerow datasets wbc --out wbc.csv
    """
    from hedgerow import datasets as catalog

    names = catalog.names()
    if name is None:
        if out is not None:
            raise ValueError("--out needs the name of a data set: hedgerow datasets wbc --out wbc.csv")
        _show_list(names, json=json)
        return
    if out is not None:
        check_table_place(out)
    is_generated = name in set(names.loc[names["source"] == _GENERATED, "name"])
    table = catalog.load(name, random_state=seed) if is_generated else catalog.load(name)
    if out is not None:
        write_table(out, table.features if table.target is None else table.features.join(table.target))
        screen.note(f"Wrote {len(table):,} rows to {out}.", quiet=quiet)
    described = _describe(table)
    if json:
        screen.print_json(described | {"out": out})
        return
    _print_table(screen.out(), described, out)


def _show_list(names: pd.DataFrame, *, json: bool) -> None:
    if json:
        screen.print_json({"datasets": list_rows(names)})
        return
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for column in names.columns:
        numeric = names[column].dtype.kind in "iuf"
        grid.add_column(
            str(column), justify="right" if numeric else "left", style=None if numeric else "cyan"
        )
    for row in names.astype(object).where(names.notna(), "").itertuples(index=False):
        grid.add_row(*(escape(str(value)) for value in row))
    console = screen.out()
    console.print(grid)
    console.print("\nOne as a file: [bold]hedgerow datasets wbc --out wbc.csv[/]")
    console.print('In Python: [bold]hedgerow.datasets.load("wbc")[/]')


def _describe(table: Table) -> dict[str, Any]:
    classes = None
    if table.target is not None and table.task == "classification":
        classes = {str(label): int(count) for label, count in table.target.value_counts().items()}
    return {
        "name": table.name,
        "n_rows": len(table),
        "n_features": table.features.shape[1],
        "target": None if table.target is None else str(table.target.name),
        "task": table.task,
        "classes": classes,
        "n_missing": int(table.features.isna().sum().sum()),
        "features": [str(column) for column in table.features],
    }


def _print_table(console: Console, described: dict[str, Any], out: str | None) -> None:
    console.print(
        f"[bold]{escape(described['name'])}[/]: {described['n_rows']:,} rows, {described['n_features']} features, "
        f"{described['n_missing']} missing values."
    )
    target, classes = described["target"], described["classes"]
    if classes is not None:
        listed = ", ".join(f"{escape(label)} {count:,}" for label, count in list(classes.items())[:8])
        more = f" and {len(classes) - 8} more" if len(classes) > 8 else ""
        console.print(f"Target [cyan]{escape(target)}[/], {len(classes)} classes: {listed}{more}.")
    elif target is not None:
        console.print(f"Target [cyan]{escape(target)}[/], a number.")
    features = described["features"]
    more = f" and {len(features) - 12} more" if len(features) > 12 else ""
    console.print(f"Features: {escape(', '.join(features[:12]))}{more}.")
    if target is not None:
        words = f"'{target}'" if " " in target else target
        place = out or f"{described['name']}.csv"
        program = screen.name_program()
        before = "" if out else f"{program} datasets {described['name']} --out {place}, then "
        is_raw = described["features"] == ["sequence"]
        verb = f"encode sequences {place} --out {described['name']}.parquet" if is_raw else f"fit {place}"
        target_told = "" if is_raw else f" --target {words}"
        console.print(
            f"\nNext: {escape(before)}[bold]{escape(f'{program} {verb}{target_told}')}[/]",
            soft_wrap=True,
        )
