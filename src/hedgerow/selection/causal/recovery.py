"""How well a selection recovers a Markov blanket that is known."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike


class BlanketRecovery(NamedTuple):
    """Shares of what was rightly kept and rightly left out, and the distance from doing both perfectly."""

    sensitivity: float
    specificity: float
    distance: float


def blanket_recovery(support: ArrayLike, blanket: ArrayLike) -> BlanketRecovery:
    """Compare a selection with the true blanket.

    The sensitivity is the share of the blanket that was kept, the specificity the share of the other features that were
    not. The distance is sqrt((1 - sensitivity)^2 + (1 - specificity)^2): 0 is perfect.

    Parameters
    ----------
    support : array-like of bool of shape (n_features,)
        What was kept.
    blanket : array-like of bool of shape (n_features,) or array-like of int
        The true blanket, as a mask or as numbers of features.

    Returns
    -------
    BlanketRecovery
        An empty blanket is recovered completely, and so is one that leaves no other feature.

    References
    ----------
    H. Deng, S. Davila, G. Runger and E. Tuv, "Learning Markov blankets for continuous or discrete networks via feature
    selection", SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> blanket_recovery([True, True, False, False, True], [0, 1, 2]).sensitivity
    0.6666666666666666
    """
    kept = np.asarray(support)
    if kept.ndim != 1 or kept.dtype != np.bool_:
        raise ValueError(f"support must be a mask, one bool for each feature, not {support!r}")
    truth = np.asarray(blanket)
    if truth.dtype == np.bool_ and truth.shape != kept.shape:
        raise ValueError(
            f"blanket has shape {truth.shape} and support {kept.shape}; pass masks of the same features"
        )
    if truth.dtype != np.bool_:
        numbers = truth.astype(np.intp)
        if numbers.size and not 0 <= numbers.min() <= numbers.max() < kept.size:
            raise ValueError(
                f"blanket holds numbers from {numbers.min()} to {numbers.max()} of {kept.size} features"
            )
        truth = np.isin(np.arange(kept.size), numbers)
    sensitivity = float(kept[truth].mean()) if truth.any() else 1.0
    specificity = float((~kept[~truth]).mean()) if not truth.all() else 1.0
    return BlanketRecovery(sensitivity, specificity, float(np.hypot(1.0 - sensitivity, 1.0 - specificity)))
