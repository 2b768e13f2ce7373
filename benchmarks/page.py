"""Put the stored results into docs/benchmarks.md, between the marks that say where."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.screen import write_table
from benchmarks.store import load

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
_MARKED = re.compile(r"(<!-- results: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def rewrite(text: str) -> str:
    """The page with every marked block made again from its CSV file."""
    return _MARKED.sub(lambda mark: f"{mark[1]}\n{_block(mark[2])}\n\n{mark[3]}", text)


def write_page() -> Path:
    """Rewrite the page in place."""
    PAGE.write_text(rewrite(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return PAGE


def _block(name: str) -> str:
    rows, machine = load(name)
    return f"{write_table(rows)}\n\nMeasured on {machine}." if rows else write_table(rows)
