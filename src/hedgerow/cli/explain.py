"""``hedgerow explain``: what the answer about one row hangs on."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import recall
from hedgerow.foundation.wording import share

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.findings.explanation import Explanation


def explain(
    model: options.Model,
    table: options.Table,
    row: Annotated[int, options.unset("--row", "-r", min=0, help="The row, counted from 0.")],
    features: Annotated[int, typer.Option(min=1, help="Features to show.")] = 10,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Explain the answer of a saved model about one row of a table: which values it hangs on, and rows like it.

    Of a forest or boosted trees it also says what each feature contributes; all of it adds up to the answer. Where the
    table has the target, local relevance tells what the data say about the row as well.

    Example: hedgerow explain patients.hdg patients.csv --row 17
    """
    from hedgerow.findings.explanation import explain_row

    recalled = recall(model, table, row=row, n_jobs=jobs, quiet=quiet)
    found = explain_row(
        recalled.model, recalled.table, row, seen=recalled.seen, n_jobs=jobs, random_state=seed
    )
    screen.note(*found.notes, quiet=quiet)
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
        listed = ", ".join(f"{escape(label)} {share(part)}" for label, part in leading)
        console.print(f"Probabilities: {listed}. The margin is {found.margin:.2f}.")
    console.print()


def _print_features(console: Console, found: Explanation, n_shown: int) -> None:
    # A column for what is known, with how it is written.
    amount = "+.3f" if found.probabilities else "+.3g"
    numbers = {
        "percentile": ".0f",
        "effect": amount,
        "together": amount,
        "contribution": amount,
        "told": "+.3f" if found.margin else "+.3g",
    }
    known = [name for name in numbers if name in found.features and found.features[name].notna().any()]
    grid = screen.open_grid("feature", "value", *known, right=("value", *known), style="cyan", fold=2)
    for record in found.features.head(n_shown).to_dict("records"):
        cells = [escape(str(record["feature"])), escape(_say(record["value"]))]
        cells += ["" if isnan(record[name]) else f"{record[name]:{numbers[name]}}" for name in known]
        grid.add_row(*cells)
    console.print(grid)
    console.print()
    for name in known:
        console.print(f"[bold]{name}[/]: {_describe(name, found)}")
    console.print()


def _describe(column: str, found: Explanation) -> str:
    """What a column of the grid is."""
    whose = "the model" if found.relevance_of == "model" else "a forest grown on this table"
    answer = "the probability of the answer" if found.probabilities else "the answer"
    return {
        "percentile": "where the value stands among all rows, from 0 (lowest) to 100.",
        "effect": f"how much {answer} falls when the value is exchanged for others that occur.",
        "together": "the same, when all columns that carry nearly the same information are exchanged.",
        "contribution": f"what the feature adds to {found.contribution_to} in the answer (its Shapley value); all of "
        f"them lead from {_say(found.base)}, what the model says of a row it knows nothing about, to what it says of "
        "this one, right or wrong.",
        "told": f"what a tree of {whose} learns about the row's target from splits on the feature, in bits of its "
        "class or squared error of its value; below zero they are evidence against it.",
    }[column]


def _print_neighbours(console: Console, found: Explanation) -> None:
    if found.neighbours.empty:
        return
    said = []
    for record in found.neighbours.to_dict("records"):
        target = f", {escape(_say(record['target']))}" if "target" in record else ""
        said.append(f"row {record['row']} ({100 * record['proximity']:.0f} % of the leaves{target})")
    console.print(f"Rows most like it: {'; '.join(said)}.")


def _say(value: Any) -> str:
    if value is None or value != value:  # noqa: PLR0124
        return "missing"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
