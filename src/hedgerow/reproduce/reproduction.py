"""From the name of a published table to its cells beside measured ones."""

from __future__ import annotations

import os
from typing import Literal

from hedgerow.reproduce.comparison import Reproduction, compare_table
from hedgerow.reproduce.experiments import PROTOCOLS
from hedgerow.reproduce.store import TrialStore, default_path
from hedgerow.reproduce.tables import PublishedTable, find_table
from hedgerow.reproduce.trial_runner import (
    Step,
    list_cells,
    list_trials,
    name_run,
    run_in_processes,
    run_trials,
)

Status = Literal["runs", "runs in part", "cannot run", "nothing to run"]


def find_status(table: PublishedTable) -> Status:
    """Tell whether the protocol of a table can be run here.

    Examples
    --------
    >>> find_status(find_table("rogers-5.2")), find_status(find_table("rogers-8.7"))
    ('runs', 'cannot run')
    """
    if table.identifier in PROTOCOLS:
        return "runs in part" if table.needs else "runs"
    return "nothing to run" if table.kind == "description" else "cannot run"


def runnable_tables() -> tuple[str, ...]:
    """Return the names of the tables whose protocols can be run here.

    Examples
    --------
    >>> "rogers-5.2" in runnable_tables()
    True
    """
    return tuple(PROTOCOLS)


def reproduce(
    identifier: str,
    *,
    n_trials: int = 100,
    n_jobs: int = 1,
    store: str | os.PathLike[str] | None = None,
    random_state: int = 0,
    step: Step = lambda done, total: None,
) -> Reproduction:
    """Run the protocol of a published table, and compare each of its cells.

    Trials that the store already holds are not run again, so a run that was stopped or killed goes on where it was, and
    a run with more trials adds the new ones only. Tables that share trials share them in the store.

    Parameters
    ----------
    identifier : str
        The table, as in ``"rogers-5.2"``.
    n_trials : int, default=100
        Trials of each cell; a table whose trials take long may say that fewer are enough.
    n_jobs : int, default=1
        Processes; -1 for one per core. The result is the same for any.
    store : path-like or None, default=None
        The file of finished trials; None for one in the user's data folder.
    random_state : int, default=0
        Seed of all trials.
    step : callable, optional
        Called with how many trials are finished and how many are wanted, whenever that changes.

    Returns
    -------
    Reproduction
        The cells with their verdicts.

    Raises
    ------
    LookupError
        If there is no such table.
    ValueError
        If its protocol cannot be run here; the message says what it needs.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = reproduce("evans-scalars", store=f"{folder}/trials.sqlite")
    >>> found.counts()
    {'agrees': 4, 'differs': 0, 'not comparable': 0}
    """
    table = find_table(identifier)
    _check_runnable(table)
    if n_trials < 1:
        raise ValueError(f"n_trials is {n_trials}; a table needs at least 1 trial of each cell.")
    if n_jobs < 1 and n_jobs != -1:
        raise ValueError(f"n_jobs is {n_jobs}; give a number of processes, or -1 for one per core.")
    protocol = PROTOCOLS[identifier]
    n_trials = protocol.limit_trials(n_trials)
    trials = list_trials(protocol.experiment, list_cells(table, protocol), n_trials, random_state)
    n_jobs = (os.cpu_count() or 1) if n_jobs == -1 else n_jobs
    with TrialStore(store if store is not None else default_path()) as opened:
        if n_jobs == 1 or protocol.exact:
            run_trials(protocol.experiment, trials, opened, seed=random_state, step=step)
        else:
            run_in_processes(
                table, trials, opened, n_trials=n_trials, n_jobs=n_jobs, seed=random_state, step=step
            )
        measured = opened.measurements(name_run(protocol.experiment, random_state), n_trials)
    return compare_table(table, protocol, measured)


def _check_runnable(table: PublishedTable) -> None:
    status = find_status(table)
    if status == "nothing to run":
        raise ValueError(f"Table {table.identifier} describes data; there is nothing to run.")
    if status == "cannot run":
        raise ValueError(
            f"Table {table.identifier} cannot be run here. It needs {table.needs or 'a protocol'}."
        )
