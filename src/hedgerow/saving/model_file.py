"""Save a model to a file, and load it."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted

from hedgerow.saving.archive import ModelFileError, read_entries, write_entries
from hedgerow.saving.history import import_format_1
from hedgerow.saving.writer import Writer

FORMAT = "hedgerow model"
FORMAT_VERSION = 2
_MANIFEST, _OBJECTS = "manifest.json", "objects.json"

# What a description of an older version needs to become one of the next.
UPGRADES: dict[int, Callable[[Any], list[Any]]] = {1: import_format_1}


def save_model(
    model: BaseEstimator, path: str | os.PathLike[str], *, summary: Mapping[str, Any] | None = None
) -> None:
    """Write a fitted model to one file, completely or not at all.

    The file is a zip archive of a manifest and arrays. It can be read without trust: `load_model` runs nothing that
    stands in it. All estimators of this library can be saved, around its own learners or the linear models, naive
    Bayes, scalers and encoders of scikit-learn. Of others, nearest neighbours among them, pickle and joblib make
    files, as everywhere.

    Parameters
    ----------
    model : estimator
        A fitted estimator.
    path : path-like
        Where it goes; ``.hdg`` is the usual ending.
    summary : mapping, default=None
        What the manifest says of the training besides: numbers, words, lists and mappings of them.

    Raises
    ------
    ModelFileError
        If the model is not fitted, or holds something that no model file may hold.

    Examples
    --------
    >>> import tempfile
    >>> from hedgerow import RandomForestClassifier, load_model
    >>> forest = RandomForestClassifier(10, random_state=0).fit([[0.0], [1.0], [2.0], [3.0]], ["a", "a", "b", "b"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_model(forest, f"{folder}/forest.hdg")
    ...     load_model(f"{folder}/forest.hdg").predict([[0.5]])
    array(['a'], dtype='<U1')
    """
    if not isinstance(model, BaseEstimator):
        raise ModelFileError(f"{model!r} is not an estimator; pass a fitted one")
    check_is_fitted(model)
    writer = Writer()
    writer.describe(model)
    entries = {_OBJECTS: _write_json(writer.objects)} | {
        f"arrays/{name}.npy": content for name, content in writer.arrays.items()
    }
    manifest = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "model": type(model).__name__,
        "columns": _list_columns(model),
        "classes": _list_classes(model),
        "versions": {name: version(name) for name in ("hedgerow", "numpy", "scikit-learn")}
        | {"python": platform.python_version()},
        "summary": dict(summary or {}),
        "checksums": {name: hashlib.sha256(content).hexdigest() for name, content in entries.items()},
    }
    write_entries(path, {_MANIFEST: _write_json(manifest)} | entries)


def load_model(path: str | os.PathLike[str]) -> Any:
    """Read a model from a file that `save_model` wrote.

    Nothing is executed that stands in the file: it names kinds of object that this library knows, and their declared
    fields. All sizes are looked at before memory is asked for, and trees check that they are trees.

    Parameters
    ----------
    path : path-like
        The file.

    Returns
    -------
    estimator

    Raises
    ------
    ModelFileError
        If it is not a model file, if it is damaged, or made by a later version.
    """
    try:
        return _read_model(read_entries(path))
    except ModelFileError as error:
        raise ModelFileError(f"{Path(path).name} cannot be loaded: {error}") from error.__cause__


def read_manifest(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Read the description of a model in its file, without loading the model.

    Parameters
    ----------
    path : path-like
        The file.

    Returns
    -------
    dict
        ``model``, ``columns``, ``classes``, ``versions``, ``summary``, ``format_version`` and ``checksums``.
    """
    try:
        return _check_manifest(read_entries(path))
    except ModelFileError as error:
        raise ModelFileError(f"{Path(path).name} cannot be read: {error}") from error.__cause__


def _read_model(entries: Mapping[str, bytes]) -> Any:
    from hedgerow.saving.reader import Reader

    manifest = _check_manifest(entries)
    objects = _read_json(entries[_OBJECTS])
    arrays = {
        name.removeprefix("arrays/").removesuffix(".npy"): content
        for name, content in entries.items()
        if name.startswith("arrays/")
    }
    try:
        for number in range(manifest["format_version"], FORMAT_VERSION):
            objects = UPGRADES[number](objects)
        model = Reader(objects, arrays).read()
    except ModelFileError:
        raise
    except (
        Exception
    ) as error:  # whatever else a file can bring about: MemoryError, RecursionError, OverflowError
        raise ModelFileError(f"it is damaged ({type(error).__name__}: {error})") from error
    if not isinstance(model, BaseEstimator):
        raise ModelFileError("what it holds is not an estimator")
    return model


def _check_manifest(entries: Mapping[str, bytes]) -> dict[str, Any]:
    if _MANIFEST not in entries or _OBJECTS not in entries:
        raise ModelFileError("it is not a model file")
    manifest = _read_json(entries[_MANIFEST])
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise ModelFileError("it is not a model file")
    number = manifest.get("format_version")
    if type(number) is not int or number < 1:
        raise ModelFileError("it does not say its version")
    if number > FORMAT_VERSION:
        raise ModelFileError(
            f"it has version {number} of the format, and this hedgerow knows up to {FORMAT_VERSION}; update hedgerow"
        )
    checksums = manifest.get("checksums")
    others = {name: content for name, content in entries.items() if name != _MANIFEST}
    if not isinstance(checksums, dict) or set(checksums) != set(others):
        raise ModelFileError("its entries are not those that its manifest lists")
    for name, content in others.items():
        if hashlib.sha256(content).hexdigest() != checksums[name]:
            raise ModelFileError(f"entry {name!r} is damaged")
    return manifest


def _write_json(value: Any) -> bytes:
    try:
        return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise ModelFileError(f"the summary must be numbers, words, lists and mappings ({error})") from error


def _read_json(content: bytes) -> Any:
    def refuse(word: str) -> None:
        raise ModelFileError(f"it says {word}")

    try:
        return json.loads(content, parse_constant=refuse)
    except (ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, ModelFileError):
            raise
        raise ModelFileError(f"its description is damaged ({type(error).__name__})") from error


def _list_columns(model: Any) -> list[str] | None:
    names = getattr(model, "feature_names_in_", None)
    return None if names is None else [str(name) for name in names]


def _list_classes(model: Any) -> list[Any] | None:
    classes = getattr(model, "classes_", None)
    if classes is None or not isinstance(classes, np.ndarray) or classes.dtype.kind not in "biufUSO":
        return None
    return [each if isinstance(each, str | int | bool) else str(each) for each in classes.tolist()]
