"""Data sets of OpenML, over the network."""

from __future__ import annotations

from typing import Any

from hedgerow.datasets.errors import DatasetError
from hedgerow.tables.table import Table
from hedgerow.tables.table_reader import read_table


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
