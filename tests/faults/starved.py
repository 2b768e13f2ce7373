"""Work and verbs with limits of memory from next to nothing to enough."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np
from tests.faults.outcomes import Outcome
from tests.faults.verbs import VERBS, list_strays, write_table
from tests.faults.warm_process import WarmProcess

_LEAST, _MOST = 0.1, 100.0  # megabytes
_PATIENCE = 120.0


def _list_limits(n_trials: int) -> list[float]:
    return np.geomspace(_LEAST, _MOST, n_trials).round(2).tolist()


def starve(names: Iterable[str], n_trials: int, warm: WarmProcess) -> Iterator[Outcome]:
    """Do work within limits."""
    for name in names:
        for limit in _list_limits(n_trials):
            with tempfile.TemporaryDirectory(prefix="faults-") as home:
                warm.start(Path(home), ["call", "tests.faults.memory:work_within", name, str(limit)])
                code, said = warm.wait(_PATIENCE), (Path(home) / "said").read_text()
                if code == 0:
                    ending, faults = json.loads((Path(home) / "ended.json").read_text())
                else:
                    ending, faults = f"exit {code}", [said[-1500:] or f"exit {code}"]
            yield Outcome(
                f"{name}, little memory", ending, tuple(f"with {limit:g} MB: {each}" for each in faults)
            )


def starve_verbs(names: Iterable[str], n_trials: int, warm: WarmProcess) -> Iterator[Outcome]:
    """Run verbs within limits."""
    for verb in (VERBS[name] for name in names if name != "save"):
        for limit in _list_limits(n_trials):
            with tempfile.TemporaryDirectory(prefix="faults-") as home:
                folder, faults = Path(home), []
                write_table(folder / "table.csv")
                (folder / verb.output).write_bytes(b"an older file")
                warm.start(folder, ["call", "tests.faults.memory:command_within", str(limit), *verb.command])
                code, said = warm.wait(_PATIENCE), (folder / "said").read_text()
                if code == 2 and (not said.startswith("Error: ") or "Traceback" in said):
                    faults.append(said[-1500:])
                if code not in (0, 2):
                    faults.append(f"exit {code}: {said[-1500:]}")
                if code != 0 and (folder / verb.output).read_bytes() != b"an older file":
                    faults.append("the older file was touched")
                faults += list_strays(verb, folder)
                ending = {0: "finished", 2: "told"}.get(code if code is not None else -1, f"exit {code}")
            yield Outcome(
                f"{verb.name}, little memory", ending, tuple(f"with {limit:g} MB: {each}" for each in faults)
            )
