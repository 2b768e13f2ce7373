"""Which features may only raise, or only lower, what a tree predicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.training_set import TrainingSet


def read_directions(monotonic_cst: Any, training: TrainingSet) -> list[int] | None:
    """One of 1, 0 and -1 for each feature; None where no feature is constrained.

    Parameters
    ----------
    monotonic_cst : array-like of shape (n_features,) or mapping
        What a user passed; a mapping goes by the names of columns.
    training : TrainingSet
        What there is to learn from.

    Raises
    ------
    ValueError
        If that does not fit the columns, or the target.

    Examples
    --------
    >>> training = TrainingSet(np.eye(2), np.array([0.5, 1.5]), feature_names=np.array(["age", "sex"]))
    >>> read_directions({"age": -1}, training)
    [-1, 0]
    """
    given = _list_directions(monotonic_cst, training)
    if given.shape != (training.n_features,):
        size = given.shape[0] if given.ndim == 1 else given.shape
        raise ValueError(
            f"monotonic_cst has shape {size} but the input data X has {training.n_features} features. "
            "Pass 1, 0 or -1 for each, or a dict of names"
        )
    if not np.isin(given, (-1, 0, 1)).all():
        raise ValueError(
            f"monotonic_cst must be None or an array-like of -1, 0 or 1, but got {np.unique(given)}"
        )
    directions = given.astype(np.int8)
    if not directions.any():
        return None
    if training.n_classes is not None and training.n_classes > 2:
        raise ValueError(
            "Monotonicity constraints are not supported with multiclass classification: "
            f"none of {training.n_classes} classes is up; leave monotonic_cst=None, or ask about one class at a time"
        )
    ordered = directions.astype(bool) & training.categorical
    if ordered.any():
        raise ValueError(
            f"monotonic_cst gives a direction to column {training.names[int(ordered.argmax())]!r}, whose categories "
            "have no order; make it 0 there, or pass numbers"
        )
    listed: list[int] = directions.tolist()
    return listed


def _list_directions(monotonic_cst: Any, training: TrainingSet) -> NDArray[Any]:
    if not isinstance(monotonic_cst, Mapping):
        return np.asarray(monotonic_cst)
    if training.feature_names is None:
        raise ValueError(
            "monotonic_cst is a dict, and the columns of X have no names; pass a list, or a data frame"
        )
    unknown = [name for name in monotonic_cst if name not in training.names]
    if unknown:
        raise ValueError(
            f"monotonic_cst names {unknown[0]!r}, which is no column of X; its columns are {_list(training)}"
        )
    return np.array([monotonic_cst.get(name, 0) for name in training.names])


def _list(training: TrainingSet) -> str:
    shown = ", ".join(map(repr, training.names[:10]))
    return shown if training.n_features <= 10 else f"{shown}, ..."


def keep_within(values: NDArray[np.float64], limits: NDArray[np.float64]) -> None:
    """Bring what nodes predict between their limits, in place: values, or shares of the second of two classes.

    Shares are made of weights, so they are moved until no rounding is left beyond a limit.

    Parameters
    ----------
    values : ndarray of shape (n_nodes, 3) or (n_nodes, 2)
        Weight, value and impurity; or the weights of two classes.
    limits : ndarray of shape (n_nodes, 2)
        The least and the greatest value.

    Examples
    --------
    >>> weights = np.array([[3.0, 1.0], [1.0, 1.0]])
    >>> keep_within(weights, np.array([[0.5, 1.0], [0.0, 0.25]]))
    >>> weights.tolist()
    [[2.0, 2.0], [1.5, 0.5]]
    """
    if values.shape[1] == 3:
        np.clip(values[:, 1], limits[:, 0], limits[:, 1], out=values[:, 1])
        return
    for end, side in ((0, -1.0), (1, 1.0)):
        limit, whole = limits[:, end], values.sum(axis=1)
        beyond = np.flatnonzero(_excess(values, limit, side) > 0)
        values[beyond, 1] = np.clip(limit[beyond], 0.0, 1.0) * whole[beyond]
        values[beyond, 0] = whole[beyond] - values[beyond, 1]
        while beyond.size:
            beyond = beyond[_excess(values[beyond], limit[beyond], side) > 0]
            values[beyond, 1] = np.nextafter(values[beyond, 1], -side * np.inf)


def _excess(values: NDArray[np.float64], limit: NDArray[np.float64], side: float) -> NDArray[np.float64]:
    """By how much shares exceed a limit, however a prediction computes them."""
    whole = values.sum(axis=1)
    shares = np.stack([values[:, 1] / whole, values[:, 1] * (1.0 / whole)])
    return np.asarray((side * (shares - limit)).max(axis=0))
