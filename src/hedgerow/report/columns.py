"""The table of a report: what is read, and what a model learns from."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from hedgerow.tables import ColumnWarning, Table, TableError, read_table
from hedgerow.trials import inspect_table, match_columns, prepare_features, recall_columns

if TYPE_CHECKING:
    import pandas as pd

    from hedgerow.foundation.frames import Frame


def read_for_report(table: Table | Frame | str | os.PathLike[str], target: str | None) -> Table:
    """Read a table that has something to predict.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> read_for_report(datasets.load("wbc"), "Class").name
    'wbc'
    """
    if isinstance(table, Table):
        if target is not None and (table.target is None or str(table.target.name) != target):
            raise ValueError(
                f"target={target!r} is not the target of {table!r}; read the table again with it"
            )
        read = table
    else:
        with warnings.catch_warnings():
            # Columns that name rows are left out, and the report says so.
            warnings.simplefilter("ignore", ColumnWarning)
            read = read_table(table, target)
    if read.target is None:
        raise ValueError("a report needs a column to predict; name it with target=")
    return read


def choose_columns(table: Table) -> Table:
    """Leave out the columns that no model should learn from: identifiers, free text and constants.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"unit": ["m"] * 4, "size": [1.5, 2.0, 2.5, 4.0], "good": list("ynyn")})
    >>> list(choose_columns(read_table(frame, "good")).features)
    ['size']
    """
    return _with_features(table, prepare_features(table, inspect_table(table)))


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
    if (
        manifest is not None
        and manifest.get("columns") is not None
        and "columns" in (manifest.get("summary") or {})
    ):
        described, _ = recall_columns(manifest)
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


def _with_features(table: Table, features: pd.DataFrame) -> Table:
    features = features.set_axis(table.features.index, axis=0)
    return replace(table, features=features, kinds={str(name): table.kinds[str(name)] for name in features})
