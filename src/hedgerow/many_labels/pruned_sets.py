"""Pruned sets: rare label sets give way to frequent ones that they hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Constraints, Count, Flag, Word, check
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import TrainingSet, read_weights
from hedgerow.many_labels.base import ManyLabelsClassifier
from hedgerow.many_labels.label_members import LabelMembers, LabelTask, draw_bags, full_bags
from hedgerow.many_labels.label_table import LabelTable, code_label_sets
from hedgerow.resampling.size import SIZES

PRUNING: Constraints = {"max_rare": Count(0), "strategy": Word("A", "B"), "bound": Count(0)}


def prune_label_sets(
    Y: Any, *, max_rare: int = 1, strategy: str = "A", bound: int = 2, sample_weight: Any = None
) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """Replace rare label sets by frequent ones that they hold.

    A row with a rare set is repeated with some of the frequent sets that are part of it: there are fewer classes, and
    each keeps as many rows as possible. A row whose set holds no frequent one is dropped.

    Parameters
    ----------
    Y : array-like, sparse matrix or data frame of shape (n_samples, n_labels)
        The labels, 0 and 1.
    max_rare : int, default=1
        A set is rare that occurs at most so often (p of the paper).
    strategy : {"A", "B"}, default="A"
        "A" takes the best `bound` of the frequent sets that are part of a rare one: those with more labels first, then
        the more frequent, then the first in order of 0 and 1. "B" takes all that have more than `bound` labels.
    bound : int, default=2
        b of the paper.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows, with which sets are counted.

    Returns
    -------
    rows : ndarray of shape (n_kept,)
        Positions of the rows, in order, some of them more than once.
    labels : ndarray of shape (n_kept, n_labels)
        Their labels.

    Notes
    -----
    The empty set counts as frequent or rare as any other, but replaces none. Where no set is frequent, all rows keep
    theirs.

    References
    ----------
    J. Read, B. Pfahringer and G. Holmes, "Multi-label classification using ensembles of pruned sets", ICDM (2008).

    Examples
    --------
    >>> Y = [[1, 0]] * 3 + [[0, 1]] * 2 + [[1, 1]]
    >>> rows, labels = prune_label_sets(Y)
    >>> rows.tolist(), labels[5:].tolist()
    ([0, 1, 2, 3, 4, 5, 5], [[1, 0], [0, 1]])
    """
    for name, value in (("max_rare", max_rare), ("strategy", strategy), ("bound", bound)):
        check(name, value, PRUNING[name])
    on = LabelTable.read(Y).on
    weights = read_weights(sample_weight, len(on))
    sets, codes = code_label_sets(on)
    rows, replaced = replace_codes(
        sets, codes, np.ones(len(on)) if weights is None else weights, max_rare, strategy, bound
    )
    return rows, sets[replaced].astype(np.int64)


def replace_codes(
    sets: NDArray[np.bool_],
    codes: NDArray[np.intp],
    weights: NDArray[np.float64],
    max_rare: int,
    strategy: str,
    bound: int,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows to keep, in order, and the code of a frequent set for each; rows of weight 0 are not there.

    Parameters
    ----------
    sets, codes
        As `code_label_sets` returns them.
    weights : ndarray of shape (n_samples,)
        Weights of the rows.
    max_rare, strategy, bound
        As for `prune_label_sets`.
    """
    counts = np.bincount(codes, weights, len(sets))
    present = np.flatnonzero(weights > 0)
    frequent = np.flatnonzero(counts > max_rare)
    if frequent.size == 0:
        return present, codes[present]
    sizes = sets.sum(axis=1)
    # More labels first, then more rows, then the order of the sets, which is the order of the codes.
    ranked = frequent[np.lexsort((frequent, -counts[frequent], -sizes[frequent]))]
    ranked = ranked[sizes[ranked] > (bound if strategy == "B" else 0)]
    instead: list[NDArray[np.intp]] = [np.array([code]) for code in range(len(sets))]
    is_rare = (counts > 0) & (counts <= max_rare)
    for code in np.flatnonzero(is_rare):
        parts = ranked[~(sets[ranked] & ~sets[code]).any(axis=1)]
        instead[code] = parts[:bound] if strategy == "A" else parts
    n_copies = np.array([len(codes_instead) for codes_instead in instead])[codes[present]]
    return np.repeat(present, n_copies), np.concatenate([instead[code] for code in codes[present]])


@configurable
class _PrunedSets:
    """What a single classifier of pruned sets and an ensemble of them share."""

    estimator: Any = parameter(default=None, kw_only=False)
    max_rare: int = parameter(PRUNING["max_rare"], default=1)
    strategy: str = parameter(PRUNING["strategy"], default="A")
    bound: int = parameter(PRUNING["bound"], default=2)

    label_sets_: NDArray[np.int64] = fitted()
    _label_members: LabelMembers = fitted()

    def _grow(self: Any, training: TrainingSet, seeds: NDArray[np.uint64], bags: NDArray[Any]) -> None:
        """Grow a member for each bag, from one table in which rows are repeated as often as any member needs them."""
        sets, codes = code_label_sets(training.y)
        kept = [
            replace_codes(sets, codes, bag.astype(np.float64), self.max_rare, self.strategy, self.bound)
            for bag in bags
        ]
        n_copies = np.ones(training.n_samples, np.intp)
        for rows, _ in kept:
            n_copies = np.maximum(n_copies, np.bincount(rows, minlength=training.n_samples))
        starts = n_copies.cumsum() - n_copies
        known = np.unique(np.concatenate([each for _, each in kept]))
        tasks = []
        for rows, replaced in kept:
            # Copies of a row stand side by side: the first is as far from its start as rows before it are the same.
            place = np.arange(rows.size) - np.searchsorted(rows, rows)
            target = np.full(n_copies.sum(), -1, np.intp)
            target[starts[rows] + place] = np.searchsorted(known, replaced)
            tasks.append(LabelTask(np.arange(training.n_targets), sets[known], target))
        spread = np.repeat(np.arange(training.n_samples), n_copies)
        table = replace(training, X=training.X[spread])
        self._label_members = LabelMembers.grow(
            self._choose_estimator(), table, tasks, seeds, bags[:, spread], self.n_jobs
        )
        self.label_sets_ = self._label_members.sets[0].astype(np.int64)


