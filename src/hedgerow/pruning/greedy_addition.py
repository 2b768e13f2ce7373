"""Add the member that helps most, again and again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.pruning.committee_errors import CommitteeEvaluator
from hedgerow.search.sequential import Additions


def climb(
    evaluator: CommitteeEvaluator,
    start: NDArray[np.intp],
    n_steps: int,
    *,
    candidates: NDArray[np.bool_] | None = None,
    replace: bool = True,
) -> NDArray[np.intp]:
    """Let members join a committee one by one, each time the one with which it errs least.

    The new error of every candidate is found in one operation on arrays, from the sums of the votes so far.

    Parameters
    ----------
    evaluator : CommitteeEvaluator
        What makes a committee good. Of equally good candidates the first joins.
    start : ndarray
        Members that are there from the beginning.
    n_steps : int
        How many join; fewer where no candidate is left.
    candidates : ndarray of bool of shape (n_members,), default=None
        Who may join; None for all.
    replace : bool, default=True
        Whether a member may join again, so it counts twice.

    Returns
    -------
    ndarray
        The members in the order in which they joined, the first ones first.

    Examples
    --------
    >>> from hedgerow import Outputs
    >>> from hedgerow.pruning.committee_errors import make_evaluator
    >>> said = ["10000011", "00101111", "01011100", "11000101", "10001010"]
    >>> outputs = Outputs.from_predictions([list(answers) for answers in said], truth=list("00001111"))
    >>> climb(make_evaluator(outputs), np.array([], dtype=int), n_steps=5)
    array([1, 1, 0, 2, 0])
    """
    counts = np.bincount(start, minlength=evaluator.outputs.n_members)
    search = Additions(len(counts), start.tolist(), candidates=candidates, replace=replace)
    for _ in range(n_steps):
        members = search.ask()
        if not members.size:
            break
        errors = evaluator.adding(counts).round(12)[members]
        counts[search.tell(-np.where(np.isnan(errors), np.inf, errors))] += 1
    return np.array(search.order, dtype=np.intp)
