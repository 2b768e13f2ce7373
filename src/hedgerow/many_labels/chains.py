"""Ensembles of classifier chains: each label is learned with the labels before it as features."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hedgerow.foundation.constraints import Flag
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Members
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.protocol import Prepared, explain_failures
from hedgerow.many_labels.base import ManyLabelsClassifier
from hedgerow.many_labels.label_members import draw_bags
from hedgerow.resampling.size import SIZES


@configurable
class ChainEnsembleClassifier(ManyLabelsClassifier):
    r"""Classifier chains in random orders, on random parts of the rows, that vote.

    In a chain with the order :math:`\pi`, link j learns label :math:`\pi_j` from the features and from the labels
    :math:`\pi_1, \ldots, \pi_{j-1}`: the true ones when it learns, those that the links before have predicted when it
    predicts. Labels thus know of each other, in one direction; an ensemble averages over the directions.

    All links grow from one prepared table of features and labels, of which link j sees the columns that it may.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns each link; hedgerow's decision tree when None.
    n_estimators : int, default=10
        Number of chains.
    max_samples : int, float or None, default=0.67
        Rows that a chain sees: a number, a share, or None for all.
    bootstrap : bool, default=False
        Whether rows are drawn with replacement.
    soft : bool, default=False
        Whether a link is told the probabilities of the labels before it instead of 0 and 1; it learns from 0 and 1 in
        any case.
    combination : {"vote", "mean_probability"}, default="vote"
        Whether a chain votes for its labels, or gives each its probability.
    threshold : float or "pcut", default="pcut"
        "pcut": the threshold at which the training rows, each scored by the chains that were not fitted on it, have as
        many labels as they should; 0.5 where every chain sees all rows. A label is on at that score. With a number, it
        is on above it.
    n_jobs
        As for `BinaryRelevanceClassifier`.
    random_state : int, RandomState or None, default=None
        Orders, rows, and the randomness of the learners.

    Attributes
    ----------
    orders_ : ndarray of shape (n_estimators, n_labels)
        Order of the labels in each chain.
    estimators_ : list of list
        The fitted links of each chain, of the codes 0 and 1.
    threshold_ : float
        The threshold in use.
    classes_, label_names_, n_labels_
        As for `BinaryRelevanceClassifier`.

    See Also
    --------
    BinaryRelevanceClassifier, pcut, RAkELClassifier

    Notes
    -----
    Rows are drawn with equal chances and keep their weights. One chain on all rows is
    ``ChainEnsembleClassifier(n_estimators=1, max_samples=None)``. The soft switch and means of probabilities are
    extensions. PCut looks at rows that a chain was not fitted on and is kept, so one new row can be predicted.

    Formula::

        h_j(x, y_1, ..., y_(j-1)) says label j; scores are mean votes of chains in random orders.

    Cost: T L learners on up to F + L features.

    References
    ----------
    J. Read, B. Pfahringer, G. Holmes and E. Frank, Classifier chains for multi-label classification, ECML PKDD, 2009,
    pp. 254-269.

    Examples
    --------
    >>> from hedgerow.datasets.generators.label_sets import make_label_sets
    >>> sample = make_label_sets(600, random_state=0)
    >>> chains = ChainEnsembleClassifier(random_state=0).fit(sample.X[:400], sample.Y[:400])
    >>> chains.orders_.shape, chains.score(sample.X[400:], sample.Y[400:]) > 0.3
    ((10, 6), True)
    """

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(default=10, kw_only=False)
    max_samples: float | None = parameter(SIZES, default=0.67)
    bootstrap: bool = parameter(Flag(), default=False)
    soft: bool = parameter(Flag(), default=False)
    combination: str = "vote"
    threshold: float | str = "pcut"

    orders_: NDArray[np.int64] = fitted()
    _chains: list[Chain] = fitted()

    def _learn(self, training: TrainingSet) -> None:
        seeds = draw_seeds(draw_entropy(self.random_state), int(self.n_estimators))
        bags = draw_bags(self, training, seeds[:, Stream.ROWS])
        self.orders_ = np.stack(
            [
                np.random.default_rng(int(seed)).permutation(training.n_targets)
                for seed in seeds[:, Stream.LABELS]
            ]
        )
        grower = ChainGrower.prepare(self._choose_estimator(), training)
        calls = zip(self.orders_, seeds[:, Stream.LEARNER], bags, strict=True)
        self._chains = list(map_in_threads(grower.grow, calls, self.n_jobs))
        self._find_threshold(training, lambda: self._score_out_of_bag(training, bags))

    def _score(self, X: Any) -> NDArray[np.float64]:
        calls = ((chain, X, self.soft, self._votes) for chain in self._chains)
        total = np.zeros((X.shape[0], self.n_labels_))
        for answer in map_in_threads(Chain.answer, calls, self.n_jobs):
            total += answer
        return np.asarray(total / len(self._chains))

    def _score_out_of_bag(self, training: TrainingSet, bags: NDArray[Any]) -> NDArray[np.float64]:
        """Mean out-of-bag prediction for each row; NaN where all chains have seen it."""
        unseen = [np.flatnonzero(bag == 0) for bag in bags]
        pairs = [(chain, rows) for chain, rows in zip(self._chains, unseen, strict=True) if rows.size]
        calls = ((chain, training.X[rows], self.soft, self._votes) for chain, rows in pairs)
        total, n_predicted = np.zeros(training.y.shape), np.zeros((training.n_samples, 1))
        for (_, rows), answer in zip(pairs, map_in_threads(Chain.answer, calls, self.n_jobs), strict=True):
            total[rows] += answer
            n_predicted[rows] += 1
        nobody = np.full_like(total, np.nan)
        return np.divide(total, n_predicted, out=nobody, where=n_predicted > 0)

    @property
    def estimators_(self) -> list[list[Any]]:
        """The fitted links of each chain."""
        return [[link[0] for link in chain.links] for chain in self._chains]


@dataclass(frozen=True, eq=False)
class Chain:
    """The links of one chain.

    Attributes
    ----------
    order : ndarray of shape (n_labels,)
        The label of each link.
    links : tuple of Members
        One fitted member each, which reads features and labels side by side.
    """

    order: NDArray[np.intp]
    links: tuple[Members, ...]

    def answer(self, X: Any, soft: bool, vote: bool) -> NDArray[np.float64]:
        """Go along the chain, each link told the predictions before it: (n_samples, n_labels), 0 and 1 or between.

        Parameters
        ----------
        X : ndarray or sparse matrix of shape (n_samples, n_features)
            The rows.
        soft : bool
            Whether links are told probabilities.
        vote : bool
            Whether the answer is 0 and 1.
        """
        told, predicted = (np.zeros((X.shape[0], self.order.size)) for _ in range(2))
        table = _append(X, told)
        for label, link in zip(self.order, self.links, strict=True):
            likely = link.outputs(table)[0]
            answer = (likely[:, 1] > likely[:, 0]).astype(np.float64)
            predicted[:, label] = answer if vote else likely[:, 1]
            told[:, label] = likely[:, 1] if soft else answer
            if sparse.issparse(X):
                table = _append(X, told)
            else:
                table[:, X.shape[1] + label] = told[:, label]
        return predicted


@dataclass(frozen=True, eq=False)
class ChainGrower:
    """A learner, and one table of features and labels for all chains.

    Attributes
    ----------
    prepared : Prepared
        The learner with the table.
    on : ndarray of bool of shape (n_samples, n_labels)
        The labels.
    n_features : int
        Number of features before them.
    """

    prepared: Prepared
    on: NDArray[np.bool_]
    n_features: int

    @classmethod
    def prepare(cls, estimator: Any, training: TrainingSet) -> ChainGrower:
        """Put labels behind the features, and prepare the table once."""
        categories = training.is_categorical
        if categories is not None:
            categories = np.append(categories, np.zeros(training.n_targets, np.bool_))
        prepared = as_learner(estimator).prepare(
            TrainingSet.of(
                _append(training.X, training.y.astype(np.float64)),
                np.zeros(training.n_samples, np.intp),
                n_classes=2,
                is_categorical=categories,
            )
        )
        return cls(prepared, training.y, training.X.shape[1])

    def grow(self, order: NDArray[np.intp], seed: np.uint64, bag: NDArray[Any]) -> Chain:
        """Fit the links of one chain."""
        seeds = np.random.PCG64(int(seed)).random_raw(order.size)
        links = []
        for place, label in enumerate(order):
            columns = np.append(np.arange(self.n_features), self.n_features + np.sort(order[:place]))
            target = self.on[None, :, label].astype(np.intp)
            with explain_failures(f"raised while the link of label {label} was fitted"):
                links.append(self.prepared.grow(seeds[place : place + 1], bag[None], [columns], target))
        return Chain(order, tuple(links))


def _append(X: Any, labels: NDArray[np.float64]) -> Any:
    """Features and labels side by side."""
    if sparse.issparse(X):
        return sparse.hstack([cast(Any, X), sparse.csr_matrix(labels)], format="csr")
    return np.hstack([X, labels])
