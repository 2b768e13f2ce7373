"""Predictions of members for the rows that evaluate them."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.base import Ensemble
from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.foundation.training_set import read_rows
from hedgerow.outputs import Outputs
from hedgerow.trees.grower import TreeMembers


def predict_rows(
    ensemble: Any,
    X: Any,
    y: NDArray[Any],
    sample_weight: NDArray[np.float64] | None = None,
    *,
    soft: bool = False,
    n_jobs: int | None = None,
) -> Outputs:
    """Predict with the members of a fitted ensemble; without probabilities where trees of hedgerow only vote.

    Parameters
    ----------
    ensemble : estimator
        A fitted ensemble.
    X, y, sample_weight : array-like
        Rows, the truth about them, and their weights. The ensemble knows all classes of y.
    soft : bool, default=False
        Whether probabilities are needed.
    n_jobs : int or None, default=None
        Threads.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> sample = datasets.make_simple(random_state=0)
    >>> predict_rows(RandomForestClassifier(5).fit(sample.X, sample.y), sample.X, sample.y)
    <Outputs: 5 members, 300 rows, 2 classes>
    """
    members = ensemble.members_ if isinstance(ensemble, Ensemble) else None
    classes = getattr(ensemble, "classes_", None)
    if soft or classes is None or not isinstance(members, TreeMembers):
        return Outputs.from_estimator(
            ensemble, X, y, sample_weight=sample_weight, probabilities=soft, n_jobs=n_jobs
        )
    forest = members.forest
    class_of = forest.values.argmax(axis=1).astype(np.min_scalar_type(len(classes) - 1))
    table = read_rows(ensemble, X)
    answers = np.empty((len(forest), len(y)), class_of.dtype)

    def ask(rows: slice) -> None:
        leaves = forest.apply(table[rows])
        answers[:, rows] = class_of[leaves.T + forest.starts[:-1, None]]

    list(map_in_threads(ask, [(rows,) for rows in _part(len(y), count_threads(n_jobs))], n_jobs))
    truth = np.searchsorted(classes, y).astype(class_of.dtype)
    return Outputs(
        answers, classes, truth, weights=ensemble.combination_weights_, sample_weight=sample_weight
    )


def _part(n_rows: int, n_parts: int) -> list[slice]:
    edges = np.linspace(0, n_rows, n_parts + 1).astype(int)
    return [slice(start, stop) for start, stop in pairwise(edges.tolist()) if stop > start]
