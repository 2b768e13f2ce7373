"""How methods did, as a table on the screen: what ``fit`` and ``compare`` both show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table as Grid

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.trials import Tournament

_METRICS = {"accuracy": "accuracy", "r2": "R²"}


def print_standings(console: Console, tournament: Tournament) -> None:
    """Print a line for each method, the best first, and what the columns mean."""
    classes = tournament.task == "classification"
    metric = _METRICS[tournament.metric]
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("method", style="cyan")
    for heading in (
        metric,
        "95% interval",
        "fit",
        "members",
        "member error",
        "kappa" if classes else "spread",
    ):
        grid.add_column(heading, justify="right")
    for row in tournament.frame().to_dict("records"):
        failed = row["score"] != row["score"]
        grid.add_row(
            escape(str(row["method"])),
            "failed" if failed else f"{row['score']:.3f}",
            "" if failed else f"{row['low']:.3f} to {row['high']:.3f}",
            f"{row['fit_seconds']:.2f} s",
            "" if row["n_members"] != row["n_members"] else f"{row['n_members']:.0f}",
            "" if row["member_error"] != row["member_error"] else f"{row['member_error']:.3g}",
            "" if row["likeness"] != row["likeness"] else f"{row['likeness']:.3g}",
        )
    console.print(grid)
    for trial in tournament.trials:
        if trial.failure is not None:
            console.print(f"{escape(trial.name)} failed: {escape(trial.failure)}")
    guess = "the most common class" if classes else "the mean"
    console.print(
        f"\nMean {metric} on held-out rows: {tournament.plan.sentence}. To answer {guess} always: "
        f"{tournament.guess:.3f}.\n"
    )
