"""The members' importances of the features, averaged."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.learners import Members
from hedgerow.views.transform_cache import TransformCache

_MOST_CELLS = 2**22  # of the unit vectors that are transformed at a time, 32 MiB


def average_importances(members: Members, n_features: int) -> NDArray[np.float64]:
    """Mean importance of each feature over the members, scaled to sum to one.

    Where members look at orthonormal mixtures z_j = sum_f a_jf x_f of the features, the importance of z_j is shared out
    by the squares of its loadings, which sum to one: I(x_f) = sum_j a_jf^2 I(z_j).

    Raises AttributeError where members have no importances, or have them for other transforms of the features.
    """
    if isinstance(members, CodedMembers):
        return average_importances(members.members, n_features)
    if isinstance(members, ViewedMembers):
        mean = _hand_back(members, n_features)
    else:
        mean = _read_importances(members, n_features).mean(axis=0)
    return np.asarray(mean / (mean.sum() or 1.0))


def _read_importances(members: Members, n_features: int) -> NDArray[np.float64]:
    if hasattr(members, "feature_importances"):
        return np.asarray(members.feature_importances(n_features))
    return np.stack([members[index].feature_importances_ for index in range(len(members))])


def _hand_back(members: ViewedMembers, n_features: int) -> NDArray[np.float64]:
    """Sum of the importances that the members give to their mixtures, shared out to the features in them."""
    if not all(getattr(view, "orthonormal", False) for view in members.views):
        raise AttributeError(
            "the members look at transformed features, whose importances cannot be shared out to the features"
        )
    n_columns = n_features if members.indicators is None else int(members.indicators.widths.sum())
    total, size = np.zeros(n_columns), max(1, _MOST_CELLS // max(n_columns, 1))
    for first in range(0, n_columns, size):
        block = slice(first, min(first + size, n_columns))
        cache = TransformCache(np.eye(block.stop - first, n_columns, first))
        for single, view in zip(members.singles, members.views, strict=True):
            loadings = cache.transform(view)  # what each unit vector becomes: (n_units, n_mixtures)
            total[block] += loadings**2 @ _read_importances(single, loadings.shape[1])[0]
    return total if members.indicators is None else members.indicators.sum_columns(total)
