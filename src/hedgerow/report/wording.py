"""Numbers as a reader likes them."""

from __future__ import annotations

from typing import Any

from hedgerow.foundation.wording import write_p

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
