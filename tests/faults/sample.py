"""What of the trials runs in every test run, and what in `make faults` alone."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

WHOLE = os.environ.get("HEDGEROW_FAULTS") == "whole"


def sample(choices: Iterable[T], kept: Iterable[T]) -> list[T]:
    """All choices, or those that are quick."""
    return list(choices if WHOLE else kept)
