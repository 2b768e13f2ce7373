"""Data sets that come with scikit-learn."""

from __future__ import annotations

from typing import Any

from hedgerow.tables.table import Table
from hedgerow.tables.table_reader import read_table


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
