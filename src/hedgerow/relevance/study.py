"""What every study of relevance shares: its checks, its trees, and the forest that it grows."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import draw_entropy, draw_seeds
from hedgerow.relevance.assessment import ADJUSTMENTS, NULLS
from hedgerow.relevance.contrasts import Evaluation, evaluate, shape_trees
from hedgerow.resampling import UniqueBootstrap
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.grower import TreeGrower

NumberOfTrees = int | Literal["auto"]
_FEW_ROWS = 800  # below these, trees are cheap
_MOST_TIMES = 4
STUDY_PARAMETERS = {
    "n_estimators": Count(50) | Word("auto"),  # with fewer trees, relevance is not told from chance
    "null": Word(*NULLS),
    "alpha": Number(0, 1, "neither"),
    "adjust": Word(*ADJUSTMENTS),
}


def count_trees(n_samples: int, least: int = 500) -> int:
    """Number of trees that tells relevance from chance: more where rows are few.

    Small tables leave more to how trees happen to scatter, and their trees cost little. `least` trees do from 800 rows
    on; below, there are more in proportion, up to four times as many.

    Examples
    --------
    >>> [count_trees(n_samples) for n_samples in (60, 200, 400, 10_000)]
    [2000, 2000, 1000, 500]
    """
    return int(least * min(max(_FEW_ROWS / n_samples, 1.0), _MOST_TIMES))


def make_tree(
    is_regression: bool, null: str, n_samples: int
) -> DecisionTreeClassifier | DecisionTreeRegressor:
    """The tree that a study grows when it is given none; a published null knows one feature a node only."""
    kind = DecisionTreeRegressor if is_regression else DecisionTreeClassifier
    if null != "contrast":
        return kind(max_features=1)
    return shape_trees(kind(), n_samples)  # type: ignore[no-any-return]


def grow_study(study: Any, prepared: TreeGrower, weights: NDArray[np.float64] | None) -> Evaluation:
    """Grow the forest of a study, beside twins where its null asks for them.

    Parameters
    ----------
    study : estimator
        With `n_estimators`, `null`, `n_jobs`, `random_state` and `verbose`.
    prepared : TreeGrower
        Table, target and the tree to grow.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.

    Returns
    -------
    Evaluation
    """
    auto = study.n_estimators == "auto"
    n_trees = count_trees(prepared.table.n_samples) if auto else study.n_estimators
    with Progress(n_trees, type(study).__name__, verbose=study.verbose > 0) as progress:
        return evaluate(
            prepared,
            UniqueBootstrap(),
            draw_seeds(draw_entropy(study.random_state), n_trees),
            sample_weight=weights,
            twins=study.null == "contrast",
            n_jobs=study.n_jobs,
            progress=progress,
        )
