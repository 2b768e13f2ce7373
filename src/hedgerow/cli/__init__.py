"""The ``hedgerow`` command: one verb per file, and no logic here."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import warnings

_INTERRUPTED = 130


def main() -> None:
    """Run the command; an error becomes a message and exit code 2, Ctrl-C exit code 130.

    With ``HEDGEROW_TRACEBACK=1`` in the environment errors keep their traceback.
    """
    try:
        _run()
    except KeyboardInterrupt:
        _stop()
    finally:
        atexit.register(signal.signal, signal.SIGINT, signal.SIG_IGN)  # what has ended cannot be stopped


def _run() -> None:
    # Imported here, where Ctrl-C is answered: that takes a tenth of a second, and the verbs import more.
    from hedgerow.cli import application, options, screen

    show_warning = warnings.formatwarning
    warnings.formatwarning = lambda *said, **more: screen.show_controls(show_warning(*said, **more))
    try:
        for argument in sys.argv[1:]:
            if argument != screen.show_controls(argument):
                raise ValueError(
                    f"{argument} holds a control character. Give files and columns names without them."
                )
        application.app()
    except Exception as error:
        if os.environ.get(options.TRACEBACK):
            sys.excepthook = screen.print_traceback
            raise
        screen.print_error(error)
        sys.exit(2)
    except SystemExit as stop:
        if stop.code == _INTERRUPTED:  # as Typer tells of Ctrl-C
            _stop()
        raise


def _stop() -> None:
    # Without Rich, which may be half imported.
    sys.stderr.write("Stopped.\n")
    sys.exit(_INTERRUPTED)
