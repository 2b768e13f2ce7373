"""How sure is a mean of folds? Standard errors and intervals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from hedgerow.foundation.constraints import Count, Number, check


def standard_error(scores: ArrayLike, *, test_to_train: float = 0.0) -> Any:
    """Standard error of the mean of repeated scores.

    ``sqrt((1/J + n_test/n_train) s^2)`` for J scores with the variance s^2. Training sets that overlap make the
    scores alike; the second term, which does not shrink with more repeats, accounts for it (Nadeau & Bengio
    2003). With 0 it is the textbook ``sqrt(s^2 / J)`` that tables print.

    Parameters
    ----------
    scores : array-like of shape (n_scores,) or (n_scores, ...)
        Scores, or differences of scores, along the first axis; two or more.
    test_to_train : float, default=0.0
        Test rows for each training row: 1/9 in 10-fold cross-validation.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> round(standard_error([0.8, 0.9, 0.7]), 4), round(standard_error([0.8, 0.9, 0.7], test_to_train=0.5), 4)
    (0.0577, 0.0913)
    """
    values = np.asarray(scores, dtype=np.float64)
    if values.ndim == 0 or len(values) < 2:
        raise ValueError("two scores are the least for a spread")
    error = np.sqrt((1 / len(values) + test_to_train) * values.var(axis=0, ddof=1))
    return error if error.ndim else float(error)


def interval_half_width(scores: ArrayLike, *, confidence: float = 0.95, test_to_train: float = 0.0) -> Any:
    """Half of the two-tailed t interval of the mean of repeated scores.

    Parameters
    ----------
    scores : array-like of shape (n_scores,) or (n_scores, ...)
        Scores along the first axis; two or more.
    confidence : float, default=0.95
        Confidence of the interval.
    test_to_train : float, default=0.0
        Test rows for each training row. 0 gives the interval that papers print after "+-" for the folds of a
        cross-validation, which is too narrow, because folds share their training rows.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> round(interval_half_width([0.8, 0.9, 0.7]), 4)
    0.2484
    """
    n_scores = len(np.asarray(scores))
    error = standard_error(scores, test_to_train=test_to_train)
    return error * float(stats.t.isf((1 - confidence) / 2, n_scores - 1))


def binomial_standard_error(error: float, n_test: int) -> float:
    """Standard error of an error rate on one test set, ``sqrt(E (1-E) / n)``.

    Parameters
    ----------
    error : float
        Share of wrong answers.
    n_test : int
        Rows of the test set.

    Returns
    -------
    float

    Examples
    --------
    >>> round(binomial_standard_error(0.106, 20_000), 8)
    0.00217674
    """
    check("error", error, Number(0, 1))
    check("n_test", n_test, Count())
    return math.sqrt(error * (1 - error) / n_test)
