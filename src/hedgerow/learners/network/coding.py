"""What networks read and say: inputs on one scale, classes as targets, and outputs as probabilities of the classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, standardise, to_units
from hedgerow.learners.network.layers import Array, Stacked

_ROUNDING = 1e-10  # a spread that is smaller, beside the values, is none


@dataclass(frozen=True, eq=False)
class InputScaling(Stacked):
    """Which columns each network sees, and what they are brought to mean 0 and standard deviation 1 by.

    Attributes
    ----------
    columns : ndarray of shape (n_networks, n_inputs)
        The columns that each network sees.
    centre, spread : ndarray of shape (n_networks, n_inputs)
        Mean and standard deviation of those columns in the rows that the network learns from.
    """

    columns: NDArray[np.intp]
    centre: Array
    spread: Array

    @classmethod
    def learn(cls, X: Array, weights: Array, columns: NDArray[np.intp]) -> Self:
        """Read the scales off the rows, each as often as it counts; missing values do not count.

        Parameters
        ----------
        X : ndarray of shape (n_rows, n_columns)
            The rows.
        weights : ndarray of shape (n_networks, n_rows)
            How often, or how strongly, each network sees each row.
        columns : ndarray of shape (n_networks, n_inputs)
            The columns that each network sees.

        Examples
        --------
        >>> X = np.array([[0.0, 5.0], [4.0, 5.0], [9.0, np.nan]])
        >>> standing = InputScaling.learn(X, weights=np.array([[1.0, 1.0, 0.0]]), columns=np.array([[0, 1]]))
        >>> standing.place(X)[0]
        array([[-1. ,  0. ,  1. ],
               [ 1. ,  0. ,  1. ],
               [ 3.5,  0. ,  1. ]])
        """
        moments = [_find_moments(X[:, chosen], line) for chosen, line in zip(columns, weights, strict=True)]
        centre, spread = (np.stack(part) for part in zip(*moments, strict=True))
        return cls(columns, centre, spread)

    def place(self, X: Array) -> Array:
        """The inputs of each network, (n_networks, n_rows, n_inputs + 1), with ones as the last column.

        A missing value lies at the mean.
        """
        rows = np.ones((len(self.columns), len(X), self.columns.shape[1] + 1))
        for number, chosen in enumerate(self.columns):
            rows[number, :, :-1] = standardise(X[:, chosen], self.centre[number], self.spread[number])
        rows[np.isnan(rows)] = 0.0
        return rows


def _find_moments(X: Array, weights: Array) -> tuple[Array, Array]:
    """Weighted mean and standard deviation of each column; 1 where it does not vary."""
    units = find_units(X)
    X, is_known = to_units(X, units), ~np.isnan(X)
    totals = weights @ is_known
    totals = np.where(totals > 0, totals, 1.0)
    centre = weights @ np.where(is_known, X, 0.0) / totals
    apart = np.where(is_known, X - centre, 0.0)
    centre = centre + weights @ apart / totals  # once more, for columns that lie far from zero
    apart = np.where(is_known, X - centre, 0.0)
    spread = np.sqrt(weights @ apart**2 / totals)
    varies = spread > _ROUNDING * np.abs(centre)
    return from_units(centre, units), np.where(varies, spread_from_units(spread, units), 1.0)


def code_classes(codes: NDArray[np.integer], n_classes: int) -> Array:
    """Targets of the outputs: 1 for the class, -1 for the others.

    Parameters
    ----------
    codes : ndarray of shape (n_rows,)
        Class codes.
    n_classes : int
        Number of classes; two share one output, which is 1 for the second.

    Returns
    -------
    ndarray of shape (n_rows, n_outputs)

    Examples
    --------
    >>> code_classes(np.array([0, 2]), 3)
    array([[ 1., -1., -1.],
           [-1., -1.,  1.]])
    >>> code_classes(np.array([0, 1]), 2).ravel()
    array([-1.,  1.])
    """
    classes = np.arange(n_classes) if n_classes > 2 else np.array([1])
    return np.where(codes[:, None] == classes, 1.0, -1.0)


def read_outputs(outputs: Array, n_classes: int) -> Array:
    """Probabilities that are nearest to the outputs.

    The output of a class that has the probability p is 2 p - 1 in the mean, so outputs say (o + 1) / 2. These are
    estimates, which need not be probabilities; the nearest point of the simplex is. It has the same order of the
    classes, except that those which are far behind are all at 0. For two classes that is to cut off at 0 and 1.

    Parameters
    ----------
    outputs : ndarray of shape (..., n_outputs)
        What the networks say.
    n_classes : int
        Number of classes.

    Returns
    -------
    ndarray of shape (..., n_classes)

    Examples
    --------
    >>> read_outputs(np.array([[0.5], [1.5]]), 2)
    array([[0.25, 0.75],
           [0.  , 1.  ]])
    >>> read_outputs(np.array([[0.9, 0.3, -1.4]]), 3).round(2)
    array([[0.65, 0.35, 0.  ]])
    """
    if n_classes == 1:
        return np.ones((*outputs.shape[:-1], 1))
    if n_classes == 2:
        second = np.clip((outputs + 1) / 2, 0, 1)
        return np.concatenate([1 - second, second], axis=-1)
    said = (outputs + 1) / 2
    # Those above a threshold keep what they have above it; it is where that sums to one.
    falling = -np.sort(-said, axis=-1)
    thresholds = (falling.cumsum(axis=-1) - 1) / np.arange(1, n_classes + 1)
    last = (falling > thresholds).sum(axis=-1, keepdims=True) - 1
    return np.maximum(said - np.take_along_axis(thresholds, last, axis=-1), 0)
