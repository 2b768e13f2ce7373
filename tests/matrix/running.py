"""Hand estimators and scenarios to workers, and count what comes of them."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from tests.matrix.estimators import find_task, list_names
from tests.matrix.scenarios import list_scenarios

Pair = tuple[str, str]


class Worker:
    """A process that answers pairs, and is replaced when it dies or takes too long.

    Parameters
    ----------
    limit : float
        Seconds for one pair.
    """

    def __init__(self, limit: float = 60.0) -> None:
        self.limit = limit
        self._process: subprocess.Popen[str] | None = None

    def ask(self, pair: Pair) -> str:
        """What comes of an estimator and a scenario."""
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.matrix.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            print(json.dumps(pair), file=process.stdin, flush=True)
            ready = select.select([process.stdout], [], [], self.limit)[0]
            line = process.stdout.readline() if ready else ""
        except BrokenPipeError:
            ready, line = [process.stdout], ""
        if line:
            reply: str = json.loads(line)
            return reply
        self.close()
        return f"fault: died ({process.returncode})" if ready else f"fault: no answer in {self.limit:g} s"

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def list_pairs(names: Iterable[str] = (), scenarios: Iterable[str] = ()) -> list[Pair]:
    """Every estimator with every scenario of its task; some of them where names are given."""
    chosen = set(scenarios)
    return [
        (name, scenario)
        for name in (tuple(names) or list_names())
        for scenario in list_scenarios(find_task(name))
        if not chosen or scenario in chosen
    ]


def run_pairs(pairs: list[Pair], n_workers: int = 2, limit: float = 60.0) -> Iterator[tuple[Pair, str]]:
    """Ask workers for all pairs, estimator by estimator."""
    by_name: dict[str, list[Pair]] = {}
    for pair in pairs:
        by_name.setdefault(pair[0], []).append(pair)
    workers = [Worker(limit) for _ in range(n_workers)]
    free = list(workers)

    def run(group: list[Pair]) -> list[tuple[Pair, str]]:
        worker = free.pop()
        try:
            return [(pair, worker.ask(pair)) for pair in group]
        finally:
            free.append(worker)

    try:
        with ThreadPoolExecutor(n_workers) as pool:
            for found in pool.map(run, by_name.values()):
                yield from found
    finally:
        for worker in workers:
            worker.close()


def count(replies: Iterable[str]) -> Counter[str]:
    """How many answers, refusals, faults and skipped pairs."""
    return Counter(reply.partition(":")[0] for reply in replies)
