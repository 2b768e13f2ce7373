"""How much each feature tells about the target when the features found are known."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.causal.independence.protocol import IndependenceTest


def score_given_kept(
    test: IndependenceTest, target: int, kept: list[int]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Information and p-value of each feature, given the features that were kept, but for itself.

    Where the rows do not suffice to know all of them, the weakest are left out, one after another.

    Parameters
    ----------
    test : IndependenceTest
        The test.
    target : int
        The target; the features are the variables before it.
    kept : list of int
        The features to condition on.

    Returns
    -------
    strength : ndarray of shape (n_features,)
        Conditional mutual information in bits.
    p_values : ndarray of shape (n_features,)
        P-values; NaN where the test has none, or the rows do not suffice for any test.
    """
    features = np.arange(target)
    alone = test.measure(features, target)
    order = sorted(kept, key=lambda feature: (-alone.strength[feature], feature))
    strength, p_values = alone.strength.copy(), alone.p_values.copy()
    others = np.setdiff1d(features, kept)
    for asked, known in [
        (others, order),
        *((np.array([one]), [o for o in order if o != one]) for one in kept),
    ]:
        left = asked
        for n_known in range(len(known), 0, -1):
            if left.size == 0:
                break
            dependence = test.measure(left, target, known[:n_known])
            tested = left[dependence.is_tested]
            strength[tested] = dependence.strength[dependence.is_tested]
            p_values[tested] = dependence.p_values[dependence.is_tested]
            left = left[~dependence.is_tested]
    return strength, p_values
