"""Put the stored results into docs/benchmarks.md and docs/coming_from, between the marks that say where."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks.screen import write_table
from benchmarks.store import load

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGE = DOCS / "benchmarks.md"
_MARKED = re.compile(r"(<!-- results: (\w+)(?: of ([\w-]+))? -->\n).*?(<!-- end -->)", re.DOTALL)


def list_pages() -> list[Path]:
    """The pages that show results."""
    return [PAGE, *sorted(DOCS.glob("coming_from/*.md"))]


def rewrite(text: str) -> str:
    """The page with every marked block made again from its CSV file, or from those rows of it that a peer is in."""
    return _MARKED.sub(lambda mark: f"{mark[1]}\n{_block(mark[2], mark[3])}\n\n{mark[4]}", text)


def write_pages() -> list[Path]:
    """Rewrite the pages in place."""
    for page in list_pages():
        page.write_text(rewrite(page.read_text(encoding="utf-8")), encoding="utf-8")
    return list_pages()


def _block(name: str, peer: str | None) -> str:
    rows, machine = load(name)
    if peer is not None:
        works = {row.work for row in rows if row.library == peer}
        rows = [row for row in rows if row.work in works]
    return f"{write_table(rows)}\n\nMeasured on {machine}." if rows else write_table(rows)
