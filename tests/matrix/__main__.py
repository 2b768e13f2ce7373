"""``python -m tests.matrix``: all estimators with all scenarios, or those that are named."""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.matrix.running import count, list_pairs, run_pairs


def main() -> int:
    """Run the matrix, say each fault in a line, and count."""
    reader = argparse.ArgumentParser(prog="make odd", description=__doc__)
    reader.add_argument("estimators", nargs="*", help="names of estimators; all by default")
    reader.add_argument("--scenario", action="append", default=[], help="a scenario; all by default")
    reader.add_argument("--workers", type=int, default=2, help="processes at a time")
    reader.add_argument("--limit", type=float, default=60.0, help="seconds for one pair")
    reader.add_argument("--verbose", action="store_true", help="say refusals, too")
    chosen = reader.parse_args()
    replies: list[str] = []
    faults: Counter[str] = Counter()
    for (name, scenario), reply in run_pairs(
        list_pairs(chosen.estimators, chosen.scenario), chosen.workers, chosen.limit
    ):
        replies.append(reply)
        if reply.startswith("fault") or (chosen.verbose and reply.startswith("refusal")):
            print(f"{name} / {scenario}: {reply}", flush=True)
            faults[name] += reply.startswith("fault")
    counts = count(replies)
    print(f"{len(replies)} pairs: {', '.join(f'{n} {kind}' for kind, n in sorted(counts.items()))}")
    return int(counts["fault"] > 0)


if __name__ == "__main__":
    sys.exit(main())
