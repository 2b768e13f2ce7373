"""``hedgerow reproduce``: published tables, and what comes out when their experiments are run again."""

from __future__ import annotations

import math
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_place
from hedgerow.foundation.atomic_file import replacing

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.reproduce import PublishedTable, Reproduction

_ALL = "all"
_STYLES = {"agrees": "green", "differs": "red", "not comparable": "dim"}


def reproduce(
    table: Annotated[
        str | None,
        typer.Argument(
            metavar="[TABLE_ID]", help="A table of the list, such as rogers-5.2; all for all that run."
        ),
    ] = None,
    trials: Annotated[int, typer.Option("--trials", min=1, help="Trials of each cell.")] = 100,
    store: Annotated[
        Path | None,
        typer.Option("--store", help="The file of finished trials; by default in your data folder."),
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", help="Also write a Markdown page to this file.")
    ] = None,
    results: Annotated[
        Path | None, typer.Option("--results", help="Also write all cells to this CSV file.")
    ] = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = 1,
    json: options.Json = False,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """List the published tables, or run the experiment behind one and compare it cell by cell.

    Finished trials are kept: stop it at any time, and the same command goes on where it was.

    Example: hedgerow reproduce rogers-5.2 --trials 100 --jobs 2
    """
    from hedgerow import reproduce as library

    if table is None:
        listed = library.published_tables()
        if json:
            screen.print_json({"tables": [_describe(each) for each in listed]})
        else:
            _print_list(screen.out(), listed)
        return
    for place in (page, results):
        if place is not None:
            check_place(str(place))
    names = library.runnable_tables() if table == _ALL else (table,)
    found = []
    try:
        for name in names:
            with screen.show_progress(quiet=quiet, words=f"trials of {name}") as steps:
                found.append(
                    library.reproduce(
                        name, n_trials=trials, n_jobs=jobs, store=store, random_state=seed, step=steps.reach
                    )
                )
    except KeyboardInterrupt:
        screen.note("Finished trials are kept; the same command goes on where it was.")
        raise
    if page is not None:
        with replacing(page) as file:
            file.write(library.render_page(found).encode())
    if results is not None:
        library.write_results(found, results)
    if json:
        screen.print_json(
            {"tables": [each.to_dict() for each in found]} if table == _ALL else found[0].to_dict()
        )
    else:
        for each in found:
            _print_reproduction(screen.out(), each)


def _describe(table: PublishedTable) -> dict[str, Any]:
    from hedgerow.reproduce import find_status

    return {
        "id": table.identifier,
        "caption": table.caption,
        "citation": table.citation,
        "status": find_status(table),
        "needs": table.needs,
        "n_cells": len(table.cells),
    }


def _print_list(console: Console, tables: tuple[PublishedTable, ...]) -> None:
    for citation, group in groupby(tables, key=lambda table: table.citation):
        console.print(f"[bold]{escape(citation)}[/]")
        grid = screen.open_grid("", "", "", style="cyan", whole=2)
        for table in group:
            plain = _describe(table)
            needs = f" [dim]It needs {escape(table.needs)}.[/]" if table.needs else ""
            grid.add_row(table.identifier, plain["status"], escape(table.caption) + needs)
        console.print(grid)
        console.print()
    console.print("One table: [bold]hedgerow reproduce rogers-5.2 --trials 100 --jobs 2[/]")


def _print_reproduction(console: Console, found: Reproduction) -> None:
    console.print(f"[bold]{escape(found.table.identifier)}[/]: {escape(found.table.caption)}")
    console.print(f"{escape(found.table.citation)}\n", style="dim")
    from hedgerow.reproduce.results import write_value

    numbers = ("published", "measured", "z")
    grid = screen.open_grid("row", "column", *numbers, "verdict", right=numbers, style="cyan")
    for cell in found.cells:
        published = cell.published
        decimals = found.table.printed_decimals(published.quantity)
        grid.add_row(
            escape(published.row),
            escape(" ".join(filter(None, (published.column, published.quantity)))),
            escape(write_value(published.value, cell.published_standard_error, decimals)),
            write_value(cell.measured, cell.standard_error, decimals),
            "" if math.isnan(cell.z) else f"{cell.z:+.1f}",
            f"[{_STYLES[cell.verdict]}]{cell.verdict}[/]" + (f": {cell.reason}" if cell.reason else ""),
        )
    console.print(grid)
    counts = found.counts()
    console.print(
        f"\n{counts['agrees']} cells agree within 2 standard errors of the difference, {counts['differs']} differ, "
        f"{counts['not comparable']} are not comparable."
    )
    for remark in found.remarks:
        console.print(f"[dim]{escape(remark)}[/]")
