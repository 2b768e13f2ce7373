"""The verbs of the command, and what it says of itself."""

from __future__ import annotations

from typing import Annotated

import typer

from hedgerow.cli import screen
from hedgerow.cli.compare import compare
from hedgerow.cli.datasets import datasets
from hedgerow.cli.demo import demo
from hedgerow.cli.diagnose import diagnose
from hedgerow.cli.encode import encode
from hedgerow.cli.explain import explain
from hedgerow.cli.export import export
from hedgerow.cli.fit import fit
from hedgerow.cli.methods import methods
from hedgerow.cli.predict import predict
from hedgerow.cli.report import report
from hedgerow.cli.reproduce import reproduce
from hedgerow.cli.select import select

app = typer.Typer(
    name="hedgerow",
    help="Ensembles that usefully disagree, and honest answers to which features matter.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
for verb in (
    fit, predict, select, explain, compare, diagnose, report, export, reproduce, demo, datasets, methods,
):  # fmt: skip
    app.command(verb.__name__)(verb)
app.add_typer(encode, name="encode")


def _print_version(wanted: bool) -> None:
    if wanted:
        from hedgerow import __version__

        screen.out().print(f"hedgerow {__version__}", highlight=False)
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass
