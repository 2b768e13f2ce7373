"""Mutate model files, load them, and ask what loads: ``python -m tests.saving.fuzz --files 100000 --seed 7``.

What may happen: the file is refused by a `ModelFileError`, or it loads, and answers or raises an exception. What may
not: any other exception while it loads; a crash; more than 5 seconds; more than 1 GiB. Files are tried in processes
that may die; what they died of is said, and the next file is tried. ``make fuzz`` goes on for an hour.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import selectors
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from tests.saving.models import MODELS, N_ASKED, make_tables, read_files, save_to_bytes
from tests.saving.more_models import MORE_MODELS, fit_more
from tests.saving.mutations import mutate

from hedgerow import load_model
from hedgerow.saving import ModelFileError

LONGEST, PATIENCE = 5.0, 60.0  # seconds of computing, and by the clock
MOST_MEMORY = 2**30
# What a kernel says in the checked build (`make checked`) where it would have read outside an array.
OUT_OF_BOUNDS = ("a kernel left the bounds of a buffer", "index is out of bounds")
METHODS = ("predict", "predict_proba", "decision_function", "transform", "apply", "proximity", "explain")
ATTRIBUTES = ("labels_", "feature_importances_", "estimators_", "oob_score_")


def make_files(*, more: bool = False) -> list[tuple[str, bytes]]:
    """Small files, with the names of their models: those that are kept, in the first format and in today's words.

    Where more are wanted, there are also files of models that are fitted now.
    """
    here = Path(__file__).parent
    files = list(read_files(here / "files_of_format_1").items())
    with tempfile.TemporaryDirectory() as folder:
        for name, content in read_files(here / "files_of_format_2").items():
            path = Path(folder) / "m.hdg"
            path.write_bytes(content)
            files.append((name, save_to_bytes(load_model(path))))
    return files + ([(name, save_to_bytes(model)) for name, model in fit_more().items()] if more else [])


def ask_everything(model: Any, name: str) -> set[str]:
    """Ask a model whatever it can be asked: which kinds of thing it did."""
    X = make_tables()[(MODELS | MORE_MODELS)[name][0]][0][:N_ASKED]
    did = set()
    for asked in (*METHODS, *ATTRIBUTES, "member"):
        try:
            if asked in ATTRIBUTES:
                getattr(model, asked, None)
            elif asked == "member":
                model.estimators_[0].predict(np.zeros((2, model.estimators_[0].n_features_in_)))
            elif hasattr(model, asked):
                getattr(model, asked)(0 if asked == "explain" else X)
                did.add("answered")
        except Exception as error:  # whatever it is, it is no crash
            if str(error) in OUT_OF_BOUNDS:
                return {"left an array"}
            did.add("wanted more than 1 GiB" if isinstance(error, MemoryError) else "raised")
    return did


def try_file(path: Path, name: str) -> str:
    """Load a file and ask it what its model was asked: what happened?"""
    try:
        model = load_model(path)
    except ModelFileError as error:
        return "wanted more than 1 GiB to load" if isinstance(error.__cause__, MemoryError) else "refused"
    except Exception as error:
        return f"{type(error).__name__} while loading"
    did = ask_everything(model, name)
    for worst in ("left an array", "wanted more than 1 GiB", "raised"):
        if worst in did:
            return worst
    return "answered"


def make_mutant(files: list[tuple[str, bytes]], seed: int, number: int) -> tuple[str, bytes]:
    """The file of a number, the same each time."""
    draw = np.random.default_rng([seed, number])
    name, content = files[int(draw.integers(len(files)))]
    try:
        return name, mutate(content, draw)
    except RecursionError:  # it is nested too deep to be told
        return name, content


def _work(files: list[tuple[str, bytes]], numbers: range, seed: int, pipe: int) -> None:
    """Try files, and tell of each: in a process that may die."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    used = int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_DATA, (used + MOST_MEMORY, used + MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        path = Path(folder) / "m.hdg"
        for number in numbers:
            name, mutant = make_mutant(files, seed, number)
            path.write_bytes(mutant)
            began = time.process_time()
            result = try_file(path, name)
            os.write(pipe, f"{json.dumps([number, result, time.process_time() - began])}\n".encode())


