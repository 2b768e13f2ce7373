"""Results on the screen: how methods did, which features matter, and findings."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table as Grid

from hedgerow.cli import screen

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.findings import Finding
    from hedgerow.relevance.relevance import Relevance
    from hedgerow.trials import CrossValidation


_KNOWN_OF_SOME = {"n_members": ".0f", "member_error": ".3g", "likeness": ".3g"}  # of ensembles


def print_standings(console: Console, validation: CrossValidation) -> None:
    """Print a line for each method, the best first, and what the columns mean."""
    metric = validation.measure
    likeness = "kappa" if validation.task == "classification" else "spread"
    numbers = (metric.title, "95 % interval", "fit", "members", "member error", likeness)
    grid = screen.open_grid("method", *numbers, right=numbers, style="cyan")
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
    grid = screen.open_grid("feature", *numbers, *bar, right=numbers, style="cyan", fold=1)
    # The gain of a feature that does not pass may come from a few small nodes, and be as large as any.
    largest = max(float(ranked["weighted_gain"].where(ranked["selected"]).max()), 1e-12)
    for row in ranked.head(_N_SHOWN).to_dict("records"):
        gain = row["weighted_gain"]
        known = not math.isnan(gain)  # in a wide table no node may have drawn a feature first
        cells = [escape(str(row["feature"])), f"{gain:.4f}" if known else "", screen.say_p(row["p_holm"])]
        if wide and known and row["selected"]:
            cells.append(screen.draw_bar(gain / largest, _BAR, ascii_only=console.options.ascii_only))
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
