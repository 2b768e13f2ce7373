"""Nearest neighbours: rows that see each other through the same features share their distances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination.averaging import harden
from hedgerow.foundation.constraints import Count, Word
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.protocol import check_seen
from hedgerow.learners.single import ProbabilityMixin, SingleMember
from hedgerow.learners.spaces import Space
from hedgerow.tables.distances import SCALINGS, Differences, Metric, Scaling, find_nearest, split_into_blocks

Finder = Callable[[int], NDArray[np.intp]]


@configurable
class NearestClassifier(ProbabilityMixin, SingleMember):
    r"""The class that is most frequent among the k nearest known rows.

    .. math:: D_S(x, z)^2 = \sum_{f \in S} (x_f - z_f)^2

    over the features S that are seen. Numbers are divided by their standard deviation, two categories differ by 0 or
    1, and where a value is missing the difference is the one to expect. Bagging hardly changes who is nearest; other
    features do, which makes random subspaces (Bay) the ensemble for nearest neighbours.

    An ensemble looks for neighbours once for all members that see the same features, in blocks of rows.

    Parameters
    ----------
    n_neighbors : int, default=1
        How many rows vote; all of them where there are fewer.
    scaling : {"standard", "range", "none"}, default="standard"
        What numbers are divided by: their standard deviation, their range, or nothing.
    metric : {"euclidean", "manhattan"}, default="euclidean"
        Whether differences are squared, or added as they are.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; equal shares go to the larger.

    See Also
    --------
    NaiveBayesClassifier, RandomSubspaceClassifier

    Notes
    -----
    Of rows at the same distance, the first are nearer. A weight is a repeat: a row of weight 2 is two neighbours, and
    the last neighbour counts as far as there is room for it. Weights that are not whole numbers are first scaled to
    have a mean of 1 over the rows they leave in. Scales, and what to expect for missing values, are those of the whole
    table, also for members that see some of its rows. Equal shares go to the class with the larger training weight.

    Formula: Rogers 2007, eq. 2.13-2.15 and 3.30.

    Cost: O(N F) for each row and set of features; members on the same features share the distances.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 2.13-2.15 and 3.30.

    S. Bay, Nearest neighbor classification from multiple feature subsets, Intelligent Data Analysis 3, 1999,
    pp. 191-209.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.ensembles import RandomSubspaceClassifier
    >>> table = datasets.load("sonar")
    >>> subspaces = RandomSubspaceClassifier(NearestClassifier(), n_estimators=30, bootstrap=True, oob_score=True,
    ...                                      random_state=0)
    >>> subspaces.fit(table.features, table.target).oob_score_ > 0.8
    True
    """

    n_neighbors: int = parameter(Count(), default=1, kw_only=False)
    scaling: str = parameter(Word(*SCALINGS), default="standard")
    metric: str = parameter(Word("euclidean", "manhattan"), default="euclidean")

    def prepare(self, training: TrainingSet) -> PreparedNearest:
        """Put the table on one scale, once for all members.

        Parameters
        ----------
        training : TrainingSet
            What to learn from.

        Returns
        -------
        PreparedNearest
        """
        if training.n_classes is None:
            raise ValueError("NearestClassifier learns classes, not values")
        known = Differences.learn(training.X, training.is_categorical, scaling=cast(Scaling, self.scaling))
        return PreparedNearest(self, known, training.y, training.n_classes)


@dataclass(frozen=True, eq=False)
class PreparedNearest:
    """The known rows on one scale.

    Attributes
    ----------
    template : NearestClassifier
        Whose parameters are followed.
    known : Differences
        The known rows.
    y : ndarray of shape (n_samples,)
        Class codes.
    n_classes : int
        Their number.
    """

    template: NearestClassifier
    known: Differences
    y: NDArray[np.intp]
    n_classes: int

    def grow(
        self,
        seeds: NDArray[np.uint64],
        weights: NDArray[Any],
        columns: list[NDArray[np.intp]] | None = None,
        targets: NDArray[np.intp] | None = None,
    ) -> NearestMembers:
        """Note which rows and features each member sees; nothing is computed before rows are predicted."""
        labels = self.y[None] if targets is None else targets
        counts = np.where(labels < 0, 0, weights)
        check_seen(counts)
        every = np.arange(self.known.rows.shape[1])
        subsets = [every] * len(seeds) if columns is None else columns
        return NearestMembers(
            self.template, self.known, self.y, self.n_classes, counts, targets, tuple(subsets)
        )


@dataclass(frozen=True, eq=False)
class NearestMembers:
    """Nearest-neighbour classifiers that answer together.

    Attributes
    ----------
    template : NearestClassifier
        What a single member looks like from outside.
    known : Differences
        The known rows, of which each member sees some.
    y : ndarray of shape (n_known,)
        Their class codes.
    n_classes : int
        Number of classes.
    counts : ndarray of shape (n_members, n_known)
        How often, or how strongly, each member sees each row.
    targets : ndarray of shape (n_members, n_known) or None
        Class codes where members have questions of their own.
    columns : tuple of ndarray
        The features of each member.
    """

    template: NearestClassifier
    known: Differences
    y: NDArray[np.intp]
    n_classes: int
    counts: NDArray[Any]
    targets: NDArray[np.intp] | None
    columns: tuple[NDArray[np.intp], ...]

    def check_loaded(self) -> None:
        """Check the members of a file, because kernels read the known rows without checks.

        Raises
        ------
        ValueError
            If arrays do not fit each other; see `Space.check_loaded`.
        """
        n_rows, n_features = self.known.rows.shape
        Space(self.known, self.y, np.ones(n_rows), self.n_classes, 1).check_loaded()
        shape = (len(self), n_rows)
        if self.counts.shape != shape or (self.targets is not None and self.targets.shape != shape):
            raise ValueError("these are not members: their rows do not fit the known ones")
        if not all(((chosen >= 0) & (chosen < n_features)).all() for chosen in self.columns):
            raise ValueError("a member sees a feature that is not there")
        if self.targets is not None and not ((self.targets >= -1) & (self.targets < self.n_classes)).all():
            raise ValueError("a member has rows of a class that is not there")
        if self.counts.dtype.kind not in "iuf" or not (np.isfinite(self.counts) & (self.counts >= 0)).all():
            raise ValueError("a member has rows that count less than nothing")

    def __len__(self) -> int:
        return len(self.columns)

    def __getitem__(self, index: int) -> Any:
        member = range(len(self))[index]
        alone = replace(
            self,
            counts=self.counts[[member]],
            targets=None if self.targets is None else self.targets[[member]],
            columns=(self.columns[member],),
        )
        labels = self._find_labels(member)
        prior = np.bincount(labels[labels >= 0], self.counts[member, labels >= 0], self.n_classes)
        return self.template.wrap(alone, self.known.rows.shape[1], prior.astype(np.float64))

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Shares of the classes among the rows that are nearest for each member."""
        outputs = np.empty((len(self), len(X), self.n_classes))
        for member, block, shares in self._iterate_shares(X):
            outputs[member, block] = shares
        return outputs

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members, one member in memory at a time."""
        total = np.zeros((len(X), self.n_classes))
        for member, block, shares in self._iterate_shares(X):
            answer = harden(shares) if hard else shares
            total[block] += answer if weights is None else weights[member] * answer
        return total

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        batches = (self, *others)
        targets = [batch.targets for batch in batches if batch.targets is not None]
        return replace(
            self,
            counts=np.concatenate([batch.counts for batch in batches]),
            targets=np.concatenate(targets) if targets else None,
            columns=tuple(chosen for batch in batches for chosen in batch.columns),
        )

    def _iterate_shares(self, X: NDArray[np.float64]) -> Iterator[tuple[int, slice, NDArray[np.float64]]]:
        """Each member's answers about each block of rows; members on the same features share the neighbours."""
        groups: dict[bytes, list[int]] = {}
        for member, chosen in enumerate(self.columns):
            groups.setdefault(chosen.tobytes(), []).append(member)
        space = Space(self.known, self.y, np.ones(len(self.y)), self.n_classes, self.template.n_neighbors)
        for block in split_into_blocks(len(X), len(self.known.rows)):
            look = self._look_around(X[block], space)
            for members in groups.values():
                nearby = _Nearby(look(self.columns[members[0]]))
                for member in members:
                    counts = _scale_weights(self.counts[member])
                    labels = self._find_labels(member)
                    shares = nearby.share(counts, labels, self.template.n_neighbors, self.n_classes)
                    yield member, block, shares

    def _look_around(self, X: NDArray[np.float64], space: Space) -> Callable[[NDArray[np.intp]], Finder]:
        """How to find, through some features, the nearest known rows of each row."""
        if self.template.metric == "euclidean":
            asked = space.ask(X)
            return lambda chosen: partial(asked.list_nearest, np.isin(np.arange(X.shape[1]), chosen))
        scaled = self.known.scaled(X)
        metric = cast(Metric, self.template.metric)
        return lambda chosen: partial(
            _sort_nearest, self._select(chosen).distances(scaled[:, chosen], metric=metric)
        )

    def _find_labels(self, member: int) -> NDArray[np.intp]:
        return self.y if self.targets is None else self.targets[member]

    def _select(self, chosen: NDArray[np.intp]) -> Differences:
        known = self.known
        if len(chosen) == known.rows.shape[1] and (chosen == np.arange(len(chosen))).all():
            return known
        return replace(
            known,
            rows=known.rows[:, chosen],
            is_categorical=known.is_categorical[chosen],
            scale=known.scale[chosen],
        )


