"""Files of the first format, which named classes by their modules."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from hedgerow.saving.errors import ModelFileError


@cache
def list_old_names() -> dict[str, str]:
    """The kind of each class that a file of the first format could name; this list is complete and never changes."""
    names: dict[str, str] = json.loads(files("hedgerow.saving").joinpath("format_1.json").read_text("utf-8"))
    return names


def import_format_1(objects: Any) -> list[Any]:
    """Tell the objects of the first format in the words of the second.

    Parameters
    ----------
    objects : object
        ``[class name, [[attribute, value], ...]]`` for each object; anything may stand there.

    Returns
    -------
    list
        ``[kind, {field: value, ...}]`` for each object.
    """
    if not isinstance(objects, list):
        raise ModelFileError("it has no list of objects")
    return [_import_object(entry) for entry in objects]


def _import_object(entry: Any) -> list[Any]:
    match entry:
        case [str(name), list(pairs)]:
            if name not in list_old_names():
                raise ModelFileError(f"it names {name[:100]!r}, which no model file may name")
        case _:
            raise ModelFileError("an object has no class and attributes")
    fields = {}
    for pair in pairs:
        match pair:
            case [str(attribute), value]:
                fields[attribute] = value
            case _:
                raise ModelFileError("an attribute has no name and value")
    return [list_old_names()[name], fields]
