"""Findings on the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table as Grid

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.findings import Finding

_STYLES = {"serious": "bold red", "warning": "yellow", "info": "dim"}


def print_findings(console: Console, findings: Iterable[Finding]) -> None:
    """Print findings, one paragraph each, with their severity in front."""
    grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column(no_wrap=True)
    grid.add_column()
    for finding in findings:
        style = _STYLES[finding.severity]
        grid.add_row(f"[{style}]{finding.severity}[/]", escape(finding.sentence))
    if grid.row_count:
        console.print("[bold]Findings[/]")
        console.print(grid)
    else:
        console.print("[bold]Findings[/]: none.")
