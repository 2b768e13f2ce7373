"""``python -m tests.ecosystem``: try the packages that people use beside this one, and write down how each fared."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pytest
from tests.ecosystem.packages import PACKAGES, Package

FOLDER = Path(__file__).resolve().parent
PAGE = FOLDER.parents[1] / "docs" / "ecosystem.md"
_HEAD = """# Other packages

`make ecosystem` installs the packages that people use beside hedgerow and tries each with its classes. The command
wrote this table. `make test` tries those that are small.

| package | version | what is tried | tests | |
|---|---|---|---|---|
"""


class Record:
    """What became of the tests of each file, kept while pytest runs."""

    def __init__(self) -> None:
        self.passed: dict[str, int] = {}
        self.failed: dict[str, int] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Count a test that has run, or has failed on the way."""
        module = Path(report.nodeid.partition("::")[0]).stem.removeprefix("test_")
        if report.failed:
            self.failed[module] = self.failed.get(module, 0) + 1
        elif report.when == "call" and report.passed:
            self.passed[module] = self.passed.get(module, 0) + 1

    def pytest_collectreport(self, report: Any) -> None:
        """A file that cannot be read has failed."""
        if report.failed:
            self.pytest_runtest_logreport(report)

    def describe(self, package: Package) -> str:
        """The package's line of the table."""
        passed, failed = self.passed.get(package.module, 0), self.failed.get(package.module, 0)
        try:
            installed = version(package.name)
        except PackageNotFoundError:
            return f"| {package.name} | | {package.tried} | | {package.absent} |"
        outcome = package.remark if not failed else f"**{failed} fail**"
        counted = f"{passed} pass" if passed else ""
        return f"| {package.name} | {installed} | {package.tried} | {counted} | {outcome} |"


def main() -> int:
    """Run all tests of this folder, and write the page."""
    record = Record()
    status = pytest.main(["-n", "0", str(FOLDER), *sys.argv[1:]], plugins=[record])
    PAGE.write_text(_HEAD + "\n".join(map(record.describe, PACKAGES)) + "\n", encoding="utf-8")
    print(f"written: {PAGE}")
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
