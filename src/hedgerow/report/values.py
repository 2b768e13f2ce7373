"""Values of a report: as JSON can hold them, and as a reader wants them written."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from hedgerow.foundation.wording import write_p

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
    if isinstance(value, Iterable) and not isinstance(value, bytes) and not hasattr(value, "get_params"):
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


_MISSING = "\N{EN DASH}"
_MINUS = "\N{MINUS SIGN}"
_SHARES = {"accuracy", "balanced_accuracy"}


def write_number(value: Any, digits: int = 3) -> str:
    """A number with a few significant digits, thousands apart, and a dash for none.

    Zeros at the end are kept, so the numbers of a column are alike.

    Examples
    --------
    >>> write_number(12345.678), write_number(0.012345), write_number(12), write_number(0.5), write_number(2e-6)
    ('12,346', '0.0123', '12', '0.500', '2.0e-6')
    """
    if value is None:
        return _MISSING
    if isinstance(value, bool | str):
        return str(value)
    sign, size = _MINUS if value < 0 else "", abs(value)
    if isinstance(value, int) or size >= 10**digits:
        return f"{sign}{size:,.0f}"
    if size < 0.0001:
        return f"{sign}{size:.1e}".replace("e-0", "e-") if size else "0"
    return sign + f"{size:#.{digits}g}".rstrip(".")


def write_short(value: float) -> str:
    """A number as short as it can be: at an axis, or in a cell.

    Examples
    --------
    >>> write_short(0.5), write_short(20000.0)
    ('0.5', '20,000')
    """
    return (f"{value:,.0f}" if abs(value) >= 10_000 else f"{value:.6g}").replace("-", _MINUS, 1)


def write_score(value: float | None, metric: str) -> str:
    """A score: a share in per cent, everything else as a number.

    Examples
    --------
    >>> write_score(0.9673, "accuracy"), write_score(0.9673, "auc"), write_score(54.321, "rmse")
    ('96.7 %', '0.967', '54.3')
    """
    return write_share(value) if metric in _SHARES else write_number(value)


def write_tick(value: float, metric: str = "") -> str:
    """A score at an axis, as short as it can be.

    Examples
    --------
    >>> write_tick(0.75, "accuracy"), write_tick(0.725, "accuracy"), write_tick(0.75, "auc")
    ('75 %', '72.5 %', '0.75')
    """
    return f"{write_short(100 * value)} %" if metric in _SHARES else write_short(value)


def write_share(value: float | None, digits: int = 1) -> str:
    """A share in per cent.

    Examples
    --------
    >>> write_share(0.9673)
    '96.7 %'
    """
    return _MISSING if value is None else f"{100 * value:.{digits}f} %".replace("-", _MINUS)


def write_p_value(value: float | None) -> str:
    """A p-value, and a dash for none.

    Examples
    --------
    >>> write_p_value(0.0312), write_p_value(None)
    ('0.031', '\N{EN DASH}')
    """
    return write_p(value) or _MISSING
