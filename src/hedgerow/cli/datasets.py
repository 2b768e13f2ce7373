"""``hedgerow datasets``: which tables can be loaded by name."""

from __future__ import annotations

from rich.markup import escape
from rich.table import Table

from hedgerow.cli import options, screen


def datasets(json: options.Json = False, debug: options.Debug = False) -> None:
    """List the data sets that can be loaded by name.

    Example: hedgerow datasets --json
    """
    from hedgerow import datasets as catalog

    names = catalog.names()
    if json:
        known = names.astype(object).where(names.notna(), None)
        screen.print_json({"datasets": known.to_dict("records")})
        return
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for column in names.columns:
        numeric = names[column].dtype.kind in "iuf"
        table.add_column(
            str(column), justify="right" if numeric else "left", style=None if numeric else "cyan"
        )
    for row in names.astype(object).where(names.notna(), "").itertuples(index=False):
        table.add_row(*(escape(str(value)) for value in row))
    console = screen.out()
    console.print(table)
    console.print('\nIn Python: [bold]hedgerow.datasets.load("wbc")[/]')
