"""``hedgerow explain``: what the answer about one row hangs on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table as Grid

from hedgerow.cli import options, screen
from hedgerow.cli.recalling import recall

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.findings.explanation import Explanation


def explain(
    model: options.Model,
    table: options.Table,
    row: Annotated[
        int, typer.Option("--row", "-r", min=0, help="The row, counted from 0.", show_default=False)
    ],
    features: Annotated[int, typer.Option(min=1, help="Features to show.")] = 10,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Explain the answer of a saved model about one row of a table: which values it hangs on, and rows like it.

    Local relevance is told where the table is the one that a forest was fitted on, target included.

    Example: hedgerow explain patients.hdg patients.csv --row 17
    """
    from hedgerow.findings.explanation import explain_row

    recalled = recall(model, table, row=row, n_jobs=jobs, quiet=quiet)
    found = explain_row(
        recalled.model, recalled.table, row, seen=recalled.seen, n_jobs=jobs, random_state=seed
    )
    if not quiet:
        for each in found.notes:
            screen.note(each)
    if json:
        screen.print_json(found.to_dict())
        return
    console = screen.out()
    _print_answer(console, found)
    _print_features(console, found, features)
    _print_neighbours(console, found)


def _print_answer(console: Console, found: Explanation) -> None:
    answer = f"Row {found.row}: the answer is [bold]{escape(_say(found.prediction))}[/]"
    if found.truth is not None:
        answer += f", the table says {escape(_say(found.truth))}"
    console.print(f"{answer}.")
    if found.margin is not None:
        leading = sorted(found.probabilities.items(), key=lambda item: -item[1])[:3]
        listed = ", ".join(f"{escape(label)} {part:.0%}" for label, part in leading)
        console.print(f"Probabilities: {listed}. The margin is {found.margin:.2f}.")
    console.print()


def _print_features(console: Console, found: Explanation, n_shown: int) -> None:
    has_relevance = "relevance" in found.features
    grid = Grid(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    grid.add_column("feature", style="cyan", overflow="fold")
    grid.add_column("value", justify="right", overflow="fold")
    grid.add_column("percentile", justify="right")
    grid.add_column("effect", justify="right")
    if has_relevance:
        grid.add_column("relevance", justify="right")
    for record in found.features.head(n_shown).to_dict("records"):
        percentile = record["percentile"]
        cells = [
            escape(str(record["feature"])),
            escape(_say(record["value"])),
            "" if percentile != percentile else f"{percentile:.0f}",  # noqa: PLR0124
            f"{record['effect']:+.3g}",
        ]
        grid.add_row(*cells, *([f"{record['relevance']:+.3f}"] if has_relevance else []))
    console.print(grid)
    said = "effect: how much the answer falls when the value is replaced by those of other rows."
    if has_relevance:
        said += (
            " relevance: what a split on the feature tells about this row on average, in "
            "bits of its class or squared error of its value; negative where it misleads."
        )
    console.print(f"\n{said}\n")


def _print_neighbours(console: Console, found: Explanation) -> None:
    if found.neighbours.empty:
        return
    said = []
    for record in found.neighbours.to_dict("records"):
        target = f", {escape(_say(record['target']))}" if "target" in record else ""
        said.append(f"row {record['row']} ({record['proximity']:.0%} of the leaves{target})")
    console.print(f"Rows most like it: {'; '.join(said)}.")


def _say(value: Any) -> str:
    if value is None or value != value:  # noqa: PLR0124
        return "missing"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
