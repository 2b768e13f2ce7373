"""``hedgerow fit``: from a table to a model."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_place, open_noted

if TYPE_CHECKING:
    from rich.console import Console

    from hedgerow.trials import ModelChoice


def fit(
    table: options.Table,
    target: options.Target,
    method: Annotated[
        str | None,
        options.unset(
            help="Fit this method instead of the best: forest, hedgerow, linear, or a name of `hedgerow methods`."
        ),
    ] = None,
    metric: options.Metric = None,
    out: Annotated[str, typer.Option("--out", "-o", help="Where the model goes.")] = "model.hdg",
    task: options.Task = None,
    drop: options.Drop = "",
    folds: options.Folds = None,
    repeats: options.Repeats = None,
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Try methods on a table, show which features matter, and save the best model.

    Example: hedgerow fit patients.csv --target outcome --out patients.hdg
    """
    check_place(out)
    from hedgerow.saving.model_file import save_model
    from hedgerow.trials import choose_model

    opened = open_noted(table, target, task=task, drop=options.split_names(drop), quiet=quiet)
    with screen.show_progress(quiet=quiet) as steps:
        choice = choose_model(
            opened,
            method=method,
            metric=metric,
            n_jobs=jobs,
            random_state=seed,
            n_folds=folds,
            n_repeats=repeats,
            step=steps.step,
            start=steps.start,
        )
    summary = choice.to_dict()
    if json:
        save_model(choice.model, out, summary=summary)
        screen.print_json(summary | {"model": out})
        return
    console = screen.out()
    _print_inspection(console, choice)
    screen.print_standings(console, choice.validation)
    if method is None and not any(result.name == "hedgerow" for result in choice.validation.results):
        console.print(
            "hedgerow was not tried because it is slow on a table of this size. "
            "Use --method hedgerow to fit it all the same.\n"
        )
    if choice.validation.comparison is not None:
        console.print(f"{escape(choice.validation.comparison.sentence)}\n")
    if method is None and choice.validation.chosen is not None:
        console.print(f"{escape(choice.validation.chosen.sentence)}\n")
    n_asked = choice.n_rows_asked
    asked = f" Computed on {n_asked:,} rows." if n_asked < choice.inspection.n_rows else ""
    screen.print_relevance(console, choice.relevance, asked=asked)
    # After the results: what cannot be saved has still been found out.
    save_model(choice.model, out, summary=summary)
    _print_model(console, choice, out, table)


def _print_inspection(console: Console, choice: ModelChoice) -> None:
    first, *others = choice.inspection.sentences()
    console.print(f"[bold]{escape(choice.inspection.name)}[/]: {escape(first)}")
    for sentence in others:
        console.print(escape(sentence))
    console.print()


def _print_model(console: Console, choice: ModelChoice, out: str, table: str) -> None:
    console.print(
        f"Fitted [bold]{escape(choice.method)}[/] to all {choice.inspection.n_rows:,} rows and saved it to "
        f"[bold]{escape(out)}[/]."
    )
    source = "-" if table == "-" else "NEW_TABLE.csv"
    console.print(f"Next: [bold]{escape(screen.name_program())} predict {escape(out)} {source}[/]")
