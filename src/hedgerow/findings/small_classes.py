"""There are too few rows to learn a class from."""

from __future__ import annotations

from hedgerow.findings.case import Case
from hedgerow.findings.finding import Finding
from hedgerow.foundation.wording import count, list_names

_FEW = 10  # a recall out of ten rows has a standard error of up to 16 points
_TOO_FEW = 5  # some of five folds are then without the class
_FEWEST_VALUES = 30  # a correlation of 0.35 is then not told from none


def find_small_classes(case: Case) -> list[Finding]:
    """A class has fewer than ten rows, or a table of values fewer than thirty."""
    counts = case.class_counts
    if counts is None:
        return _find_few_rows(case)
    small = counts[counts < _FEW]
    if small.empty:
        return []
    fewest = int(small.min())
    labels = [str(label) for label in small.index[::-1]]
    sentence = (
        f"{count(len(small), 'class has', 'classes have')} fewer than {_FEW} rows: {list_names(labels)}; the smallest "
        f"has {fewest}. Scores of such a class are mostly chance"
        + (" and some folds of a cross-validation hold none of it" if fewest < _TOO_FEW else "")
        + ". Collect more rows, or join it with a class that is like it."
    )
    evidence = {"counts": {str(label): int(number) for label, number in small.items()}}
    return [Finding("small-classes", "serious" if fewest < _TOO_FEW else "warning", sentence, evidence)]


def _find_few_rows(case: Case) -> list[Finding]:
    n_rows = len(case.table)
    if case.table.target is None or n_rows >= _FEWEST_VALUES:
        return []
    sentence = (
        f"The table has {count(n_rows, 'row')}: fewer than {_FEWEST_VALUES} rows tell little about a numeric target. "
        "Read scores as rough guesses, and collect more rows."
    )
    return [Finding("small-classes", "warning", sentence, {"n_rows": n_rows})]
