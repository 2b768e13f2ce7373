"""Which columns a model learns from: what is left out and why, and what a fitted model finds in another table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.foundation.frames import TableError
from hedgerow.foundation.wording import count, join_words, list_names, suggest
from hedgerow.tables.cells import MISSING_MARKS, find_strays, read_cells, to_numbers
from hedgerow.tables.table import Table

_N_SHOWN = 3
_N_NAMED = 8


@dataclass(frozen=True)
class ColumnChoice:
    """Which columns of a table a model learns from. Made by `choose_columns`.

    Parameters
    ----------
    used : tuple of str
        The columns to learn from.
    constant : tuple of str
        Columns with one value, from which nothing is learned.
    identifiers : tuple of str
        Columns that name the rows or hold dates or free text, from which nothing general is learned.
    """

    used: tuple[str, ...]
    constant: tuple[str, ...]
    identifiers: tuple[str, ...]

    def sentences(self) -> list[str]:
        """What is left out and why."""
        reasons = {"has only one value": self.constant, "names rows or is free text": self.identifiers}
        return [
            f"Left out because it {reason}: {join_words(names, _N_NAMED)}."
            for reason, names in reasons.items()
            if names
        ]

    def take(self, table: Table) -> Table:
        """The table with these columns, with booleans as 0 and 1, so every learner can read them."""
        booleans = {name: np.float64 for name in self.used if table.kinds[name] == "boolean"}
        return _with_features(table, table.features[list(self.used)].astype(booleans))


def choose_columns(table: Table) -> ColumnChoice:
    """Decide which columns to learn from: not from constants, identifiers, dates and free text.

    Raises
    ------
    TableError
        If no column is left.

    Examples
    --------
    >>> from hedgerow import read_table
    >>> frame = pd.DataFrame({"unit": ["m"] * 4, "size": [1.5, 2.0, 2.5, 4.0], "good": list("ynyn")})
    >>> choose_columns(read_table(frame, "good"))
    ColumnChoice(used=('size',), constant=('unit',), identifiers=())
    """
    constant = [str(name) for name, each in table.features.items() if each.nunique(dropna=False) < 2]
    identifiers = [name for name, kind in table.kinds.items() if kind == "text" and name not in constant]
    used = [name for name in table.kinds if name not in {*constant, *identifiers}]
    if not used:
        raise TableError(
            f"{table.name} has no column to learn from: {join_words(list(table.kinds), _N_NAMED)} "
            "have one value only, name rows or are free text. Add a column that describes the rows."
        )
    return ColumnChoice(tuple(used), tuple(constant), tuple(identifiers))


def note_columns(
    columns: Mapping[str, pd.Series[Any]], *, empty: Sequence[str], dates: Sequence[str]
) -> list[str]:
    """List what is left out, and which words keep a column from being numbers.

    Examples
    --------
    >>> dose = pd.Series(["<0.1", *(f"{row}.5" for row in range(9))], dtype=object)
    >>> for note in note_columns({"dose": dose}, empty=["site"], dates=[]):
    ...     print(note)
    Left out because it has no values: site.
    Column dose is read as words because 1 cell is not a number: '<0.1'. Correct or empty such cells to have numbers.
    """
    notes = []
    if empty:
        notes.append(f"Left out because it has no values: {', '.join(empty)}.")
    if dates:
        notes.append(
            f"Left out because it holds dates: {', '.join(dates)}. Turn them into numbers to learn from them, such as "
            "the days since an event."
        )
    for name, column in columns.items():
        strays = find_strays(column)
        if strays:
            cells = count(int(column.isin(strays).sum()), "cell is", "cells are")
            number = "a number" if cells.endswith(" is") else "numbers"
            notes.append(
                f"Column {name} is read as words because {cells} not {number}: {list_names(strays)}. Correct or empty "
                "such cells to have numbers."
            )
    return notes


def describe_columns(features: pd.DataFrame) -> list[dict[str, Any]]:
    """Say what the columns of a training table are, in words that a manifest can hold.

    Parameters
    ----------
    features : DataFrame
        Numbers and categories.

    Returns
    -------
    list of dict
        ``name``, and ``categories``: the labels in their order, or None for numbers.

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.5], "color": pd.Categorical(["red"])})
    >>> describe_columns(table)
    [{'name': 'size', 'categories': None}, {'name': 'color', 'categories': ['red']}]
    """
    labels = {
        name: [_to_plain(label) for label in column.cat.categories]
        for name, column in features.items()
        if isinstance(column.dtype, pd.CategoricalDtype)
    }
    return [{"name": str(name), "categories": labels.get(name)} for name in features]


def match_columns(
    raw: pd.DataFrame, described: Sequence[Mapping[str, Any]], *, ignored: Sequence[str] = ()
) -> tuple[pd.DataFrame, list[str]]:
    """Give a table the columns that a model has learned from.

    Columns may stand in any order, and there may be others. A category that was never learned counts as missing.

    Parameters
    ----------
    raw : DataFrame
        The cells as they were read from a file, strings or not.
    described : sequence of mapping
        What `describe_columns` said of the training table.
    ignored : sequence of str
        Columns whose presence needs no note, such as the target.

    Returns
    -------
    features : DataFrame
        The learned columns in the learned order.
    notes : list of str
        What a user should know: other columns, and categories that were never learned.

    Raises
    ------
    TableError
        If a column is missing, or holds words where numbers were learned.

    Examples
    --------
    >>> described = [{"name": "size", "categories": None}, {"name": "color", "categories": ["blue", "red"]}]
    >>> raw = pd.DataFrame({"color": ["red", "green"], "size": ["1.5", "?"], "shop": ["a", "b"]})
    >>> features, notes = match_columns(raw, described)
    >>> features["size"].tolist(), features["color"].tolist()
    ([1.5, nan], ['red', nan])
    >>> for note in notes:
    ...     print(note)
    Not used because the model has not learned from it: shop.
    Column color has 1 value that the model has never seen and takes for missing: green.
    """
    raw = raw.set_axis([str(name) for name in raw.columns], axis=1)
    names = [str(column["name"]) for column in described]
    _check_names(list(raw.columns), names)
    notes = []
    others = [name for name in raw.columns if name not in {*names, *ignored}]
    if others:
        notes.append(f"Not used because the model has not learned from it: {join_words(others, _N_NAMED)}.")
    columns = {}
    for column in described:
        name, labels = str(column["name"]), column["categories"]
        if labels is None:
            columns[name] = _read_numbers(raw[name])
        else:
            columns[name], unknown = _read_categories(raw[name], labels)
            if unknown:
                notes.append(_say_unknown(name, unknown))
    return pd.DataFrame(columns), notes


def recall_columns(manifest: Mapping[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """The record in a model file of the columns that its model has learned from.

    Parameters
    ----------
    manifest : mapping
        What `hedgerow.saving.read_manifest` returns.

    Returns
    -------
    described : list of dict
        What `describe_columns` said; numbers are assumed where the file was not written by ``hedgerow fit``.
    target : str
        The column to predict; empty where the file does not say.

    Raises
    ------
    TableError
        If the model has learned from an array, whose columns have no names.

    Examples
    --------
    >>> recall_columns({"columns": ["size"], "summary": {}})
    ([{'name': 'size', 'categories': None}], '')
    """
    summary = manifest.get("summary") or {}
    described = summary.get("columns")
    if described is None:
        if manifest.get("columns") is None:
            raise TableError(
                "The model has learned from an array without column names, so no table can be matched to it. "
                "Load it in Python, or fit it again by `hedgerow fit`."
            )
        described = [{"name": name, "categories": None} for name in manifest["columns"]]
    return described, str((summary.get("table") or {}).get("target", ""))


def recall_others(manifest: Mapping[str, Any]) -> list[str]:
    """The columns of the training table that a model has not learned from: the target, and what was left out.

    Examples
    --------
    >>> recall_others({"summary": {"table": {"target": "y", "constant": ["site"], "identifiers": []}}})
    ['y', 'site']
    """
    table = (manifest.get("summary") or {}).get("table") or {}
    target = [table["target"]] if "target" in table else []
    return [*target, *table.get("constant", []), *table.get("identifiers", [])]


def match_model(table: Table, model: Any, manifest: Mapping[str, Any] | None = None) -> Table:
    """Give a table the columns that a fitted model has learned from.

    Parameters
    ----------
    table : Table
        The table.
    model : estimator
        The fitted model.
    manifest : mapping or None, default=None
        What its model file says; it knows the categories.

    Returns
    -------
    Table

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> wbc = datasets.load("wbc")
    >>> forest = RandomForestClassifier(5).fit(wbc.features.iloc[:, 1:3], wbc.target)
    >>> match_model(wbc, forest).features.shape
    (699, 2)
    """
    known = manifest or {}
    if known.get("columns") is not None and "columns" in (known.get("summary") or {}):
        described, _ = recall_columns(known)
        booleans = {name: np.float64 for name, kind in table.kinds.items() if kind == "boolean"}
        features, _ = match_columns(table.features.astype(booleans), described)
        return _with_features(table, features)
    names = getattr(model, "feature_names_in_", None)
    if names is None:
        n_features = getattr(model, "n_features_in_", table.features.shape[1])
        if n_features != table.features.shape[1]:
            raise TableError(
                f"the model has learned from {n_features} columns without names, and the table has "
                f"{table.features.shape[1]}; give it the same columns"
            )
        return table
    absent = [str(name) for name in names if name not in table.features.columns]
    if absent:
        raise TableError(f"the model needs columns that the table does not have: {', '.join(absent[:8])}")
    return _with_features(table, table.features[list(names)])


def _check_names(present: list[str], wanted: list[str]) -> None:
    repeated = sorted({name for name in wanted if present.count(name) > 1})
    if repeated:
        raise TableError(f"Column name {repeated[0]!r} occurs twice. Give every column its own name.")
    absent = [name for name in wanted if name not in present]
    if not absent:
        return
    listed = ", ".join(map(repr, absent[:_N_NAMED])) + (", ..." if len(absent) > _N_NAMED else "")
    hint = suggest(absent[0], [name for name in present if name not in wanted] or present)
    raise TableError(
        f"The model needs {count(len(absent), 'column')} that the table does not have: {listed}. "
        f"{hint} Rename columns, or add what is missing; empty cells will do."
    )


def _read_numbers(column: pd.Series[Any]) -> pd.Series[Any]:
    cells = read_cells(column)
    if cells.isna().all():
        return pd.Series(np.full(len(cells), np.nan), index=column.index)
    try:
        numbers = to_numbers(cells)
    except TableError as error:
        raise TableError(
            f"{error} The model has learned numbers there. Write numbers, or leave the cell empty."
        ) from None
    if np.isinf(numbers).any():
        row = int(np.isinf(numbers).to_numpy().argmax())
        raise TableError(
            f"Column {column.name!r} holds an infinite value in row {row + 1}. Leave the cell empty."
        )
    return numbers


def _read_categories(column: pd.Series[Any], labels: Sequence[Any]) -> tuple[pd.Series[Any], list[str]]:
    """Labels by how they are written, since a file may write the category "1" as the number 1."""
    by_spelling = {_spell(label): label for label in labels}
    spelled = [_spell(value) for value in column.astype(object)]
    marks = {mark.casefold() for mark in MISSING_MARKS}
    known = [by_spelling.get(word) for word in spelled]
    strange = (word for word, label in zip(spelled, known, strict=True) if label is None)
    unknown = [word for word in strange if word is not None and word.casefold() not in marks]
    values = pd.Categorical([np.nan if label is None else label for label in known], categories=list(labels))
    return pd.Series(values, index=column.index), unknown


def _spell(value: Any) -> str | None:
    if value is None or (not isinstance(value, str) and pd.isna(value)):
        return None
    if isinstance(value, float | np.floating) and float(value).is_integer():
        return str(int(value))
    return str(value).strip()


def _say_unknown(name: str, unknown: list[str]) -> str:
    named = join_words(list(dict.fromkeys(unknown)), _N_SHOWN)
    values = count(len(unknown), "value")
    return f"Column {name} has {values} that the model has never seen and takes for missing: {named}."


def _to_plain(label: Any) -> Any:
    plain = label.item() if isinstance(label, np.generic) else label
    return plain if isinstance(plain, str | int | float | bool) else str(plain)


def _with_features(table: Table, features: pd.DataFrame) -> Table:
    features = features.set_axis(table.features.index, axis=0)
    return replace(table, features=features, kinds={str(name): table.kinds[str(name)] for name in features})
