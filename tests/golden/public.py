"""Public names, wherever they live: one function finds them, so that cases survive a move to another namespace."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

import hedgerow


def _namespaces(module: ModuleType = hedgerow, seen: tuple[str, ...] = ()) -> Iterator[ModuleType]:
    """Yield the package and every namespace that it or one of its namespaces lists in ``__all__``."""
    yield module
    for name in module.__all__:
        found = None if name.startswith("_") else getattr(module, name)
        if inspect.ismodule(found) and hasattr(found, "__all__") and found.__name__ not in seen:
            yield from _namespaces(found, (*seen, module.__name__))


def _packages() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(hedgerow.__path__, "hedgerow."):
        if found.ispkg and "._" not in found.name:
            yield importlib.import_module(found.name)


@cache
def find_public(name: str) -> Any:
    """Find a public object by its name in the namespaces, and if none lists it, in the packages."""
    for module in _namespaces():
        if name in module.__all__:
            found = getattr(module, name)
            if not inspect.ismodule(found):
                return found
    for module in _packages():
        if name in getattr(module, "__all__", ()):
            return getattr(module, name)
    raise LookupError(f"no public namespace of hedgerow holds {name}")


@cache
def public_names() -> tuple[str, ...]:
    """List what must have a case: functions, and classes that fit, predict or are a value on an axis."""
    return tuple(
        sorted({name for module in _namespaces() for name in module.__all__ if _says_something(module, name)})
    )


def _says_something(module: ModuleType, name: str) -> bool:
    found = getattr(module, name)
    if name.startswith("_") or getattr(found, "_is_protocol", False):
        return False
    return inspect.isfunction(found) or (inspect.isclass(found) and hasattr(found, "get_params"))


class Public:
    """``public.Name`` is the public object of that name."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return find_public(name)


public = Public()
