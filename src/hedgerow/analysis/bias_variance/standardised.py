"""Any table as numbers that distances make sense of."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.bias_variance.replicates import LabelledRows
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame, to_pandas
from hedgerow.learners.indicators import Indicators


def stack_rows(tested: LabelledRows, others: LabelledRows | None) -> tuple[NDArray[np.float64], NDArray[Any]]:
    """The tested rows and then all others: their standardised features, and their targets."""
    parts = (tested,) if others is None else (tested, others)
    return standardise(*(part.X for part in parts)), np.concatenate([part.y for part in parts])


def standardise(*tables: Any) -> NDArray[np.float64]:
    """Stack tables, with indicators for categories, each column with mean 0 and variance 1; holes are means.

    Parameters
    ----------
    *tables : arrays, sparse matrices or data frames
        With the same columns.

    Returns
    -------
    ndarray of shape (n_rows, n_columns)

    Examples
    --------
    >>> standardise(np.array([[1.0, 5.0], [3.0, 5.0]]), np.array([[np.nan, 5.0]])).round(3)
    array([[-1.,  0.],
           [ 1.,  0.],
           [ 0.,  0.]])
    """
    if is_frame(tables[0]):
        stacked: Any = pd.concat([to_pandas(table) for table in tables], ignore_index=True)
    else:
        stacked = np.vstack([table.toarray() if hasattr(table, "toarray") else table for table in tables])
    encoding = FeatureEncoding.learn(stacked)
    matrix = encoding.encode(stacked).astype(np.float64)
    if encoding.is_categorical.any():
        matrix = Indicators.learn(matrix, encoding.is_categorical).transform(matrix)
    known = ~np.isnan(matrix)
    n_known = np.maximum(known.sum(axis=0), 1)
    centred = np.where(known, matrix - np.where(known, matrix, 0).sum(axis=0) / n_known, 0)
    spread = np.sqrt((centred**2).sum(axis=0) / n_known)
    return np.asarray(centred / np.where(spread > 0, spread, 1))
