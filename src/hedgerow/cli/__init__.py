"""The ``hedgerow`` command: one verb per file, and no logic here."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Annotated

import typer

from hedgerow.cli import options, screen
from hedgerow.cli.compare import compare
from hedgerow.cli.datasets import datasets
from hedgerow.cli.demo import demo
from hedgerow.cli.diagnose import diagnose
from hedgerow.cli.explain import explain
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
for verb in (fit, predict, select, explain, compare, diagnose, report, reproduce, demo, datasets, methods):
    app.command()(verb)


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
