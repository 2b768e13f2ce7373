"""Scores of labels from scores of sets of labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def score_groups(scores: ArrayLike, membership: ArrayLike) -> NDArray[np.float64]:
    r"""Score each label by the scores of the classes that hold it, :math:`G = F M / K`.

    With one class for each set of labels that occurs together, an ECOC of the sets answers questions about labels:
    Smith and Windeatt find single facial action units by it. The scores of a rare label are small; Platt scaling
    makes probabilities of them.

    Parameters
    ----------
    scores : array-like of shape (n_samples, n_classes)
        Scores of the classes, such as `ECOCClassifier.decision_function` gives.
    membership : array-like of shape (n_classes, n_labels)
        Whether a class holds a label: 0 and 1.

    Returns
    -------
    ndarray of shape (n_samples, n_labels)

    References
    ----------
    R. Smith and T. Windeatt, "Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers", SUEMA (2010).

    Examples
    --------
    >>> score_groups([[0.9, 0.6, 0.3]], [[1, 0], [1, 1], [0, 1]]).round(2)
    array([[0.5, 0.3]])
    """
    by_class, holds = np.asarray(scores, np.float64), np.asarray(membership, np.float64)
    if by_class.ndim != 2 or holds.ndim != 2 or by_class.shape[1] != len(holds):
        raise ValueError(
            f"scores have shape {by_class.shape} and membership {holds.shape}; pass (n_samples, n_classes) and "
            "(n_classes, n_labels)"
        )
    if not np.isin(holds, (0.0, 1.0)).all():
        raise ValueError(
            "membership says with 0 and 1 whether a class holds a label; it has other numbers in it"
        )
    return by_class @ holds / len(holds)
