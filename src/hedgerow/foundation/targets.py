"""Targets as a user gives them, one or several, as class codes or values."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import assert_all_finite, check_array, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from hedgerow.foundation.constraints import Word, check
from hedgerow.foundation.frames import is_frame
from hedgerow.foundation.target import find_missing_rows, find_task

TASKS = ("auto", "classification", "regression")
_MOST_VALUE = 1e50  # of a target


def read_target(
    y: Any, task: str, *, needs_contrast: bool = True
) -> tuple[NDArray[Any], NDArray[Any] | None]:
    """Turn a target into class codes and labels, or into values and None.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        Labels of any kind, or numbers.
    task : {"auto", "classification", "regression"}
        What the target is; "auto" looks at it (see `hedgerow.foundation.target.find_task`).
    needs_contrast : bool, default=True
        Whether a target with a single class or value, or with missing labels, is refused.

    Returns
    -------
    codes_or_values : ndarray of shape (n_samples,)
    classes : ndarray of shape (n_classes,) or None

    Examples
    --------
    >>> read_target(["yes", "no", "yes"], "auto")
    (array([1, 0, 1]), array(['no', 'yes'], dtype='<U3'))
    >>> read_target([1, 0, 1], "regression")
    (array([1., 0., 1.]), None)
    """
    check("task", task, Word(*TASKS))
    target = column_or_1d(y, warn=True)
    if needs_contrast or task == "auto":
        task = _look_at_target(target, task)
    if task == "classification":
        assert_all_finite(target, input_name="y")
        try:
            check_classification_targets(target)
            classes, codes = np.unique(target, return_inverse=True)
        except TypeError as error:
            raise TypeError(
                "y holds labels of several types, which cannot be sorted; make all of them text, or all numbers"
            ) from error
        if needs_contrast and len(classes) < 2:
            raise ValueError(f"y has one class only, {classes[0]!r}: no feature can matter to it")
        return codes, classes
    values = check_array(target, ensure_2d=False, dtype=np.float64, input_name="y")
    check_values(values)
    if needs_contrast and values.min() == values.max():
        raise ValueError(f"y has one value only, {values[0]:g} (n_samples={values.size}): nothing to predict")
    return values, None


def has_several_columns(y: Any) -> bool:
    """Whether a target has more than one column.

    Examples
    --------
    >>> has_several_columns([[0, 1], [1, 1]]), has_several_columns([[0], [1]]), has_several_columns([0, 1])
    (True, False, False)
    """
    shape: Any = getattr(y, "shape", None)
    if shape is None:
        first = y[0] if isinstance(y, list | tuple) and len(y) else None
        shape = (len(y), len(first)) if isinstance(first, list | tuple | np.ndarray) else ()
    return len(shape) == 2 and shape[1] > 1


def read_several_targets(y: Any, task: str) -> tuple[NDArray[Any], tuple[NDArray[Any], ...] | None]:
    """Turn several targets into class codes and the labels of each, or into values and None.

    Parameters
    ----------
    y : array-like or data frame of shape (n_samples, n_targets)
        Labels of any kind, or numbers.
    task : {"classification", "regression"}
        What all of them are.

    Returns
    -------
    codes_or_values : ndarray of shape (n_samples, n_targets)
    classes : tuple of ndarray, or None

    Examples
    --------
    >>> read_several_targets([["yes", "low"], ["no", "high"]], "classification")
    (array([[1, 1],
           [0, 0]]), (array(['no', 'yes'], dtype='<U4'), array(['high', 'low'], dtype='<U4')))
    """
    if task == "regression":
        values = check_array(y, dtype=np.float64, input_name="y")
        check_values(values)
        return np.ascontiguousarray(values), None
    if is_frame(y):
        columns = [np.asarray(y[name]) for name in y.columns]
    else:
        columns = [*check_array(y, dtype=None, input_name="y").T]
    read = [read_target(column, task, needs_contrast=False) for column in columns]
    return np.stack([codes for codes, _ in read], axis=1), tuple(classes for _, classes in read)  # type: ignore[misc]


def check_values(values: NDArray[np.float64]) -> None:
    """Refuse values to predict whose squares cannot be summed.

    Raises
    ------
    ValueError
        If the largest is beyond 1e50, or none is beyond 1e-50 and not all are 0.
    """
    largest = np.abs(values).max(initial=0.0)
    if largest > _MOST_VALUE or 0 < largest < 1 / _MOST_VALUE:
        raise ValueError(
            f"y holds {largest:g} and nothing larger, and only values from 1e-50 to 1e50 can be squared and added; "
            "use another unit for y"
        )


def _look_at_target(target: NDArray[Any], task: str) -> Literal["classification", "regression"]:
    """Find the task, and refuse missing labels with a sentence that says where they are."""
    import pandas as pd

    assert_all_finite(target, input_name="y")
    column = pd.Series(target)
    missing = find_missing_rows(column)
    if missing.size:
        raise ValueError(
            f"y is missing in {missing.size} of {target.size} rows, first in row {missing[0]}; leave such rows out"
        )
    return find_task(column) if task == "auto" else task  # type: ignore[return-value]
