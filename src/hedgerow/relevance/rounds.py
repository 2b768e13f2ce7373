"""Growth in rounds: what the trees so far have gained decides which features the next ones try."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.ensembles.grower import Grower, GrownMembers, grow_independently
from hedgerow.foundation.progress import Progress
from hedgerow.relevance.complexity import node_complexity, value_complexity
from hedgerow.relevance.guided import GuidedTrees
from hedgerow.relevance.sampling import SamplingHistory, borisov, most_uniform
from hedgerow.relevance.splits import EffectiveSize, SplitGains
from hedgerow.trees.tree import Forest


@dataclass(frozen=True)
class Confidence:
    """After each round, move the distribution as far from uniform as the intervals of the mean gains demand.

    Parameters
    ----------
    unit : float
        Weight of one observation, for ``effective_size="unit"``.
    effective_size : {"unit", "count", "kish"}, default="unit"
        How many observations the weighted ones are worth.
    confidence : float, default=0.95
        Of the intervals.
    """

    unit: float
    effective_size: EffectiveSize = "unit"
    confidence: float = 0.95

    def update(self, splits: SplitGains, chosen: NDArray[np.intp]) -> tuple[NDArray[np.float64], float]:
        """Find the distribution over the chosen features, and the mean width of their intervals."""
        summary = splits.summarise(
            effective_size=self.effective_size, unit=self.unit, confidence=self.confidence
        )
        low, high = summary.low[chosen], summary.high[chosen]
        known = np.isfinite(low) & np.isfinite(high)
        width = float((high[known] - low[known]).mean()) if known.any() else np.nan
        return most_uniform(low, high), width


@dataclass(frozen=True)
class Borisov:
    """After each round, weigh the features by their mean gains in the trees so far.

    Parameters
    ----------
    impurity : float
        Impurity of the whole table.
    prior_weight : float, default=10.0
        How many perfect trees each feature is credited with.
    """

    impurity: float
    prior_weight: float = 10.0

    def update(self, splits: SplitGains, chosen: NDArray[np.intp]) -> tuple[NDArray[np.float64], float]:
        """Find the distribution over the chosen features; there are no intervals."""
        return borisov(tree_gains(splits)[:, chosen], self.impurity, self.prior_weight), np.nan


def tree_gains(splits: SplitGains) -> NDArray[np.float64]:
    """Mean gain of the splits on each feature in each tree, 0 where there is none: (n_trees, n_features)."""
    shape = (splits.n_trees, splits.n_features)
    place = splits.tree.astype(np.intp) * splits.n_features + splits.feature
    totals = np.bincount(place, splits.gain, minlength=shape[0] * shape[1])
    counts = np.bincount(place, minlength=shape[0] * shape[1])
    return np.asarray(totals / np.maximum(counts, 1)).reshape(shape)


def whole_complexity(y: NDArray[Any], n_classes: int) -> float:
    """Node complexity of the whole training set."""
    return float(node_complexity(np.bincount(y)) if n_classes else value_complexity(targets=y))


def whole_impurity(y: NDArray[Any], n_classes: int, sample_weight: NDArray[np.float64] | None) -> float:
    """Entropy of the classes in bits, or variance of the values."""
    weights = np.ones(y.size) if sample_weight is None else sample_weight
    if n_classes == 0:
        mean = np.average(y, weights=weights)
        return float(np.average((y - mean) ** 2, weights=weights))
    shares = np.bincount(y, weights) / weights.sum()
    return float(-(shares[shares > 0] * np.log2(shares[shares > 0])).sum())


def grow_in_rounds(
    grower: Grower,
    guided: GuidedTrees,
    rule: Confidence | Borisov,
    history: SamplingHistory,
    grown: Forest | None,
    *,
    seeds: NDArray[np.uint64],
    update_every: int,
    n_jobs: int | None,
    progress: Progress,
) -> tuple[GrownMembers, SamplingHistory]:
    """Grow trees in rounds; before each one the distribution is found again from all the trees there are.

    Parameters
    ----------
    grower : Grower
        What grows members of the plan.
    guided : GuidedTrees
        The table narrowed to the chosen columns.
    rule : Confidence or Borisov
        How the distribution follows from the splits.
    history : SamplingHistory
        The rounds so far; at least the first distribution.
    grown : Forest or None
        The trees that are there already.
    seeds : ndarray of shape (n_trees, n_streams)
        The seeds of all trees, those that are there included.
    update_every : int
        Trees in a round.
    n_jobs : int or None
        Number of workers; trees of one round do not see each other, so it changes nothing.
    progress : Progress
        Where to count.

    Returns
    -------
    new : GrownMembers
        The new trees.
    history : SamplingHistory
        All rounds, and the distribution after the last tree.
    """
    start = 0 if grown is None else len(grown)
    history = history.until(start - start % update_every)
    in_bits = guided.narrow.template.criterion in ("entropy", "log_loss")
    splits = None if grown is None else SplitGains.from_forest(grown, in_bits=in_bits)
    rounds = []
    while start < len(seeds):
        stop = min(start + update_every - start % update_every, len(seeds))
        told = guided.drawing_by(history.distributions[-1][guided.chosen])
        new = grow_independently(replace(grower, prepared=told), seeds[:stop], start, n_jobs, progress)
        rounds.append(new.members)
        fresh = SplitGains.from_forest(new.members.forest, in_bits=in_bits)  # type: ignore[attr-defined]
        splits = fresh if splits is None else splits.merge(fresh)
        distribution, width = rule.update(splits, guided.chosen)
        history = history.add(stop, guided.spread(distribution), width)
        start = stop
    n_new = sum(map(len, rounds))
    return GrownMembers(rounds[0].join(rounds[1:]), np.ones(n_new), None, None), history
