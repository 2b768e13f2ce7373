"""What earlier versions of the library called things, so their files are read in today's words.

Files of the first format named classes by their modules.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

from hedgerow.saving.archive import ModelFileError

Fields = dict[str, Any]

_MOST_CLASSES = 10_000

# Fields that have another name now, or (None) are no more; "kind.field" tells of one kind alone.
RENAMED_FIELDS: dict[str, str | None] = {
    "_harvest": "_grown",
    "tree_": "flat_tree_",  # it has scikit-learn's shape now
    "committee-part.voices": "combination_weights",
    "_voters": "_label_members",
    "footing": "preparation",
    "agreeing-stage.asked": "learned",
    "heard": "predicted_weight",
    "speaks": "predicted",
    "_sklearn_version": None,  # scikit-learn writes it into the state of its own estimators
    "contrast-block.lessons": "gains",
    "column-transformer.force_int_remainder_cols": None,  # parameters that not all versions of scikit-learn have
    "linear-regression.tol": None,
    "logistic-regression.multi_class": None,
    **dict.fromkeys(  # of a table only the names and the kinds of its columns were ever read again
        [f"selection-table.{field}" for field in ("X", "y", "classes", "weights", "fixed", "groups")]
    ),
}


def _name_classes(fields: Fields) -> Fields:
    """Classes that were a number have their codes for labels."""
    kept, n_classes = dict(fields), fields.get("n_classes")
    kept.pop("n_classes", None)
    if type(n_classes) is int:
        codes = list(range(min(n_classes, _MOST_CLASSES)))
        kept["classes"] = ["values", codes, [len(codes)]]
    return kept


# Kinds that were told in other fields: the kind of today, and how its fields follow from the old ones as they stand
# in the file. Renamed fields need no new version, since both names are read; what concerns several objects at once is a
# new version of the format (`model_file.UPGRADES`).
CHANGED_KINDS: dict[str, tuple[str, Callable[[Fields], Fields]]] = {
    "expert-training-rows@1": ("training-set@1", _name_classes),
}


def bring_up_to_date(kind: str, fields: Fields) -> tuple[str, Fields]:
    """The kind and the fields of today for those of a file."""
    while kind in CHANGED_KINDS:
        kind, change = CHANGED_KINDS[kind]
        fields = change(fields)
    return kind, fields


def find_new_name(kind: str, field: str) -> str | None:
    """What a field is called today; None if it is no more.

    Raises
    ------
    KeyError
        If no version has had a field of this name.
    """
    name = kind.partition("@")[0]
    specific = f"{name}.{field}"
    return RENAMED_FIELDS[specific if specific in RENAMED_FIELDS else field]


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
