"""Public names: what must have a case, and a short way to say it in one."""

from __future__ import annotations

import inspect
from functools import cache
from typing import Any

from hedgerow.foundation.doors import find_public, list_public_names


@cache
def public_names() -> tuple[str, ...]:
    """List what must have a case: functions, and classes that fit, predict or are a value on an axis."""
    return tuple(sorted(filter(_computes, list_public_names())))


def _computes(name: str) -> bool:
    found = find_public(name)
    if getattr(found, "_is_protocol", False):
        return False
    return inspect.isfunction(found) or (inspect.isclass(found) and hasattr(found, "get_params"))


class Public:
    """``public.Name`` is the public object of that name."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return find_public(name)


public = Public()
