"""From the name of a published table to its cells beside measured ones; trials run here, or in several processes."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import Literal

from hedgerow.reproduce.comparison import Reproduction, compare_table
from hedgerow.reproduce.experiments import PROTOCOLS
from hedgerow.reproduce.experiments.experiment import Experiment, Protocol
from hedgerow.reproduce.store import TrialKey, TrialStore, default_path
from hedgerow.reproduce.tables import PublishedTable, find_table

Step = Callable[[int, int], None]

_POLL_SECONDS = 0.2
_GRACE_SECONDS = 5.0
_ONE_THREAD = {
    "NUMBA_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}
Status = Literal["runs", "runs in part", "cannot run", "nothing to run"]


def list_cells(table: PublishedTable, protocol: Protocol) -> list[str]:
    """Return the cells of the experiment that a table reads, each once."""
    readings = [protocol.read(cell) for cell in table.cells if not isinstance(cell.value, str)]
    return list(dict.fromkeys(cell for reading in readings if reading for cell in reading.cells))


def list_trials(experiment: Experiment, cells: Iterable[str], n_trials: int, seed: int) -> list[TrialKey]:
    """Return all trials, first those with the lowest number, so a stopped run has as many of every cell."""
    cells, name = list(cells), name_run(experiment, seed)
    return [TrialKey(name, cell, trial) for trial in range(n_trials) for cell in cells]


def name_run(experiment: Experiment, seed: int) -> str:
    """Return the name that the trials of an experiment have in the store.

    Examples
    --------
    >>> name_run(Experiment("coin 1", lambda cell, trial, seed: {}), seed=0)
    'coin 1, seed 0'
    """
    return f"{experiment.name}, seed {seed}"


def run_trials(
    experiment: Experiment,
    trials: list[TrialKey],
    store: TrialStore,
    *,
    seed: int = 0,
    step: Step = lambda done, total: None,
    go_on: Callable[[], bool] = lambda: True,
) -> None:
    """Run what is not finished and not claimed by others, then wait for the others.

    Parameters
    ----------
    experiment : Experiment
        What is run.
    trials : list of TrialKey
        What is wanted.
    store : TrialStore
        What is finished, and who runs what.
    seed : int, default=0
        Seed of all trials.
    step : callable, optional
        Called with how many of the trials are finished, and how many are wanted.
    go_on : callable, optional
        Asked before each trial; False ends the run.
    """
    if not trials:
        return
    name, n_trials = trials[0].experiment, max(key.trial for key in trials) + 1
    wanted = set(trials)
    while go_on():
        finished = store.finished(name, n_trials) & wanted
        step(len(finished), len(wanted))
        missing = [key for key in trials if key not in finished]
        if not missing:
            return
        ran = 0
        for key in missing:
            if not go_on():
                return
            if store.claim(key):
                _run_one(experiment, key, store, seed)
                ran += 1
                step(len(finished) + ran, len(wanted))
        if not ran:  # the rest is claimed by living processes, until it is recorded or the claims expire
            time.sleep(_POLL_SECONDS)


def run_in_processes(
    table: PublishedTable,
    trials: list[TrialKey],
    store: TrialStore,
    *,
    n_trials: int,
    n_jobs: int,
    seed: int = 0,
    step: Step = lambda done, total: None,
) -> None:
    """Let several processes of their own run what is missing; they end with this one.

    Raises
    ------
    ChildProcessError
        If one of them fails; the message is the last line it said.
    """
    command = [sys.executable, "-m", "hedgerow.reproduce.worker", str(store.path), table.identifier]
    command += [str(n_trials), str(seed)]
    wanted = set(trials)
    name = trials[0].experiment
    with ExitStack() as stack:
        said = [stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8")) for _ in range(n_jobs)]
        workers: list[subprocess.Popen[bytes]] = []
        stack.callback(
            _stop, workers
        )  # Ctrl-C may come while they start, and those that run are to be stopped
        environment = os.environ | _ONE_THREAD
        for file in said:
            worker = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=file, env=environment)
            workers.append(worker)
        ended: list[int | None] = []
        while True:
            finished = store.finished(name, n_trials) & wanted
            step(len(finished), len(wanted))
            states = [worker.poll() for worker in workers]
            for state, file in zip(states, said, strict=True):
                if state:
                    file.seek(0)
                    lines = file.read().strip().splitlines() or [f"exit code {state}"]
                    raise ChildProcessError(
                        f"A process that ran trials of {table.identifier} failed: {lines[-1]}"
                    )
            if len(finished) == len(wanted):
                return
            if states == ended:  # seen twice, so what they recorded last has been counted
                raise ChildProcessError(f"The processes that ran trials of {table.identifier} ended early.")
            ended = [0] * n_jobs if all(state == 0 for state in states) else []
            time.sleep(_POLL_SECONDS)


def _run_one(experiment: Experiment, key: TrialKey, store: TrialStore, seed: int) -> None:
    try:
        measured = experiment.run(key.cell, key.trial, seed)
    except BaseException:  # Ctrl-C too: another process may take over at once
        store.release(key)
        raise
    store.record(key, measured)


def _stop(workers: list[subprocess.Popen[bytes]]) -> None:
    for worker in workers:
        if worker.poll() is None:
            worker.terminate()
    for worker in workers:
        try:
            worker.wait(_GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()


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
