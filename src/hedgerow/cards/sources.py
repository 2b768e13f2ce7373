"""From a public name to its docstring, without importing what it stands for: files are read and not run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TypeAlias

from hedgerow.foundation.doors import find_module

_SOURCE = Path(__file__).parents[2]
_Definition: TypeAlias = ast.ClassDef | ast.FunctionDef


def read_docstring(name: str) -> str:
    """Read the docstring of a public class or function, or of a method of one.

    Parameters
    ----------
    name : str
        The public name: ``"AdaBoost"``, ``"RandomForestClassifier.proximity"``.

    Returns
    -------
    str
        The docstring, without its indentation.

    Raises
    ------
    LookupError
        If there is no such class or function.

    Examples
    --------
    >>> read_docstring("RandomRotation").splitlines()[0][:11]
    'Each member'
    """
    name, _, member = name.partition(".")
    node = _find_definition(find_module(name), name)
    if member:
        node = _find_member(find_module(name), node, member)
    if node is None:
        raise LookupError(f"There is no {name} in the files of the package.")
    return ast.get_docstring(node) or ""


def _find_definition(module: str, name: str) -> _Definition | None:
    """The definition of a name in a module, or in the one that the module has it from."""
    found = None
    for node in _read(module).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            found = node  # of several overloads the last one counts
        elif isinstance(node, ast.ImportFrom) and any(alias.name == name for alias in node.names):
            return _find_definition(str(node.module), name)
    return found


def _find_member(module: str, owner: _Definition | None, word: str) -> _Definition | None:
    """A method of a class, or of one of the classes above it."""
    if not isinstance(owner, ast.ClassDef):
        return None
    for node in owner.body:
        if isinstance(node, ast.FunctionDef) and node.name == word:
            return node
    above = (_find_definition(module, base.id) for base in owner.bases if isinstance(base, ast.Name))
    return next((found for base in above if (found := _find_member(module, base, word))), None)


@cache
def _read(module: str) -> ast.Module:
    path = _SOURCE.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8")) if file.exists() else ast.Module([], [])
