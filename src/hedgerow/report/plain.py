"""Plain values that JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

_DIGITS = 6


def make_plain(value: Any) -> Any:
    """Return a value as dicts, lists, text, numbers, booleans and None.

    Numbers keep six significant digits: more would only make the page larger. What is not finite becomes None, and
    what JSON does not know becomes text.

    Parameters
    ----------
    value : object
        A scalar, an array, a frame (a list of its rows), or containers of them.

    Returns
    -------
    object

    Examples
    --------
    >>> make_plain({"score": np.float64(1 / 3), 7: [np.nan, np.int64(2)], "when": pd.Timestamp("2020-01-01")})
    {'score': 0.333333, '7': [None, 2], 'when': '2020-01-01 00:00:00'}
    """
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, np.generic):
        return make_plain(value.item())
    if isinstance(value, float):
        return _round(value)
    if isinstance(value, pd.DataFrame):
        value = value.to_dict("records")
    if isinstance(value, Mapping):
        return {str(key): make_plain(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, bytes):
        return [make_plain(each) for each in value]
    return None if value is pd.NA or value is pd.NaT else str(value)


def make_record(**fields: Any) -> dict[str, Any]:
    """What a section of a report found, by name, as plain values.

    Examples
    --------
    >>> make_record(n_rows=np.int64(3), share=np.nan)
    {'n_rows': 3, 'share': None}
    """
    return {name: make_plain(value) for name, value in fields.items()}


def round_value(value: float) -> float:
    """A value of a table as a reader wants it: four significant digits, and whole numbers as they are.

    Examples
    --------
    >>> round_value(3.14159), round_value(20230117.0)
    (3.142, 20230117.0)
    """
    number = float(value)
    return number if number.is_integer() else float(f"{number:.4g}")


def _round(number: float) -> float | None:
    if not math.isfinite(number):
        return None
    return float(f"{number:.{_DIGITS}g}") + 0.0  # and not -0.0
