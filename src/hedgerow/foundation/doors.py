"""Doors: the packages where public names are found, each name behind one of them.

A door is a package whose stub file, `__init__.pyi`, lists what is public and where it is defined. Type checkers and
editors read the stub as it is, and this file reads it for Python, so each name is written down once. What a name
stands for is imported when the name is used for the first time.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from hedgerow.foundation.wording import suggest

ROOT = __name__.partition(".")[0]
_SOURCE = Path(__file__).parents[1]


def import_quickly(name: str) -> ModuleType:
    """Import a module with the garbage collector at rest: while modules load there are many new objects and no garbage.

    Examples
    --------
    >>> import_quickly("json").loads("1")
    1
    """
    if name in sys.modules or not gc.isenabled():
        return import_module(name)
    gc.disable()
    try:
        return import_module(name)
    finally:
        gc.enable()


def open_door(package: str) -> tuple[list[str], Callable[[str], Any], Callable[[], list[str]]]:
    """Make `__all__`, `__getattr__` and `__dir__` of a package from its stub.

    Parameters
    ----------
    package : str
        The package's `__name__`.

    Examples
    --------
    >>> names, get, _ = open_door("hedgerow.views")
    >>> "RandomRotation" in names, get("RandomRotation").__name__
    (True, 'RandomRotation')
    """
    homes = _read_stub(package)
    names = sorted(homes)

    def get(name: str) -> Any:
        if name not in homes:
            raise AttributeError(_say_where(package, name))
        if homes[name] == package:  # a door behind this door
            return import_quickly(f"{package}.{name}")
        return getattr(import_quickly(homes[name]), name)

    return names, get, names.copy


def list_doors() -> list[str]:
    """The packages that are doors, the flat one first.

    Examples
    --------
    >>> list_doors()[:3]
    ['hedgerow', 'hedgerow.analysis', 'hedgerow.analysis.bias_variance']
    """
    folders = (stub.parent.relative_to(_SOURCE).parts for stub in _SOURCE.rglob("__init__.pyi"))
    return sorted(".".join((ROOT, *parts)) for parts in folders)


@cache
def list_public_names() -> Mapping[str, str]:
    """Every public name, and the door behind which it is found.

    Examples
    --------
    >>> names = list_public_names()
    >>> names["FCBFSelector"], names["RandomForestClassifier"]
    ('hedgerow.selection.filters', 'hedgerow')
    """
    return {name: door for door in list_doors() for name, home in _read_stub(door).items() if home != door}


def find_public(name: str) -> Any:
    """The public object of a name, whatever its door.

    Examples
    --------
    >>> find_public("FCBFSelector").__module__
    'hedgerow.selection.filters.fcbf'
    """
    return getattr(import_quickly(list_public_names()[name]), name)


def find_module(name: str) -> str:
    """The module that defines what a public name stands for; nothing is imported.

    Examples
    --------
    >>> find_module("FCBFSelector")
    'hedgerow.selection.filters.fcbf'
    """
    return _read_stub(list_public_names()[name])[name]


@cache
def _read_stub(package: str) -> Mapping[str, str]:
    """The names of a stub, and the modules that define them."""
    stub = _SOURCE.joinpath(*package.split(".")[1:], "__init__.pyi")
    statements = ast.parse(stub.read_text(encoding="utf-8")).body
    return {
        each.name: statement.module
        for statement in statements
        if isinstance(statement, ast.ImportFrom) and statement.module is not None
        for each in statement.names
    }


def _say_where(package: str, name: str) -> str:
    """Say that a package has no such name, and where the name is found or what was probably meant."""
    refusal = f"module {package!r} has no attribute {name!r}"
    if name.startswith("_"):
        return refusal
    door = list_public_names().get(name)
    return f"{refusal}: it is {door}.{name}" if door else f"{refusal}. {suggest(name, list_public_names())}"
