"""The verbs of the command, and what it says of itself."""

from __future__ import annotations

from typing import Annotated

import typer

from hedgerow.cli import (
    compare,
    datasets,
    demo,
    diagnose,
    explain,
    fit,
    methods,
    predict,
    report,
    reproduce,
    screen,
    select,
)

app = typer.Typer(
    name="hedgerow",
    help="Ensembles that usefully disagree, and honest answers to which features matter.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.command("fit")(fit.fit)
app.command("predict")(predict.predict)
app.command("select")(select.select)
app.command("explain")(explain.explain)
app.command("compare")(compare.compare)
app.command("diagnose")(diagnose.diagnose)
app.command("report")(report.report)
app.command("reproduce")(reproduce.reproduce)
app.command("demo")(demo.demo)
app.command("datasets")(datasets.datasets)
app.command("methods")(methods.methods)


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
