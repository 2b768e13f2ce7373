"""Run the kernel tests and the smoke test with the lowest declared versions and with the newest ones.

    python tools/matrix.py [--only lowest|newest] [PYTEST ARGUMENTS ...]

Every Python from 3.11 on that is installed as ``python3.N`` is tried. Each combination has an environment of its own,
``.venv-matrix-3.N-lowest`` or ``-newest``, which stays for the next call; ``make clean`` removes it. Old versions warn
of what has changed since, so warnings are no errors here.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MINORS = range(11, 15)
TESTS = ("tests/kernels", "tests/test_smoke.py")
BESIDE = ("pytest>=9", "hypothesis", "pyarrow", "polars")  # what the tests need; any version will do
SHOWN = ("numba", "numpy", "pandas", "scikit-learn", "scipy")


def list_requirements(which: str) -> list[str]:
    """Read the dependencies: the lowest declared series of each, or any version."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    if which == "newest":
        return [re.split(r"[<>=]", each)[0] for each in declared]
    return [f"{each.replace('>=', '==')}.*" if ">=" in each else each for each in declared]


def find_pythons() -> list[str]:
    """List the interpreters on the path; the one that runs this stands for its version."""
    own = sys.version_info.minor
    found = {minor: shutil.which(f"python3.{minor}") for minor in MINORS}
    found[own] = sys.executable
    return [place for place in (found[minor] for minor in sorted(found)) if place and _runs(place)]


def _runs(interpreter: str) -> bool:
    """Whether there is an interpreter behind a name: version managers also have names without one."""
    return subprocess.run([interpreter, "-c", ""], capture_output=True, check=False).returncode == 0


def make_environment(interpreter: str, which: str) -> Path:
    """Make the environment of a combination, or find it ready for the same requirements."""
    version = subprocess.run(
        [interpreter, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    folder = ROOT / f".venv-matrix-{version}-{which}"
    requirements = [*list_requirements(which), *BESIDE]
    ready = folder / "requirements.txt"
    if (
        which == "newest"
        or not ready.exists()
        or ready.read_text(encoding="utf-8").split("\n") != requirements
    ):
        subprocess.run([interpreter, "-m", "venv", str(folder)], check=True)
        pip = [
            str(folder / "bin" / "python"),
            "-m",
            "pip",
            "--disable-pip-version-check",
            "--quiet",
            "install",
        ]
        subprocess.run([*pip, "--upgrade", *requirements], check=True, stderr=subprocess.DEVNULL)
        ready.write_text("\n".join(requirements), encoding="utf-8")
    return folder


def run_tests(folder: Path, arguments: list[str]) -> bool:
    """Run the tests with the source of the tree and kernels compiled by the environment's own Numba."""
    python = str(folder / "bin" / "python")
    versions = "; ".join(f"print({name!r}, version({name!r}))" for name in SHOWN)
    print(f"== {folder.name}", flush=True)
    subprocess.run([python, "-c", f"from importlib.metadata import version; {versions}"], check=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "NUMBA_CACHE_DIR": str(folder / "kernels")}
    options = [
        "-q",
        "-p",
        "no:cacheprovider",
        "-o",
        "addopts=--import-mode=importlib",
        "-o",
        "filterwarnings=default",
    ]
    command = [python, "-m", "pytest", *options, "--disable-warnings", *(arguments or TESTS)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=["lowest", "newest"])
    given, arguments = parser.parse_known_args()
    failed = [
        folder.name
        for interpreter in find_pythons()
        for which in ([given.only] if given.only else ["lowest", "newest"])
        if not run_tests(folder := make_environment(interpreter, which), arguments)
    ]
    print(f"failed: {', '.join(failed)}" if failed else "all combinations pass")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
