"""``hedgerow report``: one page about a table, a model and what matters."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

from rich.markup import escape

from hedgerow.cli import options, screen
from hedgerow.cli.files import check_model, check_place, open_noted

if TYPE_CHECKING:
    from hedgerow.report.report import Report

_DEFAULT_PLACE = "report.html"


def report(
    table: options.Table,
    target: Annotated[
        str | None,
        options.unset("--target", "-t", help="The column to predict; with --model its own by default."),
    ] = None,
    model: Annotated[
        str | None,
        options.unset(
            "--model", "-m", help="Look at this model file of `hedgerow fit`; a forest by default."
        ),
    ] = None,
    out: Annotated[
        str | None,
        options.unset("--out", "-o", help=f"Where the page goes; {_DEFAULT_PLACE} unless --json."),
    ] = None,
    metric: options.Metric = None,
    task: options.Task = None,
    drop: options.Drop = "",
    json: options.Json = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = -1,
    quiet: options.Quiet = False,
    debug: options.Debug = False,
) -> None:
    """Write a self-contained page: the score, the features that matter, suspicious rows, and findings in words.

    Example: hedgerow report patients.csv --target outcome --out patients.html
    """
    place = out if out is not None or json else _DEFAULT_PLACE
    if place is not None:
        check_place(place)
    if model is not None:
        check_model(model)
    from hedgerow.report.report import N_STEPS, Report

    target = target or _recall_target(model)
    opened = open_noted(table, target, task=task, drop=options.split_names(drop), quiet=quiet)
    with screen.show_progress(quiet=quiet) as steps:
        steps.start(N_STEPS)
        make = Report.from_table if model is None else partial(Report.from_model, model)
        made = make(opened, metric=metric, n_jobs=jobs, random_state=seed, step=steps.step)
    if place is not None:
        made.save(place)
    if json:
        screen.print_json(made.to_dict())
    else:
        _print_summary(made, str(place))


def _recall_target(model: str | None) -> str:
    """The column that a model file predicts."""
    if model is None:
        raise ValueError(
            "A report needs a column to predict: name it with --target, or a model with --model."
        )
    from hedgerow.saving import read_manifest
    from hedgerow.tables.column_choice import recall_columns

    _, target = recall_columns(read_manifest(model))
    if not target:
        raise ValueError(f"{model} does not say which column it predicts. Name it with --target.")
    return target


def _print_summary(made: Report, place: str) -> None:
    console = screen.out()
    for finding in made.to_dict()["findings"]:
        colour = {"serious": "red", "warning": "yellow"}.get(finding["severity"], "blue")
        console.print(f"[bold {colour}]{finding['severity']}[/] {escape(finding['sentence'])}")
    for sentence in made.summary:
        console.print(escape(sentence))
    console.print(
        f"\nWrote the report to [bold]{escape(place)}[/]. Open it in a browser; it needs no network."
    )
