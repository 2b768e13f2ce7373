"""Ask every case and compare with the digests that are kept; ``python -m tests.golden.regenerate [--check]``.

Names of cases, or how they begin, choose some of them. What has changed is printed in words, one line for each part
of a case. Without ``--check`` the new digests are
written. A change of a digest is a change of what a user computes: the commit says why it is right.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from pathlib import Path

import conftest  # noqa: F401, so that sums are those of the tests
from tests.golden.asking import choice
from tests.golden.cases import CASES
from tests.golden.digest import Digest, compare, digest

FILE = Path(__file__).parent / "digests.json"


def read_digests() -> dict[str, Digest]:
    """Read the digests that are kept."""
    kept: dict[str, Digest] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return kept


def ask_case(name: str) -> Digest:
    """Ask one case, and summarise what it says."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return digest(CASES[name]())


def list_changes(kept: dict[str, Digest], found: dict[str, Digest]) -> list[str]:
    """Say in words what has changed between two sets of digests."""
    sentences = [f"{name}: no case any more" for name in kept if name not in CASES]
    for name, new in found.items():
        sentences += compare(name, kept[name], new) if name in kept else [f"{name}: a new case"]
    return sentences


def write_digests(digests: dict[str, Digest]) -> None:
    """Write one line for each part, so a difference of two versions can be read."""
    cases = []
    for name in sorted(digests):
        parts = ",\n".join(
            f"  {json.dumps(part)}: {json.dumps(said)}" for part, said in digests[name].items()
        )
        cases.append(f" {json.dumps(name)}: {{\n{parts}\n }}")
    FILE.write_text("{\n" + ",\n".join(cases) + "\n}\n", encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Ask, say what has changed, and write unless only a check was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden.regenerate", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something has changed")
    parser.add_argument(
        "--jobs", type=int, default=1, help="threads of the estimators: no digest depends on it"
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only cases whose name begins so")
    chosen = parser.parse_args(arguments)
    names = [name for name in CASES if not chosen.names or name.startswith(tuple(chosen.names))]
    choice.n_jobs = chosen.jobs
    kept = read_digests()
    found = {name: ask_case(name) for name in names}
    changes = list_changes(kept, found)
    print("\n".join(changes) or f"{len(names)} cases say what they said.")
    if chosen.check:
        return int(bool(changes))
    write_digests({name: said for name, said in kept.items() if name in CASES} | found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
