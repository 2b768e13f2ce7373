"""What every feature could have gained at every node of one tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.class_weight import compute_sample_weight

from hedgerow.relevance.guided import take_rows
from hedgerow.relevance.sampling import gain_distribution
from hedgerow.relevance.splits import SplitGains
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.pruning import paths

_MOST_CELLS = 2**22  # rows times features that are looked at together, 32 MiB of weights


def single_tree_distribution(
    prepared: TreeGrower, sample_weight: NDArray[Any] | None = None
) -> NDArray[np.float64]:
    """Weigh features by the best gain they offer at the nodes of one tree, whether or not they are taken.

    One tree is grown to the end with all features. At each of its splits l every feature f is tried, and
    ``v(f)`` is proportional to ``sum_l phi(l) IG_f(l) / sum_l phi(l)``, with phi the node complexity.

    Parameters
    ----------
    prepared : TreeGrower
        The coded table with its target. Of the template only the class weights are followed; gains are information
        gains, or reductions of variance.
    sample_weight : ndarray of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    ndarray of shape (n_features,)
        The distribution; uniform where no feature gains anything.

    Notes
    -----
    A feature is tried by growing a tree of one split on it, so categories, missing values, weights and regression are
    dealt with as in any tree. A feature that is constant in a node gains 0 there.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 7.2 ("two-stage CART"); J. D. Rogers and S. R. Gunn,
    Identifying feature relevance using a random forest, LNCS 3940, 2006.

    Examples
    --------
    >>> from hedgerow import DecisionTreeClassifier, datasets
    >>> from hedgerow.foundation.training_set import TrainingSet
    >>> sample = datasets.make_simple(random_state=0)
    >>> labels = (sample.y > 0).astype(int)
    >>> training = TrainingSet.of(sample.X, labels, n_classes=2)
    >>> v = single_tree_distribution(DecisionTreeClassifier().prepare(training))
    >>> np.argsort(v)[-2:], round(float(v.sum()), 6)
    (array([0, 1]), 1.0)
    """
    weights = _weigh_rows(prepared, sample_weight)
    kind = type(prepared.template)
    whole = replace(prepared, template=kind())
    forest = whole.grow(np.zeros(1, np.uint64), weights[None]).forest
    complexity = np.zeros(forest.nodes.size)
    complexity[forest.nodes["feature"] >= 0] = SplitGains.from_forest(forest).complexity
    stump = replace(prepared, template=kind(max_depth=1))
    totals = np.zeros(prepared.table.n_features)
    for node, rows in _rows_of_nodes(forest[0], prepared.X, weights):
        if complexity[node] > 0.0:
            totals += complexity[node] * _best_gains(stump, rows, weights[rows])
    return gain_distribution(totals)


def _weigh_rows(prepared: TreeGrower, sample_weight: NDArray[Any] | None) -> NDArray[Any]:
    weights = np.ones(prepared.table.n_samples, np.int64) if sample_weight is None else sample_weight
    classes = getattr(prepared.template, "class_weight", None)
    if classes is None:
        return weights
    # There is no sample here, so what is balanced in each sample is balanced over all rows.
    balanced = "balanced" if isinstance(classes, str) else classes
    return np.asarray(weights * compute_sample_weight(balanced, prepared.y))


def _rows_of_nodes(
    tree: Any, X: NDArray[Any], weights: NDArray[Any]
) -> Iterator[tuple[int, NDArray[np.intp]]]:
    """The rows with weight that pass each node."""
    seen = np.flatnonzero(weights > 0)
    row, node = paths(tree, X[seen])
    order = np.argsort(node, kind="stable")
    starts = np.flatnonzero(np.diff(node[order], prepend=-1))
    for start, stop in zip(starts, [*starts[1:], node.size], strict=True):
        yield int(node[order[start]]), seen[row[order[start:stop]]]


def _best_gains(stump: TreeGrower, rows: NDArray[np.intp], weights: NDArray[Any]) -> NDArray[np.float64]:
    """Best gain of each feature among some rows."""
    table = stump.table
    here = replace(stump, table=take_rows(table, rows), y=stump.y[rows])
    gains = []
    block = max(1, _MOST_CELLS // rows.size)
    for first in range(0, table.n_features, block):
        tried = [np.array([feature]) for feature in range(first, min(first + block, table.n_features))]
        stumps = here.grow(np.zeros(len(tried), np.uint64), np.tile(weights, (len(tried), 1)), tried).forest
        gains.append(stumps.nodes["gain"][stumps.starts[:-1]])
    return np.concatenate(gains)
