"""Write requirements/lock.txt: one exact version for every package that any target of the Makefile installs.

The file is a list of pip constraints, ``name==version``, and says nothing about where packages come from.
Run it with ``make lock``; ``--keep`` resolves again but keeps every version that the present lock allows.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "lock.txt"
HEADER = """\
# Exact versions of everything the Makefile installs; pip reads this file as constraints.
# Written by `make lock`: do not edit.
"""


def declared_requirements() -> list[str]:
    """Everything that the Makefile may install: dependencies, dependency groups, and extras but `data`."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    lists = [
        project["project"]["dependencies"],
        *(entries for extra, entries in extras.items() if extra != "data"),
        *project["dependency-groups"].values(),
    ]
    return sorted({"pip", *(entry for entries in lists for entry in entries if isinstance(entry, str))})


def resolve(requirements: list[str], keep: Path | None) -> dict[str, str]:
    """Ask pip, without installing anything, which versions fit together."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--ignore-installed"]
        command += ["--report", str(report), *(["-c", str(keep)] if keep else []), *requirements]
        subprocess.run(command, check=True)
        installs = json.loads(report.read_text())["install"]
    return {
        re.sub(r"[-_.]+", "-", entry["metadata"]["name"]).lower(): entry["metadata"]["version"]
        for entry in installs
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", action="store_true", help="keep the versions of the present lock")
    keep = LOCK if parser.parse_args().keep and LOCK.exists() else None
    versions = resolve(declared_requirements(), keep)
    LOCK.parent.mkdir(exist_ok=True)
    LOCK.write_text(HEADER + "".join(f"{name}=={version}\n" for name, version in sorted(versions.items())))
    print(f"{LOCK.relative_to(ROOT)}: {len(versions)} packages")


if __name__ == "__main__":
    main()
