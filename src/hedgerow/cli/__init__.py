"""The ``hedgerow`` command: one verb per file, and no logic here."""

from __future__ import annotations

import os
import sys
import warnings
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
    options,
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


def main() -> None:
    """Run the command; an error becomes a message and exit code 2, Ctrl-C exit code 130.

    With ``HEDGEROW_TRACEBACK=1`` in the environment errors keep their traceback.
    """
    show_warning = warnings.formatwarning
    warnings.formatwarning = lambda *said, **more: screen.show_controls(show_warning(*said, **more))
    try:
        for argument in sys.argv[1:]:
            if argument != screen.show_controls(argument):
                raise ValueError(
                    f"{argument} holds a control character. Give files and columns names without them."
                )
        app()
    except Exception as error:
        if os.environ.get(options.TRACEBACK):
            sys.excepthook = screen.print_traceback
            raise
        screen.print_error(error)
        sys.exit(2)
    except SystemExit as stop:
        if stop.code == screen.INTERRUPTED:
            screen.err().print("Stopped.", style="yellow")
        raise
    except KeyboardInterrupt:
        screen.err().print("Stopped.", style="yellow")
        sys.exit(screen.INTERRUPTED)
