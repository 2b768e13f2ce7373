"""``python -m hedgerow.reproduce.worker STORE TABLE TRIALS SEED``: one of the processes that run trials."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from hedgerow.reproduce.experiments import PROTOCOLS
from hedgerow.reproduce.reproduction import list_cells, list_trials, run_trials
from hedgerow.reproduce.store import TrialStore
from hedgerow.reproduce.tables import find_table


def work(arguments: Sequence[str]) -> None:
    """Run the trials of a table until none is left, or until the process that started this one is gone."""
    path, identifier, n_trials, seed = arguments
    parent = os.getppid()
    table, protocol = find_table(identifier), PROTOCOLS[identifier]
    trials = list_trials(protocol.experiment, list_cells(table, protocol), int(n_trials), int(seed))
    with TrialStore(path) as store:
        run_trials(protocol.experiment, trials, store, seed=int(seed), go_on=lambda: os.getppid() == parent)


if __name__ == "__main__":
    # Ctrl-C reaches the whole group of processes; the one that started this one decides.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # claims are given back on the way out
    work(sys.argv[1:])
