"""Which features matter for which class: the class's values against those of the rest."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike

from hedgerow.foundation.constraints import Count, check
from hedgerow.relevance.discretisation import Discretised
from hedgerow.relevance.labelled_table import read_labelled_table


def class_relevance(
    X: Any, y: ArrayLike, *, n_bins: int | None = None, sample_weight: ArrayLike | None = None
) -> pd.DataFrame:
    r"""Score each feature for each class by how differently its values are spread inside the class and outside.

    .. math:: R(f, k) = \sum_v | P(x(f) = v \mid y = k) - P(x(f) = v \mid y \ne k) |,

    from 0, where the class looks like the rest, to 2, where it shares no value with the rest.

    Parameters
    ----------
    X : array-like or data frame of shape (n_samples, n_features)
        The features; columns of a data frame may hold categories. A missing value is a value of its own.
    y : array-like of shape (n_samples,)
        Class labels.
    n_bins : int or None, default=None
        How numbers become few values: up to so many bins of about the same weight; None for the cuts that shorten
        the description of the classes (Fayyad and Irani 1993), so a column which tells nothing scores 0.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    DataFrame of shape (n_classes, n_features)
        A class that has no rest scores 0.

    See Also
    --------
    contextual_relevance, importance_profile_angle

    Notes
    -----
    Bins let noise score: two samples of the same distribution differ a little in every bin. The cuts are made for all
    classes together; a feature that tells only a rare class apart may be left whole, and bins show it. Numbers are cut
    where that shortens the description of the classes (Fayyad and Irani 1993), or into bins of the same weight; a
    missing value is a value of its own.

    Formula: Rogers 2007, eq. 6.12.

    Cost: O(F N log N).

    References
    ----------
    N. Howe and C. Cardie, Examining locally varying weights for nearest neighbor algorithms, ICCBR 1997, pp. 455-466.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 6.12.

    Examples
    --------
    The scores of a class can be the weights of the distances to its rows, so each class has a metric of its own:

    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> relevance = class_relevance(X, y)
    >>> relevance.round(2)
       sepal length (cm)  sepal width (cm)  petal length (cm)  petal width (cm)
    0               1.64              1.12               2.00              2.00
    1               0.66              0.90               1.74              1.86
    2               1.24              0.44               1.84              1.78
    >>> Z = ((X - X.mean()) / X.std()).to_numpy()
    >>> weights = relevance.loc[y].to_numpy()  # of the known rows
    >>> distances = (weights * (Z[:, None] - Z) ** 2).sum(axis=2)  # from each row to each known row
    >>> np.fill_diagonal(distances, np.inf)
    >>> float((y[distances.argmin(axis=1)].to_numpy() == y).mean()) > 0.95
    True
    """
    check("n_bins", n_bins, Count(2) | None)
    training = read_labelled_table(X, y, sample_weight)
    table, labels, weights, is_categorical = training.X, training.y, training.weights, training.categorical
    if n_bins is None:
        coded = Discretised.by_description_length(table, labels, is_categorical, weights)
    else:
        coded = Discretised.by_quantiles(table, is_categorical, weights, n_bins=n_bins)
    classes = np.asarray(training.classes)
    relevance = np.zeros((len(classes), training.n_features))
    for feature, size in enumerate(coded.sizes):
        cells = np.bincount(
            labels * size + coded.codes[:, feature], weights, minlength=len(classes) * int(size)
        )
        inside = cells.reshape(len(classes), size).astype(np.float64)
        outside = inside.sum(axis=0) - inside
        rows, rest = inside.sum(axis=1, keepdims=True), outside.sum(axis=1, keepdims=True)
        counts = (rows > 0) & (rest > 0)
        shares = np.divide(inside, rows, out=np.zeros_like(inside), where=counts)
        others = np.divide(outside, rest, out=np.zeros_like(inside), where=counts)
        relevance[:, feature] = np.abs(shares - others).sum(axis=1)
    return pd.DataFrame(relevance, index=classes, columns=list(training.names))
