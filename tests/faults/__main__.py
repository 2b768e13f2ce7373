"""``python -m tests.faults``: disturb the library in every way, and count."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from tests.faults.outcomes import Outcome, tally
from tests.faults.signals import SIGNALS, ColdProcess, disturb
from tests.faults.verbs import VERBS
from tests.faults.warm_process import WarmProcess


def run_signals(n_trials: int, n_cold: int, seed: int, verbs: list[str]) -> Iterator[Outcome]:
    """Both signals at every verb."""
    with WarmProcess() as warm:
        for name in verbs:
            for signal_name in SIGNALS:
                yield from disturb(VERBS[name], signal_name, n_trials, seed, warm)
                if n_cold:
                    yield from disturb(VERBS[name], signal_name, n_cold, seed, ColdProcess())


def main() -> int:
    reader = argparse.ArgumentParser(prog="make faults", description=__doc__)
    reader.add_argument("verbs", nargs="*", default=list(VERBS))
    reader.add_argument("--trials", type=int, default=100)
    reader.add_argument("--cold", type=int, default=10)
    reader.add_argument("--seed", type=int, default=0)
    chosen = reader.parse_args()
    rows = tally(run_signals(chosen.trials, chosen.cold, chosen.seed, chosen.verbs))
    for row, found in rows.items():
        print(f"{row}: {found}")
    return int(any(found.n_faults for found in rows.values()))


if __name__ == "__main__":
    sys.exit(main())
