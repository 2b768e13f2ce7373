"""Run the trials that a table still lacks: here, or in several processes that share the store."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack

from hedgerow.reproduce.experiments.experiment import Experiment, Protocol
from hedgerow.reproduce.store import TrialKey, TrialStore
from hedgerow.reproduce.tables import PublishedTable

Step = Callable[[int, int], None]

_POLL_SECONDS = 0.2
_GRACE_SECONDS = 5.0
_ONE_THREAD = {
    "NUMBA_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
}


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
        stack.callback(_stop, workers)
        for file in said:
            workers.append(  # noqa: PERF401 - Ctrl-C may come while they start, and those that run are to be stopped
                subprocess.Popen(
                    command, stdout=subprocess.DEVNULL, stderr=file, env=os.environ | _ONE_THREAD
                )
            )
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
