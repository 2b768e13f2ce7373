"""One word, written in several ways, counts as several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, join_words, quote

_N_SHOWN = 3


def find_variant_spellings(case: Case) -> list[Finding]:
    """Labels of a category, or classes, differ by nothing but capitals, blanks, underscores or hyphens."""
    table = case.table
    columns = [table.features[name] for name, kind in table.kinds.items() if kind == "category"]
    same = {str(column.name): groups for column in columns if (groups := _group(column.dropna().unique()))}
    classes = [] if table.target is None or table.task != "classification" else _group(table.target.unique())
    found = []
    if classes and table.target is not None:
        sentence = (
            f"The target {quote(table.target.name)} writes {_say(classes)}. They count as different classes, so "
            "telling them apart is scored: write them in one way and fit again."
        )
        found.append(Finding("variant-spellings", "serious", sentence, {"groups": {"target": classes}}))
    if same:
        first = next(iter(same))
        sentence = (
            f"{count(len(same), 'column writes', 'columns write')} the same word in several ways; {quote(first)} "
            f"writes {_say(same[first])}. They count as different values, and share what the word tells: write them in "
            "one way."
        )
        found.append(Finding("variant-spellings", "info", sentence, {"groups": same}))
    return found


def _group(labels: Iterable[Any]) -> list[list[str]]:
    """Labels that are the same word, in sorted groups of two and more; single letters may mean what they are."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        if isinstance(label, str):
            word = label.casefold().replace("_", " ").replace("-", " ")
            groups.setdefault(" ".join(word.split()), []).append(label)
    return sorted(sorted(group) for word, group in groups.items() if len(group) > 1 and len(word) > 1)


def _say(groups: list[list[str]]) -> str:
    shown = "; ".join(join_words([quote(label) for label in group], _N_SHOWN) for group in groups[:_N_SHOWN])
    return shown if len(groups) <= _N_SHOWN else f"{shown}; and {len(groups) - _N_SHOWN:,} more such words"
