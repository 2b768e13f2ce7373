"""A table and its classes, as functions read them that fit no estimator."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils import check_consistent_length

from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.training_set import TrainingSet, read_target, read_weights


def read_labelled_table(X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> TrainingSet:
    """Read features of any kind, class labels and weights.

    Parameters
    ----------
    X : array-like or data frame of shape (n_samples, n_features)
        The features; values may be missing.
    y : array-like of shape (n_samples,)
        Class labels.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    TrainingSet

    Examples
    --------
    >>> import pandas as pd
    >>> training = read_labelled_table(pd.DataFrame({"size": [1.5, 2.5], "color": ["red", None]}), ["no", "yes"])
    >>> training.names, training.categorical, training.y
    (('size', 'color'), array([False,  True]), array([0, 1]))
    """
    encoding = FeatureEncoding.learn(X)
    table = np.asarray(encoding.encode(X), dtype=np.float64)
    if np.isinf(table).any():
        raise ValueError("X holds infinite values; replace them by NaN or by a large number")
    check_consistent_length(table, y)
    labels, classes = read_target(y, "classification", needs_contrast=False)
    names = None if encoding.names is None else np.array(encoding.names, dtype=object)
    weights = read_weights(sample_weight, len(table))
    return TrainingSet(table, labels, weights, classes, encoding.is_categorical, names)
