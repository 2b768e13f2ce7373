"""The kinds of object that a model file may hold: names that stay, and the classes that bear them today.

A kind is named in files, so it never changes and never goes; its class may be renamed or moved at will, and the table
`kinds.csv` says where it is. A class is found by this table alone, and is imported when the first object of it is read.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from hedgerow.saving.errors import ModelFileError

_TABLE = Path(__file__).with_name("kinds.csv")
KINDS = dict(line.split(",") for line in _TABLE.read_text(encoding="utf-8").split()[1:])
_OF_CLASSES = {place: kind for kind, place in KINDS.items()}


@cache
def find_class(kind: str) -> type:
    """The class of a kind.

    Examples
    --------
    >>> find_class("tree-arrays@1").__name__
    'Tree'
    """
    module, name = KINDS[kind].split(":")
    found: type = getattr(import_module(module), name)
    return found


@cache
def find_kind(cls: type) -> str | None:
    """The kind that a class bears; None where no file holds its objects.

    Examples
    --------
    >>> from sklearn.linear_model import Ridge
    >>> find_kind(Ridge), find_kind(dict)
    ('ridge-regression@1', None)
    """
    package, _, _ = cls.__module__.partition(".")
    if package != "sklearn":
        return _OF_CLASSES.get(f"{cls.__module__}:{cls.__qualname__}")
    # The modules in which scikit-learn keeps its classes are its own affair.
    for kind, place in KINDS.items():
        if place.startswith("sklearn.") and place.endswith(f":{cls.__name__}") and find_class(kind) is cls:
            return kind
    return None


def has_kind(value: object) -> bool:
    """Whether a file can hold an object of this class."""
    cls: type = type(value)
    return find_kind(cls) is not None


def name_kind(cls: type) -> str:
    """The kind that a class bears.

    Raises
    ------
    ModelFileError
        If no file holds objects of the class.
    """
    kind = find_kind(cls)
    if kind is None:
        raise ModelFileError(
            f"a model file cannot hold a {cls.__module__}.{cls.__qualname__}; use pickle or joblib for this model, "
            "and load such a file only if you trust who wrote it"
        )
    return kind
