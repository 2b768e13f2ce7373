"""Which of the two sides of its column each member predicts, and how firmly."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.members import CodedMembers, ViewedMembers
from hedgerow.learners import Members
from hedgerow.learners.adapter import AdaptedMembers


def predict_sides(members: Members, X: NDArray[np.float64]) -> NDArray[np.float64]:
    """Side that each member predicts for each row, (n_members, n_samples): -1 or +1, and 0 for undecided.

    A probability p is the side 2 p - 1. An estimator that has no probabilities but a decision function d, which is one
    at the margin, has the side d, cut to [-1, 1]. One that has neither predicts -1 or +1.
    """
    match members:
        case CodedMembers():
            return predict_sides(members.members, X)
        case ViewedMembers():
            pairs = zip(members.singles, members.tables(X), strict=True)
            return np.concatenate([predict_sides(single, table) for single, table in pairs])
        case AdaptedMembers() if not all(hasattr(each, "predict_proba") for each in members.estimators):
            return np.stack([*map(_predict_side, members.estimators, members.tables(X))])
    chances = members.outputs(X)
    return chances[:, :, 1] - chances[:, :, 0]


def _predict_side(member: Any, X: NDArray[np.float64]) -> NDArray[np.float64]:
    if hasattr(member, "predict_proba") and len(member.classes_) == 2:
        return np.asarray(2.0 * member.predict_proba(X)[:, 1] - 1.0)
    if hasattr(member, "decision_function") and len(member.classes_) == 2:
        return np.clip(np.asarray(member.decision_function(X), np.float64), -1.0, 1.0)
    return 2.0 * np.asarray(member.predict(X), np.float64) - 1.0
