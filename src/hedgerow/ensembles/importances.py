"""The members' importances of the features, averaged."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.learners import Members


def average_importances(members: Members, n_features: int) -> NDArray[np.float64]:
    """Mean importance of each feature over the members, scaled to sum to one.

    Raises AttributeError where members have no importances, or have them for transformed features.
    """
    if isinstance(members, CodedMembers):
        return average_importances(members.members, n_features)
    if isinstance(members, ViewedMembers):
        raise AttributeError(
            "the members look at transformed features, which have no importances of their own"
        )
    if hasattr(members, "feature_importances"):
        importances = np.asarray(members.feature_importances(n_features))
    else:
        importances = np.stack([members[index].feature_importances_ for index in range(len(members))])
    mean = importances.mean(axis=0)
    return np.asarray(mean / (mean.sum() or 1.0))
