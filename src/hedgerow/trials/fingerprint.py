"""Whether two tables are the same rows in the same order."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

_N_DIGITS = 32


def take_fingerprint(features: pd.DataFrame) -> str:
    """Digits that tell one table from another: they are the same for the same values in the same places.

    A number is the same as an int or as a float, a category is the same as the word for it, and missing is missing.

    Parameters
    ----------
    features : DataFrame
        Numbers and categories.

    Returns
    -------
    str

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1, 2], "color": pd.Categorical(["red", None])})
    >>> words = pd.DataFrame({"size": [1.0, 2.0], "color": ["red", None]})
    >>> take_fingerprint(table) == take_fingerprint(words) != take_fingerprint(table.iloc[::-1])
    True
    """
    plain = {
        str(place): column.astype(np.float64)
        if pd.api.types.is_numeric_dtype(column.dtype)
        else column.astype(object).where(column.notna(), None).map(str)
        for place, (_, column) in enumerate(features.items())
    }
    digest = hashlib.sha256("\0".join(str(name) for name in features.columns).encode())
    digest.update(pd.util.hash_pandas_object(pd.DataFrame(plain), index=False).to_numpy().tobytes())
    return digest.hexdigest()[:_N_DIGITS]


def is_training_table(summary: Mapping[str, Any], features: pd.DataFrame) -> bool:
    """Tell whether these are the rows that a model was fitted on.

    Parameters
    ----------
    summary : mapping
        The summary of a model file that ``hedgerow fit`` wrote; without a fingerprint in it, nothing is known.
    features : DataFrame
        The columns that the model has learned from, in their order.

    Returns
    -------
    bool

    Examples
    --------
    >>> table = pd.DataFrame({"size": [1.5, 2.5]})
    >>> summary = {"fingerprint": take_fingerprint(table)}
    >>> is_training_table(summary, table), is_training_table(summary, table + 1), is_training_table({}, table)
    (True, False, False)
    """
    known = summary.get("fingerprint")
    return known is not None and known == take_fingerprint(features)
