"""The result of a test: a statistic and its p-value."""

from __future__ import annotations

from typing import Any, NamedTuple


class Tested(NamedTuple):
    """A statistic and its p-value: two numbers, or two arrays where many tests were made at once."""

    statistic: Any
    p_value: Any
