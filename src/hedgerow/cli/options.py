"""The options that every verb shares, as annotated types: ``def fit(table: Table, target: Target, seed: Seed = 0)``."""

from __future__ import annotations

import csv
import os
from typing import Annotated, Any, Literal

import typer

TRACEBACK = "HEDGEROW_TRACEBACK"


def _show_tracebacks(wanted: bool) -> bool:
    # The error arrives in `main` when the context of the command is gone; the environment outlives it.
    if wanted:
        os.environ[TRACEBACK] = "1"
    return wanted


def _check_jobs(jobs: int) -> int:
    if jobs == 0:
        raise typer.BadParameter("0 threads compute nothing; take 1 or more, or -1 for all cores.")
    return jobs


def unset(*names: str, **settings: Any) -> Any:
    """An option whose help says what happens without it, so no default is shown."""
    return typer.Option(*names, show_default=False, **settings)


Table = Annotated[
    str,
    typer.Argument(
        metavar="TABLE",
        help='A CSV (perhaps .csv.gz), Parquet or ARFF file; "-" reads CSV from standard input.',
        show_default=False,
    ),
]
Model = Annotated[
    str, typer.Argument(metavar="MODEL", help="A model file of `hedgerow fit`.", show_default=False)
]
Target = Annotated[str, unset("--target", "-t", help="The column to predict.")]
Task = Annotated[
    Literal["classification", "regression"] | None,
    unset(help="What predicting the target is; found out by default."),
]
Drop = Annotated[str, unset("--drop", metavar="A,B,...", help="Columns to leave out.")]
Folds = Annotated[int | None, unset("--folds", min=2, help="Folds; chosen by the number of rows by default.")]
Repeats = Annotated[int | None, unset("--repeats", min=1, help="How often to divide the rows into folds.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object, for machines.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of all that is drawn.")]
Jobs = Annotated[
    int,
    typer.Option(
        "--jobs", "-j", callback=_check_jobs, help="Threads; -1 takes all cores. No result depends on it."
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress and no notes.")]
Debug = Annotated[
    bool,
    typer.Option("--debug", callback=_show_tracebacks, is_eager=True, help="Show the traceback of an error."),
]


def split_names(text: str) -> list[str]:
    """The names in a list with commas; a name that holds one stands in double quotes.

    Examples
    --------
    >>> split_names("forest, linear,"), split_names('size,"height, in cm"')
    (['forest', 'linear'], ['size', 'height, in cm'])
    """
    parts = next(csv.reader([text], skipinitialspace=True), [])
    return [name.strip() for name in parts if name.strip()]


# The names of hedgerow.trials.metrics.METRICS, which would take a second to import for every `--help`.
FOR_CLASSES = ("accuracy", "balanced_accuracy", "auc", "f1", "log_loss", "brier")
FOR_NUMBERS = ("r2", "rmse", "mae")

Metric = Annotated[
    str | None,
    unset(
        "--metric",
        help=f"What is scored. Classes: {', '.join(FOR_CLASSES)}. Numbers: {', '.join(FOR_NUMBERS)}. "
        "The first of each by default.",
    ),
]
