"""From `max_samples` to a number of draws."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Multiple, check

SIZES = Count() | Multiple() | None


def count_draws(
    max_samples: int | float | None, n_samples: int, sample_weight: NDArray[np.float64] | None = None
) -> int:
    """Count the rows to draw, by the rules of scikit-learn 1.9.

    Parameters
    ----------
    max_samples : int, float or None
        None draws `n_samples` rows, an int that many, a float that fraction (rounded down, at least 1) of
        the rows or, with weights, of the sum of the weights, so integer weights act like repeated rows.
    n_samples : int
        Number of rows of the table.
    sample_weight : ndarray of shape (n_samples,) or None
        Weights of the rows.

    Examples
    --------
    >>> count_draws(None, 10), count_draws(4, 10), count_draws(0.632, 10)
    (10, 4, 6)
    """
    if max_samples is None:
        return n_samples
    check("max_samples", max_samples, SIZES)
    if not isinstance(max_samples, float | np.floating):
        return int(max_samples)
    total = float(n_samples if sample_weight is None else sample_weight.sum())
    n_draws = max(int(max_samples * total), 1)
    if sample_weight is not None and n_draws < min(10, n_samples):
        warnings.warn(
            f"Using the fractional value max_samples={max_samples} when the total sum of sample weights is {total:g} "
            f"results in a low number ({n_draws}) of bootstrap samples. We recommend passing `max_samples` as an "
            "integer, or weights that count rows.",
            stacklevel=2,
        )
    return n_draws
