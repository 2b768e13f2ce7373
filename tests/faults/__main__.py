"""``python -m tests.faults``: disturb verbs and fits in every way, and count."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator

from tests.faults.fits import TIMED, interrupt_placed, interrupt_timed, list_estimators
from tests.faults.memory import WORK
from tests.faults.outcomes import Outcome, tally
from tests.faults.signals import SIGNALS, ColdProcess, disturb
from tests.faults.starved import starve, starve_verbs
from tests.faults.verbs import VERBS
from tests.faults.warm_process import WarmProcess


def disturb_verbs(chosen: argparse.Namespace) -> Iterator[Outcome]:
    """Kill and stop verbs."""
    with WarmProcess() as warm:
        for name in chosen.verbs:
            verb = VERBS[name]
            for signal_name in SIGNALS:
                yield from disturb(verb, signal_name, chosen.trials, chosen.seed, warm)
                yield from disturb(verb, signal_name, max(chosen.trials // 10, 1), chosen.seed, ColdProcess())
                if verb.store:  # more than one job are processes
                    yield from disturb(
                        verb, signal_name, chosen.trials // 10, chosen.seed, ColdProcess(), jobs=2
                    )


def interrupt_fits(chosen: argparse.Namespace) -> Iterator[Outcome]:
    """Interrupt fits."""
    for name in TIMED:
        for n_jobs in (1, 2):
            yield from interrupt_timed(name, n_jobs, chosen.trials, chosen.seed)
    for name in list_estimators():
        yield from interrupt_placed(name, max(chosen.trials // 10, 1), chosen.seed)


def take_memory(chosen: argparse.Namespace) -> Iterator[Outcome]:
    """Let work and verbs do with little memory."""
    with WarmProcess() as warm:
        yield from starve(WORK, chosen.trials // 4, warm)
        yield from starve_verbs(chosen.verbs, chosen.trials // 4, warm)


KINDS: dict[str, Callable[[argparse.Namespace], Iterable[Outcome]]] = {
    "signals": disturb_verbs,
    "fits": interrupt_fits,
    "memory": take_memory,
}


def main() -> int:
    """Run what was chosen, say each fault in a line, and count."""
    reader = argparse.ArgumentParser(prog="make faults", description=__doc__)
    reader.add_argument("verbs", nargs="*", default=list(VERBS), help=f"some of {', '.join(VERBS)}")
    reader.add_argument(
        "--kind", action="append", choices=KINDS, help="a kind of disturbance; all by default"
    )
    reader.add_argument("--trials", type=int, default=100, help="of each verb and signal, in a warm process")
    reader.add_argument("--seed", type=int, default=0)
    chosen = reader.parse_args()
    n_faults = 0
    for kind in chosen.kind or KINDS:
        for row, found in tally(KINDS[kind](chosen)).items():
            print(f"{row}: {found}", flush=True)
            n_faults += found.n_faults
    return int(n_faults > 0)


if __name__ == "__main__":
    sys.exit(main())
