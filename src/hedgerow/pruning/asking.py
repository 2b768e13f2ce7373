"""What members say about rows that are to judge them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.base import Ensemble
from hedgerow.outputs import Outputs
from hedgerow.trees.growth import TreeMembers


def ask_about(
    ensemble: Any,
    X: Any,
    y: NDArray[Any],
    sample_weight: NDArray[np.float64] | None = None,
    *,
    soft: bool = False,
    n_jobs: int | None = None,
) -> Outputs:
    """Ask the members of a fitted ensemble; trees of hedgerow that only vote are not asked for probabilities.

    Parameters
    ----------
    ensemble : estimator
        A fitted ensemble.
    X, y, sample_weight : array-like
        Rows, the truth about them, and their weights. The ensemble knows all classes of y.
    soft : bool, default=False
        Whether probabilities are needed.
    n_jobs : int or None, default=None
        Members that are asked at the same time.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier, datasets
    >>> sample = datasets.make_simple(random_state=0)
    >>> ask_about(RandomForestClassifier(5).fit(sample.X, sample.y), sample.X, sample.y)
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
    leaves = forest.apply(ensemble._read_rows(X))
    answers = class_of[leaves.T + forest.starts[:-1, None]]
    truth = np.searchsorted(classes, y).astype(class_of.dtype)
    return Outputs(answers, classes, truth, weights=ensemble.voices_, sample_weight=sample_weight)
