"""Columns that a transformer was told of, by their names or by their numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.wording import suggest


def find_columns(
    columns: Iterable[Any], names: NDArray[Any] | None, n_features: int, parameter: str
) -> NDArray[np.intp]:
    """Find the places of columns.

    Parameters
    ----------
    columns : iterable of str or int
        Names, or numbers counted from 0.
    names : ndarray of shape (n_features,) or None
        The names, where the columns have any.
    n_features : int
        How many columns there are.
    parameter : str
        What the columns were passed as, for the message.

    Examples
    --------
    >>> find_columns(["age", 0], np.array(["disc", "age"]), 2, "covariates")
    array([1, 0])
    """
    known = {} if names is None else {name: place for place, name in enumerate(names)}
    places = []
    for column in columns:
        if isinstance(column, int | np.integer):
            if not -n_features <= int(column) < n_features:
                raise ValueError(
                    f"{parameter} names column {column}, but there are {n_features}, counted from 0"
                )
            places.append(int(column) % n_features)
        elif column in known:
            places.append(known[column])
        elif names is None:
            raise ValueError(
                f"{parameter} names the column {column!r}, but the columns have no names; pass a data frame, or numbers"
            )
        else:
            raise ValueError(
                f"{parameter} names the column {column!r}, which is not there. {suggest(str(column), known)}"
            )
    return np.array(places, np.intp)


def name_columns(estimator: Any, input_features: Any = None) -> list[str]:
    """Name the columns that a fitted transformer takes; x0, x1, ... where they have no names.

    Parameters
    ----------
    estimator : transformer
        Which was fitted.
    input_features : array-like of str, default=None
        Names to use; they must be those of `fit`, where those had any.

    Examples
    --------
    >>> from sklearn.preprocessing import StandardScaler
    >>> name_columns(StandardScaler().fit([[1.0, 2.0]]))
    ['x0', 'x1']
    """
    known = getattr(estimator, "feature_names_in_", None)
    if input_features is None:
        return [f"x{place}" for place in range(estimator.n_features_in_)] if known is None else list(known)
    given = list(np.asarray(input_features, dtype=object))
    if known is not None and given != list(known):
        raise ValueError("input_features is not equal to feature_names_in_, the names that fit saw")
    if len(given) != estimator.n_features_in_:
        raise ValueError(
            f"input_features should have length equal to number of features ({estimator.n_features_in_}), "
            f"got {len(given)}"
        )
    return given
