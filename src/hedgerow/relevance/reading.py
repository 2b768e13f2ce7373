"""A table and its classes, as the filters read them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import assert_all_finite, check_consistent_length, column_or_1d
from sklearn.utils.multiclass import check_classification_targets

from hedgerow.foundation.encoding import FeatureEncoding


def read_columns(X: Any) -> tuple[NDArray[np.float64], tuple[str, ...], NDArray[np.bool_]]:
    """Numbers and category codes, the names of the columns, and which of them are categories.

    Parameters
    ----------
    X : array-like or data frame of shape (n_samples, n_features)
        The features; values may be missing.

    Examples
    --------
    >>> import pandas as pd
    >>> read_columns(pd.DataFrame({"size": [1.5, 2.5], "color": ["red", None]}))
    (array([[1.5, 0. ], [2.5, nan]]), ('size', 'color'), array([False,  True]))
    """
    encoding = FeatureEncoding.learn(X)
    table = np.asarray(encoding.encode(X), dtype=np.float64)
    if np.isinf(table).any():
        raise ValueError("X holds infinite values; replace them by NaN or by a large number")
    names = encoding.names or tuple(f"x{feature}" for feature in range(table.shape[1]))
    return table, names, encoding.is_categorical


def read_classes(y: Any, n_samples: int) -> tuple[NDArray[np.intp], NDArray[Any]]:
    """Class codes of the rows, and the labels.

    Examples
    --------
    >>> read_classes(["no", "yes", "no"], n_samples=3)
    (array([0, 1, 0]), array(['no', 'yes'], dtype='<U3'))
    """
    target = column_or_1d(y, warn=True)
    if len(target) != n_samples:
        check_consistent_length(np.empty(n_samples), target)
    assert_all_finite(target, input_name="y")
    check_classification_targets(target)
    classes, labels = np.unique(target, return_inverse=True)
    return labels, classes
