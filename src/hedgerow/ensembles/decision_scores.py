"""What members that have a `decision_function` say together: the mean of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.prediction import split_rows
from hedgerow.foundation.threads import map_in_threads
from hedgerow.learners.adapter import AdaptedMembers


def average_decisions(
    members: AdaptedMembers,
    X: Any,
    classes: NDArray[Any],
    n_jobs: int | None,
    parameters: Mapping[str, Any],
) -> NDArray[np.float64]:
    """Mean of the decision functions of the members, block of rows by block of rows.

    Parameters
    ----------
    members : AdaptedMembers
        Members that learned class codes.
    X : ndarray or sparse matrix of shape (n_samples, n_features)
        The rows.
    classes : ndarray of shape (n_classes,)
        The labels of the codes, for messages.
    n_jobs : int or None
        Number of threads; it does not change the result.
    parameters : mapping of str to object
        What the decision functions are given beside the rows; with any, the rows stay together.

    Raises
    ------
    ValueError
        If a member has seen some of the classes only, since it has no score for the others.
    """
    for index, member in enumerate(members.estimators):
        unseen = sorted(set(range(len(classes))) - set(np.asarray(member.classes_).tolist()))
        if unseen:
            raise ValueError(
                f"member {index} has seen no row of class {classes[unseen[0]]!r}, so it has no score for it; "
                "use predict_proba, or let members see more rows"
            )
    if parameters:
        return _average_block(members, X, parameters)
    calls = [(members, X[block], parameters) for block in split_rows(X.shape[0], len(members))]
    return np.concatenate(list(map_in_threads(_average_block, calls, n_jobs)))


def _average_block(members: AdaptedMembers, X: Any, parameters: Mapping[str, Any]) -> NDArray[np.float64]:
    tables = members.tables(X)
    scores = (
        member.decision_function(table, **parameters)
        for member, table in zip(members.estimators, tables, strict=True)
    )
    return np.asarray(sum(scores) / len(members))
