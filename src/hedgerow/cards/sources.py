"""From a public name to its docstring, without importing anything: files are read and not run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

_PACKAGE = Path(__file__).parents[1]
_Definition: TypeAlias = ast.ClassDef | ast.FunctionDef


def read_docstring(name: str) -> str:
    """Read the docstring of a public class, function or method.

    Parameters
    ----------
    name : str
        The public name within the package, with a method behind it where one is meant: ``"resampling.AdaBoost"``,
        ``"RandomForestClassifier.proximity"``.

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
    >>> read_docstring("resampling.AdaBoost").splitlines()[0][:4]
    'Rows'
    """
    *path, word = name.split(".")
    owner = _find_definition(path) if path and path[-1][0].isupper() else None
    node = _find_member(*owner, word) if owner else _find_definition([*path, word])[1]
    if node is None:
        raise LookupError(f"There is no {name} in the files of the package.")
    return ast.get_docstring(node) or ""


def is_public(name: str) -> bool:
    """Whether a name is defined, imported or loaded lazily where it says.

    Examples
    --------
    >>> is_public("resampling.AdaBoost"), is_public("resampling.AdaBoast")
    (True, False)
    """
    *path, word = name.split(".")
    return word in _list_names(_PACKAGE.joinpath(*path))


def _find_definition(path: list[str]) -> tuple[Path, _Definition]:
    """The module where a name is defined, and its definition."""
    *folders, word = path
    module = _PACKAGE.joinpath(*folders)
    while _exists(module):
        found = _list_names(module).get(word)
        if isinstance(found, ast.ClassDef | ast.FunctionDef):
            return module, found
        if found is None:
            break
        module = found
    raise LookupError(f"There is no {'.'.join(path)} in the files of the package.")


def _find_member(module: Path, owner: _Definition, word: str) -> _Definition | None:
    """A method of a class, or of one of the classes above it."""
    if not isinstance(owner, ast.ClassDef):
        return None
    for node in owner.body:
        if isinstance(node, ast.FunctionDef) and node.name == word:
            return node
    for base in owner.bases:
        if isinstance(base, ast.Name) and base.id in _list_names(module):
            path = [*module.relative_to(_PACKAGE).parts, base.id]
            found = _find_member(*_find_definition(path), word)
            if found is not None:
                return found
    return None


@lru_cache(maxsize=1024)
def _list_names(module: Path) -> dict[str, _Definition | Path]:
    """What a module calls by a name: a definition of its own, or the module that the name comes from."""
    file = module / "__init__.py" if module.is_dir() else module.with_suffix(".py")
    if not file.exists():
        return {}
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names: dict[str, _Definition | Path] = {}
    for node in _list_statements(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            names[node.name] = node  # of several overloads the last one counts
        elif isinstance(node, ast.ImportFrom) and str(node.module).startswith("hedgerow."):
            names |= {
                alias.name: _PACKAGE.parent.joinpath(*str(node.module).split(".")) for alias in node.names
            }
        elif isinstance(getattr(node, "value", None), ast.Dict) and module.is_dir():
            names |= _read_lazy_table(node.value, module)  # type: ignore[attr-defined]
    return names


def _list_statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a module, and those that stand under ``if TYPE_CHECKING``."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.If) else [node]


def _read_lazy_table(table: ast.Dict, module: Path) -> dict[str, Path]:
    """The modules that a table of lazy imports names, from the package itself or from the top."""
    homes: dict[str, Path] = {}
    for key, value in zip(table.keys, table.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
            for above in (module, _PACKAGE):
                home = above.joinpath(*str(value.value).split("."))
                if _exists(home):
                    homes[str(key.value)] = home
                    break
    return homes


def _exists(module: Path) -> bool:
    return module.is_dir() or module.with_suffix(".py").exists()
