"""The column to predict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from hedgerow.foundation.frames import TableError
from hedgerow.foundation.wording import count, list_rows

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

Task = Literal["classification", "regression"]

_MOST_CLASSES = 20


def find_task(target: pd.Series[Any]) -> Task:
    """Tell classification from regression.

    Numbers are classes when there are two of them, or when they are whole, at most 20, and occur twice on
    average.

    Examples
    --------
    >>> import pandas as pd
    >>> find_task(pd.Series(["yes", "no"])), find_task(pd.Series([0.1, 0.7, 1.5]))
    ('classification', 'regression')
    """
    import numpy as np
    from pandas.api import types

    if not types.is_numeric_dtype(target.dtype) or types.is_bool_dtype(target.dtype):
        return "classification"
    # Series.nunique would end the process where there is no memory for its table.
    n_distinct = len(np.unique(target.dropna().to_numpy()))
    if n_distinct == 2:
        return "classification"
    few = n_distinct <= min(_MOST_CLASSES, len(target) // 2)
    return "classification" if few and (target % 1 == 0).all() else "regression"


def check_target(target: pd.Series[Any]) -> None:
    """Refuse a target that cannot be learned: one with missing values, or with a single value."""
    rows = find_missing_rows(target)
    if len(rows):
        raise TableError(
            f"Target {target.name!r} is missing in {count(len(rows), 'row')} ({list_rows(list(rows + 1), 3)}). "
            "Leave such rows out with drop_missing_target=True, or fill them in."
        )
    if target.nunique() == 1:
        raise TableError(
            f"Target {target.name!r} has a single value, {target.iloc[0]}: there is nothing to tell apart. "
            "Name another target, or add rows of another class."
        )


def find_missing_rows(target: pd.Series[Any]) -> npt.NDArray[np.intp]:
    """Positions of the rows without a target, counted from 0."""
    return target.isna().to_numpy().nonzero()[0]


def to_labels(target: pd.Series[Any]) -> pd.Series[Any]:
    """Make class labels plain: whole floats become integers, categories their values.

    Examples
    --------
    >>> import pandas as pd
    >>> to_labels(pd.Series([1.0, 2.0])).tolist(), to_labels(pd.Series(["b", "a"], dtype="category")).tolist()
    ([1, 2], ['b', 'a'])
    """
    import pandas as pd
    from pandas.api import types

    if isinstance(target.dtype, pd.CategoricalDtype):
        return target.astype(target.cat.categories.dtype)
    if types.is_float_dtype(target.dtype) and (target % 1 == 0).all():
        return target.astype(int)
    return target


def name_counterpart(name: str) -> str:
    """The name that a class for the other task would have; empty where it is neither a classifier nor a regressor.

    Examples
    --------
    >>> name_counterpart("BaggingClassifier"), name_counterpart("OutlierFilter")
    ('BaggingRegressor', '')
    """
    for ending, other in (("Classifier", "Regressor"), ("Regressor", "Classifier")):
        if name.endswith(ending):
            return name.removesuffix(ending) + other
    return ""
