"""What is wrong with columns of a table: constants, copies, names of rows, gaps, and words in several spellings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.findings.finding import Case, Finding
from hedgerow.foundation.wording import count, join_words, list_names, quote, share
from hedgerow.tables.table import identifies_rows


def find_constant_columns(case: Case) -> list[Finding]:
    """A column has one value in all rows; values and gaps together are two."""
    distinct = case.table.features.nunique(dropna=False)
    names = [str(name) for name in distinct.index[distinct <= 1]]
    if not names:
        return []
    sentence = (
        f"{count(len(names), 'column has', 'columns have')} the same value in every row: {list_names(names)}. Nothing "
        "is learned from such a column; leave it out."
    )
    return [Finding("constant-columns", "info", sentence, {"columns": names})]


def find_duplicate_columns(case: Case) -> list[Finding]:
    """Two columns have equal numbers in every row, or categories that are the same but for their names."""
    groups: dict[tuple[str, bytes], list[str]] = {}
    for name, kind in case.table.kinds.items():
        column = case.table.features[name]
        if column.nunique(dropna=False) > 1:
            groups.setdefault(_print_of(column, kind), []).append(name)
    same = [names for names in groups.values() if len(names) > 1]
    if not same:
        return []
    spare = sum(len(names) - 1 for names in same)
    shown = "; ".join(" = ".join(map(quote, names[:3])) for names in same[:3])
    sentence = (
        f"{count(spare, 'column repeats', 'columns repeat')} another one: {shown}. Copies share the credit, so "
        "each looks less important than it is; keep one of them."
    )
    return [Finding("duplicate-columns", "info", sentence, {"groups": same})]


def _print_of(column: pd.Series[Any], kind: str) -> tuple[str, bytes]:
    """What two columns have in common exactly when they are copies."""
    if kind == "number":
        # Adding zero makes -0.0 the same as 0.0.
        return kind, (column.to_numpy(dtype=np.float64, na_value=np.nan) + 0.0).tobytes()
    if kind == "text":
        # Values of identifiers all differ, so numbered by appearance all identifiers would be copies.
        return kind, "\0".join(map(str, column)).encode("utf-8", "surrogatepass")
    return "category", pd.factorize(column)[0].tobytes()


_FEWEST_TELLING = 20


def find_identifiers(case: Case) -> list[Finding]:
    """A column is an identifier by its name and values, free text, or the numbers of the rows in any order."""
    features = case.table.features
    names = [
        name
        for name, kind in case.table.kinds.items()
        if kind == "text" or (kind == "number" and _numbers_rows(features[name]))
    ]
    if not names:
        return []
    reasons = {
        name: identifies_rows(features[name]) or "it numbers the rows, in another order" for name in names
    }
    first = names[0]
    sentence = (
        f"{count(len(names), 'column seems to name rows', 'columns seem to name rows')} instead of describing them: "
        f"{list_names(names)} (of {quote(first)}: {reasons[first]}). New rows have new names, so what is learned from "
        "it does not carry over, and it can leak the order in which rows were collected; leave it out."
    )
    return [Finding("identifiers", "warning", sentence, {"columns": names, "reasons": reasons})]


def _numbers_rows(column: pd.Series[Any]) -> bool:
    """Whether whole numbers without a gap name each row once."""
    if len(column) < _FEWEST_TELLING or not pd.api.types.is_integer_dtype(column.dtype):
        return False
    return bool(column.is_unique and int(column.max()) - int(column.min()) + 1 == len(column))


_MANY_GAPS = 0.3  # with fewer gaps a column tells more by what is there than by what is not


def find_missing_values(case: Case) -> list[Finding]:
    """A column lacks three tenths of its values or more."""
    shares = case.table.features.isna().mean().sort_values(ascending=False, kind="stable")
    many = shares[shares >= _MANY_GAPS]
    if many.empty:
        return []
    names = [str(name) for name in many.index]
    sentence = (
        f"{count(len(names), 'column lacks', 'columns lack')} {100 * _MANY_GAPS:.0f} % of the values or more: "
        f"{list_names(names)}; {quote(names[0])} lacks {share(float(many.iloc[0]))}. Trees take a missing value as one "
        "more value, so they learn from what is missing, too: make sure it will be missing for the same reasons in new "
        f"rows, or leave the {'column' if len(names) == 1 else 'columns'} out."
    )
    evidence = {"shares": {name: float(part) for name, part in zip(names, many, strict=True)}}
    return [Finding("missing-values", "warning", sentence, evidence)]


_N_SHOWN = 3


def find_variant_spellings(case: Case) -> list[Finding]:
    """Labels of a category, or classes, differ by nothing but capitals, blanks, underscores or hyphens."""
    table = case.table
    columns = [table.features[name] for name, kind in table.kinds.items() if kind == "category"]
    same = {
        str(column.name): groups
        for column in columns
        if (groups := _group_spellings(column.dropna().unique()))
    }
    classes = (
        []
        if table.target is None or table.task != "classification"
        else _group_spellings(table.target.unique())
    )
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


def _group_spellings(labels: Iterable[Any]) -> list[list[str]]:
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