class _Nearby:
    """The nearest known rows of a block, in order, as many as the members have asked for so far.

    Parameters
    ----------
    find : callable
        Lists as many of the nearest rows as it is told, (n_rows, size).
    """

    def __init__(self, find: Finder) -> None:
        self.find = find
        self.order = np.empty((0, 0), np.intp)

    def share(
        self, counts: NDArray[np.float64], labels: NDArray[np.intp], n_neighbors: int, n_classes: int
    ) -> NDArray[np.float64]:
        """Shares of the classes among the nearest rows, with counts as repeats: (n_rows, n_classes)."""
        wanted = min(float(n_neighbors), counts.sum())
        n_known = len(counts)
        size = min(n_known, int(np.ceil(wanted)))
        if np.count_nonzero(counts) < n_known:
            size = min(n_known, 3 * size + 8)  # enough of them are usually in the bag
        while True:
            if self.order.shape[1] < size:  # of equal distances the first row is nearer
                self.order = self.find(size)
            before = counts[self.order].cumsum(axis=1)
            if size >= n_known or (before[:, -1] >= wanted).all():
                break
            size = min(n_known, 4 * size)
        taken = counts[self.order]
        taken = np.clip(wanted - (before - taken), 0.0, taken)
        votes = np.zeros((len(self.order), n_classes))
        for code in range(n_classes):
            votes[:, code] = np.where(labels[self.order] == code, taken, 0.0).sum(axis=1)
        return np.asarray(votes / votes.sum(axis=1, keepdims=True))


