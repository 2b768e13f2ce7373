"""The option that says what is scored, for the verbs that try methods."""

from __future__ import annotations

from typing import Annotated

import typer

# The names of hedgerow.trials.metrics.METRICS, which would take a second to import for every `--help`.
FOR_CLASSES = ("accuracy", "balanced_accuracy", "auc", "f1", "log_loss", "brier")
FOR_NUMBERS = ("r2", "rmse", "mae")

Metric = Annotated[
    str | None,
    typer.Option(
        "--metric",
        help=f"What is scored. Classes: {', '.join(FOR_CLASSES)}. Numbers: {', '.join(FOR_NUMBERS)}. "
        "The first of each by default.",
        show_default=False,
    ),
]
