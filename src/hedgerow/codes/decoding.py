"""From a member's answers to scores of the classes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def score_by_group(member_code: NDArray[np.intp], output: NDArray[np.float64]) -> NDArray[np.float64]:
    """Give each class the member's probability of the group that holds it, and nothing to a class left out.

    With hard answers every class of the predicted group gets one vote, which is Hamming decoding.

    Parameters
    ----------
    member_code : ndarray of shape (n_classes,)
        The member's class of each class, -1 where left out.
    output : ndarray of shape (n_samples, n_symbols)
        The member's probabilities or votes.

    Examples
    --------
    >>> score_by_group(np.array([1, 0, 1, -1]), np.array([[0.2, 0.8]]))
    array([[0.8, 0.2, 0.8, 0. ]])
    """
    return np.where(member_code >= 0, output[:, member_code], 0.0)
