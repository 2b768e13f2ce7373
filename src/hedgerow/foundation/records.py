"""Records, and what of them goes into a dictionary or a frame."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


def take_fields(record: object, *names: str) -> dict[str, Any]:
    """Some fields and properties of a record, by name and in this order.

    Examples
    --------
    >>> take_fields(3 + 4j, "imag", "real")
    {'imag': 4.0, 'real': 3.0}
    """
    return {name: getattr(record, name) for name in names}


def list_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """The rows of a frame as plain values by the name of the column; None for what is missing.

    Examples
    --------
    >>> import pandas as pd
    >>> list_rows(pd.DataFrame({"a": [1, 2], "b": [0.5, None]}))
    [{'a': 1, 'b': 0.5}, {'a': 2, 'b': None}]
    """
    rows = frame.astype(object).where(frame.notna(), None).to_dict("records")
    return [{str(name): value for name, value in row.items()} for row in rows]
