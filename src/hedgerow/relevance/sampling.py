"""From what is known about the features to how likely a node is to try each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils.class_weight import compute_sample_weight

from hedgerow.foundation.constraints import Number, check
from hedgerow.relevance.splits import SplitGains
from hedgerow.trees.grower import TreeGrower
from hedgerow.trees.pruning import paths

if TYPE_CHECKING:
    import pandas as pd

_MOST_CELLS = 2**22  # rows times features that are looked at together, 32 MiB of weights


def most_uniform(low: ArrayLike, high: ArrayLike) -> NDArray[np.float64]:
    """Find the distribution nearest to the uniform one that the confidence intervals of the features allow.

    All features get the value halfway between the largest lower and the least upper limit, or the end of their own
    interval that is nearest to it: ``v(f) = clip(mid, low_f, high_f)``, scaled to sum to one. Where the intervals have
    a value in common nothing is known that would tell the features apart, and the distribution is uniform.

    Parameters
    ----------
    low, high : array-like of shape (n_features,)
        Limits of the mean gain of each feature; minus and plus infinity where nothing is known.

    Returns
    -------
    ndarray of shape (n_features,)

    Notes
    -----
    Uniform also where no interval is finite, and where ``mid`` is not positive (Rogers does not say).

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.7-7.9 and algorithm 3.

    Examples
    --------
    >>> most_uniform([0.4, 0.1, -np.inf], [0.5, 0.2, np.inf]).round(3)
    array([0.444, 0.222, 0.333])
    """
    least, most = _line(low, "low"), _line(high, "high")
    if least.shape != most.shape:
        raise ValueError(f"low has the shape {least.shape} and high {most.shape}; pass one of each a feature")
    if (least > most).any():
        first = int(np.argmax(least > most))
        raise ValueError(f"low[{first}]={least[first]:g} is above high[{first}]={most[first]:g}")
    middle = (least.max() + most.min()) / 2.0 if np.isfinite([least.max(), most.min()]).all() else 0.0
    if middle <= 0.0:
        return _scale(np.ones_like(least))
    return _scale(np.maximum(np.clip(middle, least, most), 0.0))


def borisov(gains: ArrayLike, impurity: float, prior_weight: float = 10.0) -> NDArray[np.float64]:
    """Weigh features by what they have gained in the trees so far, slowed down by a prior.

    ``v(f)`` is proportional to ``lambda Imp0 + sum_t Gain(f, t)``, with Imp0 the impurity of the whole table: as if
    every feature had split the root of lambda trees perfectly.

    Parameters
    ----------
    gains : array-like of shape (n_trees, n_features)
        Mean gain of the splits on each feature in each tree; 0 where it has none.
    impurity : float
        Impurity of the whole table, in the unit of the gains.
    prior_weight : float, default=10.0
        lambda: the larger, the slower the distribution leaves the uniform one.

    Returns
    -------
    ndarray of shape (n_features,)

    Notes
    -----
    Uniform where there is neither a prior nor a gain. No value of lambda was published; choose it by cross-validation.

    References
    ----------
    A. Borisov, V. Eruhimov and E. Tuv, Tree-based ensembles with dynamic soft feature selection, in Feature
    Extraction, Springer, 2006; as given in J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.6.

    Examples
    --------
    >>> borisov([[0.3, 0.1], [0.2, 0.0]], impurity=1.0, prior_weight=2.0).round(4)
    array([0.5435, 0.4565])
    """
    totals = np.atleast_2d(np.asarray(gains, dtype=np.float64)).sum(axis=0)
    check("prior_weight", prior_weight, Number(0))
    return _scale(prior_weight * impurity + totals)


def gain_distribution(mean_gain: ArrayLike) -> NDArray[np.float64]:
    """Weigh features by their mean gain in an earlier forest: the two-stage forest.

    Parameters
    ----------
    mean_gain : array-like of shape (n_features,)
        Mean gain of each feature; NaN where it was never split on, which counts as the mean of the others.

    Returns
    -------
    ndarray of shape (n_features,)

    References
    ----------
    J. D. Rogers and S. R. Gunn, Identifying feature relevance using a random forest, LNCS 3940, 2006, table 4.

    Examples
    --------
    >>> gain_distribution([0.3, 0.1, np.nan]).round(3)
    array([0.5  , 0.167, 0.333])
    """
    gain = _line(mean_gain, "mean_gain", may_miss=True)
    known = ~np.isnan(gain)
    return _scale(np.where(known, gain, gain[known].mean() if known.any() else 0.0))


def local_distribution(relevance: ArrayLike) -> NDArray[np.float64]:
    """Weigh features by their relevance for the rows of one node.

    ``v(f, l)`` is proportional to ``max(0, sum_j FR(f, j))`` over the rows j of node l. This is what every node of a
    forest with local sampling does; over all rows it is the distribution at a root.

    Parameters
    ----------
    relevance : array-like of shape (n_rows, n_features)
        Relevance of each feature for each row of the node.

    Returns
    -------
    ndarray of shape (n_features,)

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.25.

    Examples
    --------
    >>> local_distribution([[0.6, -0.1, 0.2], [0.2, -0.3, 0.0]])
    array([0.8, 0. , 0.2])
    """
    rows = np.atleast_2d(np.asarray(relevance, dtype=np.float64))
    return _scale(np.maximum(rows.sum(axis=0), 0.0))


@dataclass(frozen=True, eq=False)
class SamplingHistory:
    """How the feature distribution of a forest came about, one entry per round.

    Parameters
    ----------
    names : tuple of str
        The features.
    n_trees : ndarray of int of shape (n_rounds,)
        Number of trees after which the distribution was found; the trees that follow are grown with it.
    distributions : ndarray of shape (n_rounds, n_features)
        How likely a node is to try each feature.
    widths : ndarray of shape (n_rounds,)
        Mean width of the confidence intervals that are finite; NaN where there is none.
    """

    names: tuple[str, ...]
    n_trees: NDArray[np.intp]
    distributions: NDArray[np.float64]
    widths: NDArray[np.float64]

    @classmethod
    def begin(cls, names: tuple[str, ...], distribution: NDArray[np.float64]) -> Self:
        """The distribution that the first tree is grown with."""
        return cls(names, np.zeros(1, np.intp), distribution[None], np.array([np.nan]))

    def add(self, n_trees: int, distribution: NDArray[np.float64], width: float) -> Self:
        """Append a round."""
        return replace(
            self,
            n_trees=np.append(self.n_trees, n_trees),
            distributions=np.concatenate([self.distributions, distribution[None]]),
            widths=np.append(self.widths, width),
        )

    def until(self, n_trees: int) -> Self:
        """The rounds after at most `n_trees` trees."""
        kept = self.n_trees <= n_trees
        return replace(
            self,
            n_trees=self.n_trees[kept],
            distributions=self.distributions[kept],
            widths=self.widths[kept],
        )

    def frame(self) -> pd.DataFrame:
        """One row per round and feature: ``n_trees``, ``feature``, ``probability``, ``mean_width`` of the round."""
        import pandas as pd

        n_rounds, n_features = self.distributions.shape
        return pd.DataFrame(
            {
                "n_trees": np.repeat(self.n_trees, n_features),
                "feature": list(self.names) * n_rounds,
                "probability": self.distributions.ravel(),
                "mean_width": np.repeat(self.widths, n_features),
            }
        )


def _scale(amounts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Make amounts of 0 or more sum to one; where all are 0 they say nothing, and all are the same."""
    total = amounts.sum()
    if not total > 0.0:
        return np.full(amounts.shape, 1.0 / max(amounts.size, 1))
    return np.asarray(amounts / total)


def _line(values: ArrayLike, name: str, *, may_miss: bool = False) -> NDArray[np.float64]:
    line = np.asarray(values, dtype=np.float64)
    if line.ndim != 1 or line.size == 0:
        raise ValueError(f"{name} has the shape {line.shape}; pass one number a feature")
    if not may_miss and np.isnan(line).any():
        raise ValueError(f"{name} holds NaN; where nothing is known pass minus and plus infinity")
    return line


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


def _rows_of_nodes(tree: Any, X: Any, weights: NDArray[Any]) -> Iterator[tuple[int, NDArray[np.intp]]]:
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
    here = replace(stump, table=table.take_rows(rows), y=stump.y[rows])
    gains = []
    block = max(1, _MOST_CELLS // rows.size)
    for first in range(0, table.n_features, block):
        tried = [np.array([feature]) for feature in range(first, min(first + block, table.n_features))]
        stumps = here.grow(np.zeros(len(tried), np.uint64), np.tile(weights, (len(tried), 1)), tried).forest
        gains.append(stumps.nodes["gain"][stumps.starts[:-1]])
    return np.concatenate(gains)