def _sort_nearest(distances: NDArray[np.float64], size: int) -> NDArray[np.intp]:
    """Positions of the smallest distances of each row, in order."""
    if size == 1:
        return np.asarray(distances.argmin(axis=1)[:, None])
    nearest = _find_nearest(distances, size)
    ranks = np.take_along_axis(distances, nearest, axis=1).argsort(axis=1, kind="stable")
    return np.take_along_axis(nearest, ranks, axis=1)


def _find_nearest(distances: NDArray[np.float64], size: int) -> NDArray[np.intp]:
    """As `find_nearest`, which is needed only where more rows are as near as the last one that is taken."""
    if size >= distances.shape[1]:
        return find_nearest(distances, size)
    nearest = np.sort(distances.argpartition(size - 1, axis=1)[:, :size], axis=1)
    last = np.take_along_axis(distances, nearest, axis=1).max(axis=1, keepdims=True)
    tied = np.flatnonzero((distances <= last).sum(axis=1) > size)
    nearest[tied] = find_nearest(distances[tied], size)
    return nearest


def _scale_weights(counts: NDArray[Any]) -> NDArray[np.float64]:
    """Weights as repeats: whole numbers as they are, others with a mean of 1 over the rows that have any."""
    weights = counts.astype(np.float64)
    if (weights == np.floor(weights)).all():
        return weights
    return np.asarray(weights * (np.count_nonzero(weights) / weights.sum()))
