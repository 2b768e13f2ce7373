"""How methods did, as a table on the screen: what ``fit`` and ``compare`` both show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table as Grid

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.trials import Tournament


def print_standings(console: Console, tournament: Tournament) -> None:
    """Print a line for each method, the best first, and what the columns mean."""
    metric = tournament.measure
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("method", style="cyan")
    likeness = "kappa" if tournament.task == "classification" else "spread"
    for heading in (metric.title, "95 % interval", "fit", "members", "member error", likeness):
        grid.add_column(heading, justify="right")
    for row in tournament.frame().to_dict("records"):
        failed = row["score"] != row["score"]
        grid.add_row(
            escape(str(row["method"])),
            "failed" if failed else metric.write(row["score"]),
            "" if failed else f"{metric.write(row['low'])} to {metric.write(row['high'])}",
            f"{row['fit_seconds']:.2f} s",
            "" if row["n_members"] != row["n_members"] else f"{row['n_members']:.0f}",
            "" if row["member_error"] != row["member_error"] else f"{row['member_error']:.3g}",
            "" if row["likeness"] != row["likeness"] else f"{row['likeness']:.3g}",
        )
    console.print(grid)
    for trial in tournament.trials:
        if trial.failure is not None:
            console.print(f"{escape(trial.name)} failed: {escape(trial.failure)}")
    way = "" if metric.higher_is_better else "; less is better"
    console.print(
        f"\nMean {metric.title} on held-out rows ({metric.meaning}{way}): {tournament.plan.sentence}. To answer "
        f"{metric.guess} always: {metric.write(tournament.guess)}."
    )
    for remark in tournament.remarks():
        console.print(escape(remark))
    console.print()