@configurable
class PrunedSetsClassifier(_PrunedSets, ManyLabelsClassifier):
    """One classifier whose classes are the frequent label sets.

    The label powerset without its rare classes: rows that have those are learned with frequent sets that are part of
    theirs.

    Parameters
    ----------
    estimator
        As for `BinaryRelevanceClassifier`.
    max_rare, strategy, bound
        As for `prune_label_sets`.
    n_jobs
        As for `BinaryRelevanceClassifier`.
    random_state
        As for `LabelPowersetClassifier`.

    Attributes
    ----------
    estimator_
        As for `LabelPowersetClassifier`.
    label_sets_ : ndarray of shape (n_sets, n_labels)
        The label sets that are left, 0 and 1.
    classes_, label_names_, n_labels_
        As for `BinaryRelevanceClassifier`.

    References
    ----------
    J. Read, B. Pfahringer and G. Holmes, "Multi-label classification using ensembles of pruned sets", ICDM (2008).

    Examples
    --------
    >>> X = [[0.0], [0.1], [1.0], [1.1], [0.6]]
    >>> pruned = PrunedSetsClassifier().fit(X, [[1, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 1], [1, 0, 1]])
    >>> pruned.label_sets_
    array([[0, 0, 1],
           [1, 1, 0]])
    """

    def _learn(self, training: TrainingSet) -> None:
        seeds = draw_seeds(draw_entropy(self.random_state), 1)[:, Stream.LEARNER]
        self._grow(training, seeds, full_bags(training, 1))

    def _decide(self, X: Any) -> NDArray[np.bool_]:
        return self._label_members.pick_sets(X)

    @property
    def estimator_(self) -> Any:
        """The fitted classifier of label sets."""
        return self._label_members.list_estimators()[0]


@configurable
class PrunedSetsEnsembleClassifier(_PrunedSets, ManyLabelsClassifier):
    """Pruned sets on random parts of the rows, that vote for labels.

    What is rare depends on the part, so members differ in their classes; and votes for labels add up to label sets that
    no member knows.

    Parameters
    ----------
    estimator
        As for `BinaryRelevanceClassifier`.
    n_estimators : int, default=10
        Number of members.
    max_rare, strategy, bound
        As for `prune_label_sets`.
    max_samples : int, float or None, default=0.63
        Rows that a member sees: a number, a share, or None for all.
    bootstrap, combination, threshold, n_jobs, random_state
        As for `ChainEnsembleClassifier`.

    Attributes
    ----------
    estimators_ : list
        The fitted members, of the codes of `label_sets_`.
    label_sets_ : ndarray of shape (n_sets, n_labels)
        The label sets that some member knows, 0 and 1.
    threshold_ : float
        The threshold in use.
    classes_, label_names_, n_labels_
        As for `BinaryRelevanceClassifier`.

    See Also
    --------
    LabelPowersetClassifier, pcut

    Notes
    -----
    Rows are drawn with equal chances and keep their weights. All members grow from one table, in which a row stands as
    often as a member needs it at most. Where no label set is frequent, none is pruned. Equal candidates come in the
    order of 0 and 1.

    Formula::

        A set seen p times or less gives its rows to its largest frequent proper subsets, b at most.

    Cost: T learners of the frequent label sets.

    References
    ----------
    J. Read, B. Pfahringer and G. Holmes, Multi-label classification using ensembles of pruned sets, ICDM, 2008,
    pp. 995-1000.

    Examples
    --------
    >>> from hedgerow.datasets.generators.label_sets import make_label_sets
    >>> sample = make_label_sets(600, random_state=0)
    >>> pruned = PrunedSetsEnsembleClassifier(random_state=0).fit(sample.X[:400], sample.Y[:400])
    >>> pruned.score(sample.X[400:], sample.Y[400:]) > 0.3
    True
    """

    n_estimators: int = parameter(default=10, kw_only=False)
    max_samples: float | None = parameter(SIZES, default=0.63)
    bootstrap: bool = parameter(Flag(), default=False)
    combination: str = "vote"
    threshold: float | str = "pcut"

    def _learn(self, training: TrainingSet) -> None:
        seeds = draw_seeds(draw_entropy(self.random_state), int(self.n_estimators))
        bags = draw_bags(self, training, seeds[:, Stream.ROWS])
        self._grow(training, seeds[:, Stream.LEARNER], bags)
        self._find_threshold(
            training,
            lambda: self._label_members.score(
                training.X, vote=self._votes, n_jobs=self.n_jobs, may_predict=bags == 0
            ),
        )

    @property
    def estimators_(self) -> list[Any]:
        """The fitted members."""
        return self._label_members.list_estimators()
