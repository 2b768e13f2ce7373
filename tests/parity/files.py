"""scikit-learn's own test files, run with our classes in the place of theirs, one process for each file."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import sklearn

_FOLDER = Path(sklearn.__file__).parent
_SET_ASIDE = Path(__file__).with_name("set_aside.toml")
_LIMIT_SECONDS = 1800

# The share of tests of ours that must pass, those that are set aside not counted.
FILES = {
    "ensemble/tests/test_forest.py": 0.97,
    "ensemble/tests/test_bagging.py": 0.97,
    "ensemble/tests/test_weight_boosting.py": 0.95,
    "tree/tests/test_tree.py": 0.95,
    "feature_selection/tests/test_from_model.py": 0.97,
    "feature_selection/tests/test_rfe.py": 0.97,
}


@dataclass(frozen=True)
class Outcome:
    """What one test came to.

    Attributes
    ----------
    test : str
        Its name, with its parameters.
    outcome : {"passed", "failed", "skipped"}
        What it came to.
    ours : bool
        Whether it made an estimator of ours, or was handed one.
    error : str
        The first line of the error, if any.
    """

    test: str
    outcome: str
    ours: bool
    error: str

    @property
    def function(self) -> str:
        """Its name without parameters."""
        return self.test.split("[")[0]


@dataclass(frozen=True)
class FileResult:
    """The tests of a file, and those of them that are set aside.

    Attributes
    ----------
    file : str
        The file, relative to scikit-learn's folder.
    outcomes : tuple of Outcome
        The tests that have to do with our classes.
    n_others : int
        Number of tests that have not, and of skipped ones.
    reasons : mapping of str to str
        Why a test is set aside, by its name with or without parameters.
    complaint : str
        What pytest said last, where it did not come to its end.
    """

    file: str
    outcomes: tuple[Outcome, ...]
    n_others: int
    reasons: Mapping[str, str]
    complaint: str

    def is_set_aside(self, outcome: Outcome) -> bool:
        """Whether a test fails for a reason that is listed."""
        return outcome.outcome == "failed" and (
            outcome.function in self.reasons or outcome.test in self.reasons
        )

    @property
    def n_passed(self) -> int:
        """Number of tests that pass."""
        return sum(each.outcome == "passed" for each in self.outcomes)

    @property
    def n_set_aside(self) -> int:
        """Number of tests that fail and are set aside."""
        return sum(map(self.is_set_aside, self.outcomes))

    @property
    def failures(self) -> list[Outcome]:
        """The tests that fail and are not set aside."""
        return [each for each in self.outcomes if each.outcome == "failed" and not self.is_set_aside(each)]

    @property
    def share(self) -> float:
        """Share of the tests that pass, those that are set aside not counted."""
        return self.n_passed / max(self.n_passed + len(self.failures), 1)

    @property
    def is_good(self) -> bool:
        """Whether the file came to its end, and enough of its tests pass."""
        return not self.complaint and self.share >= FILES[self.file]

    @property
    def needless(self) -> list[str]:
        """What is set aside though it passes."""
        failed = {
            name for each in self.outcomes if each.outcome == "failed" for name in (each.test, each.function)
        }
        return [name for name in self.reasons if name not in failed]


def read_set_aside() -> dict[str, dict[str, str]]:
    """The tests that are set aside, file by file, each with its reason."""
    return tomllib.loads(_SET_ASIDE.read_text(encoding="utf-8"))


def run_file(file: str) -> FileResult:
    """Run a test file of scikit-learn with our classes."""
    with tempfile.TemporaryDirectory() as folder:
        lines = Path(folder, "outcomes")
        command = [sys.executable, "-m", "pytest", "-c", os.devnull, "-q", "--no-header", "--tb=no"]
        command += ["-p", "no:cacheprovider", "-p", "tests.parity.substitution", str(_FOLDER / file)]
        finished = subprocess.run(
            command,
            env={**os.environ, "HEDGEROW_PARITY": str(lines)},
            capture_output=True,
            text=True,
            timeout=_LIMIT_SECONDS,
            check=False,
        )
        text = lines.read_text(encoding="utf-8") if lines.exists() else ""
    every = [Outcome(**json.loads(line)) for line in text.splitlines()]
    ours = tuple(
        each for each in every if each.outcome == "failed" or (each.ours and each.outcome == "passed")
    )
    came_to_its_end = finished.returncode in (0, 1) and every
    complaint = "" if came_to_its_end else (finished.stdout + finished.stderr).strip()[-500:]
    return FileResult(file, ours, len(every) - len(ours), read_set_aside().get(file, {}), complaint)


def count(results: list[FileResult]) -> list[dict[str, Any]]:
    """One row for each file."""
    return [
        {
            "file": each.file,
            "tests": len(each.outcomes),
            "passed": each.n_passed,
            "set aside": each.n_set_aside,
            "failed": len(each.failures),
            "share": f"{each.share:.1%}",
            "asked": f"{FILES[each.file]:.0%}",
        }
        for each in results
    ]