@dataclass
class Worker:
    """A process that tries files, and what it told."""

    numbers: range
    pid: int
    pipe: int
    began: float = field(default_factory=time.monotonic)
    began_computing: float = 0.0
    told: bytes = b""

    @classmethod
    def start(cls, files: list[tuple[str, bytes]], numbers: range, seed: int) -> Worker:
        reading, writing = os.pipe()
        sys.stdout.flush()
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                os.close(reading)
                _work(files, numbers, seed, writing)
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(status)
        os.close(writing)
        return cls(numbers, pid, reading)

    def computed(self) -> float:
        """Seconds that the process has computed."""
        spent = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[11:13]
        return sum(map(int, spent)) / os.sysconf("SC_CLK_TCK")

    def hear(self) -> list[tuple[int, str, float]]:
        """What it tells now; empty when it has nothing more to tell."""
        chunk = os.read(self.pipe, 2**16)
        *lines, self.told = (self.told + chunk).split(b"\n")
        if lines:
            self.began, self.began_computing = time.monotonic(), self.computed() if chunk else 0.0
        heard = [tuple(json.loads(line)) for line in lines]
        if heard:
            self.numbers = range(heard[-1][0] + 1, self.numbers.stop)
        return heard

    def is_late(self) -> bool:
        """Whether the file that it tries takes too long."""
        waited = time.monotonic() - self.began
        return waited > PATIENCE or (waited > LONGEST and self.computed() - self.began_computing > LONGEST)


@dataclass
class Findings:
    """What happened to how many files, and what must not happen, with the numbers of the files."""

    files: list[tuple[str, bytes]]
    seed: int
    keep: Path | None = None
    counts: Counter[str] = field(default_factory=Counter)
    bad: list[tuple[int, str]] = field(default_factory=list)
    longest: float = 0.0

    def note(self, number: int, what: str, seconds: float = 0.0) -> None:
        self.counts[what] += 1
        self.longest = max(self.longest, seconds)
        if what not in ("refused", "answered", "raised"):
            name, mutant = make_mutant(self.files, self.seed, number)
            self.bad.append((number, what))
            print(f"file {number}, of {name}: {what}", flush=True)
            if self.keep is not None:
                self.keep.mkdir(parents=True, exist_ok=True)
                (self.keep / f"{self.seed}-{number}-{name}.hdg").write_bytes(mutant)


def fuzz(
    n_files: int,
    seed: int,
    *,
    n_workers: int = 1,
    seconds: float = float("inf"),
    first: int = 0,
    keep: Path | None = None,
    more: bool = False,
) -> Findings:
    """Try mutated files: what happened."""
    files = make_files(more=more)
    for name, content in files:  # kernels are compiled before time is taken
        with tempfile.NamedTemporaryFile(suffix=".hdg") as file, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            Path(file.name).write_bytes(content)
            ask_everything(load_model(file.name), name)
    findings, ends = Findings(files, seed, keep), time.monotonic() + seconds
    edges = np.linspace(first, first + n_files, n_workers + 1).astype(int).tolist()
    selector = selectors.DefaultSelector()

    def start(numbers: range) -> None:
        if numbers and time.monotonic() < ends:
            worker = Worker.start(files, numbers, seed)
            selector.register(worker.pipe, selectors.EVENT_READ, worker)

    for low, high in itertools.pairwise(edges):
        start(range(low, high))
    while selector.get_map():
        ready = {key.fileobj for key, _ in selector.select(timeout=0.5)}
        for key in list(selector.get_map().values()):
            worker: Worker = key.data
            heard = worker.hear() if key.fileobj in ready else None
            for each in heard or ():
                findings.note(*each)
            late, over = heard is None and worker.is_late(), time.monotonic() > ends
            if late or over:
                os.kill(worker.pid, signal.SIGKILL)
            if late or over or heard == []:
                selector.unregister(worker.pipe)
                os.close(worker.pipe)
                status = os.waitpid(worker.pid, 0)[1]
                rest = worker.numbers
                if not over and (late or status):
                    findings.note(rest.start, "more than 5 s" if late else f"died of {_say_status(status)}")
                    rest = rest[1:]
                start(rest)
    return findings


def _say_status(status: int) -> str:
    return (
        signal.Signals(os.WTERMSIG(status)).name
        if os.WIFSIGNALED(status)
        else f"exit {os.WEXITSTATUS(status)}"
    )


def main() -> int:
    """Say what happened; 1 if anything did that must not."""
    parser = argparse.ArgumentParser(prog="python -m tests.saving.fuzz", description=__doc__)
    parser.add_argument("--files", type=int, default=10**9, help="how many files at most")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="how long at most")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--first", type=int, default=0, help="the number of the first file")
    parser.add_argument(
        "--kept", action="store_true", help="only files of models that are kept, none that are fitted"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="a folder for the files that did what they must not")
    given = parser.parse_args()
    began = time.perf_counter()
    found = fuzz(
        given.files,
        given.seed,
        n_workers=given.workers,
        seconds=given.seconds,
        first=given.first,
        keep=given.keep,
        more=not given.kept,
    )
    print(
        f"{found.counts.total()} files of seed {given.seed}: {dict(found.counts.most_common())}; "
        f"longest {found.longest:.2f} s; {time.perf_counter() - began:.0f} s in all"
    )
    return int(bool(found.bad))


if __name__ == "__main__":
    sys.exit(main())
