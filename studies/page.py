"""Put the stored results into docs/studies/relevance.md, between the marks that say where."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd

from studies import tables
from studies.store import load

PAGE = Path(__file__).resolve().parent.parent / "docs" / "studies" / "relevance.md"
_MARKED = re.compile(r"(<!-- table: (\w+) of (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def rewrite(text: str) -> str:
    """The page with every marked block made again: the table of that name in `tables`, from the CSV file of a study."""
    return _MARKED.sub(lambda mark: f"{mark[1]}\n{_block(mark[2], mark[3])}\n\n{mark[4]}", text)


def write_page() -> Path:
    """Rewrite the page in place."""
    PAGE.write_text(rewrite(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    return PAGE


def write_table(frame: pd.DataFrame) -> str:
    """A Markdown table; columns of text to the left, others to the right."""
    marks = ["---" if name == frame.columns[0] else "--:" for name in frame.columns]
    lines = [list(frame.columns), marks, *frame.astype(str).to_numpy().tolist()]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _block(name: str, study: str) -> str:
    return write_table(getattr(tables, name)(load(study)))
