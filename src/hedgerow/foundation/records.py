"""Records, and what of them goes into a dictionary or a frame."""

from __future__ import annotations

from typing import Any


def take_fields(record: object, *names: str) -> dict[str, Any]:
    """Some fields and properties of a record, by name and in this order.

    Examples
    --------
    >>> take_fields(3 + 4j, "imag", "real")
    {'imag': 4.0, 'real': 3.0}
    """
    return {name: getattr(record, name) for name in names}
