"""The page of the documentation that says which of scikit-learn's tests pass."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import sklearn
from tests.parity.files import FileResult, count

PAGE = Path(__file__).resolve().parents[2] / "docs" / "parity.md"

_HEAD = """# scikit-learn's own tests

`make parity` runs the test files that scikit-learn installs with our classes in the place of theirs: `RandomForest*`,
`ExtraTrees*`, `Bagging*`, `DecisionTree*`, `AdaBoostClassifier`, and
{class}`~hedgerow.boosting.AdaBoostR2Regressor` for `AdaBoostRegressor`. A test file gets our classes when it imports
theirs; scikit-learn itself keeps its own. The command wrote this page, with scikit-learn %s.

A test counts if it makes one of our estimators; the others of a file, about classes that we leave alone, do not. Tests
that are set aside are listed below with a reason each: they ask for private attributes or for the exact words of a
message, look into how rows are handed to a member, or want a refusal of what hedgerow does. The share is that of the
others.
"""

_EXAMPLES = """## Examples

`python -m tests.parity.examples FOLDER` runs the examples of scikit-learn's source distribution that import one of
these classes, with that import changed and nothing else. All 15 about ensembles and trees that need no network run, as
do six about inspection and model selection; two more fetch a table from OpenML.
"""


def write_page(results: list[FileResult]) -> None:
    """Write the page."""
    PAGE.write_text(make_page(results), encoding="utf-8")


def make_page(results: list[FileResult]) -> str:
    """The text of the page."""
    parts = [_HEAD % sklearn.__version__, _make_table(results), _EXAMPLES]
    parts.append("## Set aside\n")
    parts += [_list_set_aside(result) for result in results if result.n_set_aside]
    failing = [result for result in results if result.failures]
    if failing:
        parts.append("## What fails\n")
        parts += [_list_failures(result) for result in failing]
    return "\n".join(parts)


def _make_table(results: list[FileResult]) -> str:
    rows = count(results)
    lines = [f"| {' | '.join(rows[0])} |", "|---" * len(rows[0]) + "|"]
    lines += [f"| {' | '.join(str(cell) for cell in row.values())} |" for row in rows]
    return "\n".join(lines) + "\n"


def _list_set_aside(result: FileResult) -> str:
    counts: Counter[str] = Counter()
    for each in filter(result.is_set_aside, result.outcomes):
        counts[each.test if each.test in result.reasons else each.function] += 1
    lines = [f"`{result.file}`\n", "| test | cases | why |", "|---|---|---|"]
    lines += [f"| `{name}` | {counts[name]} | {result.reasons[name]} |" for name in sorted(counts)]
    return "\n".join(lines) + "\n"


def _list_failures(result: FileResult) -> str:
    counts = Counter((each.function, _clean(each.error)) for each in result.failures)
    lines = [f"`{result.file}`\n", "| test | cases | error |", "|---|---|---|"]
    lines += [f"| `{function}` | {n} | {error} |" for (function, error), n in sorted(counts.items())]
    return "\n".join(lines) + "\n"


def _clean(error: str) -> str:
    """The first line of an error, as code that a table can hold."""
    plain = re.sub(r" at 0x[0-9a-f]+", "", error).replace("|", "/").replace("`", "'")[:100]
    return f"`{plain}`" if plain else ""
