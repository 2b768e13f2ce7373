"""Which features matter, as a table on the screen: what ``fit`` and ``demo`` both show."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich.markup import escape
from rich.table import Table as Grid

from hedgerow.cli import screen

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.relevance.relevance import Relevance

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
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("feature", style="cyan", overflow="fold")
    for heading in ("relevance", "p (Holm)"):
        grid.add_column(heading, justify="right")
    if wide:
        grid.add_column("")
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
