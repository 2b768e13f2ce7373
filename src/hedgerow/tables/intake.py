"""What a user passes to an ensemble becomes arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import assert_all_finite, check_array, column_or_1d, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import validate_data

from hedgerow.tables import FeatureEncoding
from hedgerow.tables.frames import is_frame
from hedgerow.tables.suggestions import suggest
from hedgerow.tables.target import find_missing_rows, find_task

TASKS = ("auto", "classification", "regression")


def learn_encoding(X: Any) -> FeatureEncoding | None:
    """How a data frame with categories becomes numbers; None where X is numbers already."""
    if not is_frame(X):
        return None
    encoding = FeatureEncoding.learn(X)
    return encoding if encoding.is_categorical.any() else None


def read_features(
    ensemble: Any, X: Any, encoding: FeatureEncoding | None, *, y: Any = "no_validation", reset: bool
) -> Any:
    """Read the matrix of features: finite, and without missing values unless the learner's tags allow them.

    Missing categories are left to the learner, since an indicator column can express them.
    """
    tags = get_tags(ensemble).input_tags
    if encoding is not None:
        validate_data(ensemble, X, y, reset=reset, skip_check_array=True)
        return check_array(
            encoding.encode(X), ensure_all_finite="allow-nan", estimator=ensemble, input_name="X"
        )
    if y is None:
        validate_data(ensemble, X, y, reset=reset, skip_check_array=True)  # raises: a target is needed
    return validate_data(
        ensemble,
        X,
        reset=reset,
        dtype=[np.float64, np.float32],
        accept_sparse="csr" if tags.sparse else False,
        ensure_all_finite="allow-nan" if tags.allow_nan else True,
    )


def read_weights(sample_weight: Any, n_samples: int) -> NDArray[np.float64] | None:
    """Weights of the rows: one each, finite, not negative, not all zero.

    Examples
    --------
    >>> read_weights([1, 2], n_samples=2)
    array([1., 2.])
    """
    if sample_weight is None:
        return None
    weights: NDArray[np.float64] = check_array(
        sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
    )
    if weights.shape != (n_samples,):
        raise ValueError(
            f"sample_weight has shape {weights.shape}; pass one weight for each of the {n_samples} rows"
        )
    if weights.min() < 0:
        raise ValueError(f"sample_weight holds {weights.min():g}; weights must not be negative")
    if not weights.any():
        raise ValueError("sample_weight is zero for every row; give at least one row a positive weight")
    return weights


def read_target(y: Any, task: str) -> tuple[NDArray[Any], NDArray[Any] | None]:
    """Turn a target into class codes and labels, or into values and None.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        Labels of any kind, or numbers.
    task : {"auto", "classification", "regression"}
        What the target is; "auto" looks at it (see `hedgerow.tables.target.find_task`).

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
    import pandas as pd

    if task not in TASKS:
        raise ValueError(f"task={task!r} is not known. {suggest(str(task), TASKS)}")
    target = column_or_1d(y, warn=True)
    assert_all_finite(target, input_name="y")
    column = pd.Series(target)
    missing = find_missing_rows(column)
    if missing.size:
        raise ValueError(
            f"y is missing in {missing.size} of {target.size} rows, first in row {missing[0]}; leave such rows out"
        )
    if (find_task(column) if task == "auto" else task) == "classification":
        check_classification_targets(target)
        classes, codes = np.unique(target, return_inverse=True)
        if len(classes) < 2:
            raise ValueError(f"y has one class only, {classes[0]!r}: no feature can matter to it")
        return codes, classes
    values = target.astype(np.float64)
    if values.min() == values.max():
        raise ValueError(f"y has one value only, {values[0]:g} (n_samples={values.size}): nothing to predict")
    return values, None
