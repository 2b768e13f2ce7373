"""Put the stored results into the pages of docs/studies, between the marks that say where."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pandas as pd

from studies import tables
from studies.store import load

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "studies"
_MARKED = re.compile(r"(<!-- table: (\w+) of (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def list_pages() -> list[Path]:
    """The pages that show results."""
    return sorted(FOLDER.glob("*.md"))


def rewrite(text: str) -> str:
    """A page with every marked block made again: the table of that name, from the CSV file of a study."""
    return _MARKED.sub(lambda mark: f"{mark[1]}\n{_block(mark[2], mark[3])}\n\n{mark[4]}", text)


def write_pages() -> list[Path]:
    """Rewrite the pages in place."""
    for page in list_pages():
        page.write_text(rewrite(page.read_text(encoding="utf-8")), encoding="utf-8")
    return list_pages()


def write_table(frame: pd.DataFrame) -> str:
    """A Markdown table; columns of text to the left, others to the right."""
    marks = ["---" if name == frame.columns[0] else "--:" for name in frame.columns]
    lines = [list(frame.columns), marks, *frame.astype(str).to_numpy().tolist()]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _list_makers() -> list[ModuleType]:
    """The modules that make tables for pages, by their names."""
    return [
        import_module(f"studies.{path.stem}") for path in sorted(Path(__file__).parent.glob("*_pages.py"))
    ]


def _block(name: str, study: str) -> str:
    makers = (getattr(pages, name, None) for pages in (*_list_makers(), tables))
    return write_table(next(filter(None, makers))(load(study)))
