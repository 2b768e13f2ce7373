"""Classes as targets of a network's outputs, and outputs as probabilities of the classes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.network.layers import Array


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
