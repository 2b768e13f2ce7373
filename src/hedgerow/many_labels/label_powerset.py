"""Label powersets, where each set of labels is a class: of all labels, or of random small sets of them (RAkEL)."""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Flag
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.many_labels.base import ManyLabelsClassifier
from hedgerow.many_labels.label_members import LabelMembers, LabelTask, full_bags, score_left_out

_MOST_LISTED = 20_000  # subsets that are listed; of more, some are drawn until enough differ


@configurable
class LabelPowersetClassifier(ManyLabelsClassifier):
    """One classifier whose classes are the label sets that occur.

    What labels have to do with each other is kept, and a label set that never occurred is never answered. With many
    labels most sets are rare, and a class of one row is hardly learned; see `RAkELClassifier` and
    `PrunedSetsClassifier`.

    Parameters
    ----------
    estimator, n_jobs
        As for `BinaryRelevanceClassifier`.
    random_state : int, RandomState or None, default=None
        Randomness of the learner.

    Attributes
    ----------
    estimator_ : classifier
        The fitted classifier, of the codes of the label sets.
    label_sets_ : ndarray of shape (n_sets, n_labels)
        The label sets, 0 and 1, in the order of their codes.
    classes_, label_names_, n_labels_
        As for `BinaryRelevanceClassifier`.

    See Also
    --------
    BinaryRelevanceClassifier, RAkELClassifier, PrunedSetsEnsembleClassifier

    Notes
    -----
    ``predict`` answers the most probable set. ``predict_proba`` sums, for each label, the probabilities of the sets
    that hold it.

    Formula::

        P(l) is the sum of P(S) over the label sets S that hold l.

    Cost: The learner with as many classes as label sets occur, at most N.

    References
    ----------
    G. Tsoumakas and I. Katakis, Multi-label classification: an overview, International Journal of Data Warehousing and
    Mining 3, 2007, pp. 1-13.

    Examples
    --------
    >>> X = [[0.0], [0.1], [1.0], [1.1]]
    >>> powerset = LabelPowersetClassifier().fit(X, [[1, 1, 0], [1, 1, 0], [0, 0, 1], [0, 0, 1]])
    >>> powerset.predict([[0.2], [0.9]])
    array([[1, 1, 0],
           [0, 0, 1]])
    """

    estimator: Any = parameter(default=None, kw_only=False)

    label_sets_: NDArray[np.int64] = fitted()
    _label_members: LabelMembers = fitted()

    def _learn(self, training: TrainingSet) -> None:
        task = LabelTask.on_labels(np.arange(training.n_targets), training.y)
        seeds = draw_seeds(draw_entropy(self.random_state), 1)[:, Stream.LEARNER]
        estimator, bags = self._choose_estimator(), full_bags(training, 1)
        self._label_members = LabelMembers.grow(estimator, training, [task], seeds, bags, self.n_jobs)
        self.label_sets_ = task.sets.astype(np.int64)

    def _decide(self, X: Any) -> NDArray[np.bool_]:
        return self._label_members.pick_sets(X)

    @property
    def estimator_(self) -> Any:
        """The fitted classifier of label sets."""
        return self._label_members.list_estimators()[0]


def draw_disjoint(n_labels: int, size: int, generator: np.random.Generator) -> list[NDArray[np.intp]]:
    """Part the labels at random into subsets of a size; the last has what is left.

    Examples
    --------
    >>> [part.size for part in draw_disjoint(7, 3, np.random.default_rng(0))]
    [3, 3, 1]
    """
    order = generator.permutation(n_labels)
    return [np.sort(order[start : start + size]) for start in range(0, n_labels, size)]


def draw_overlapping(
    n_labels: int, size: int, n_subsets: int, generator: np.random.Generator
) -> list[NDArray[np.intp]]:
    """Draw distinct subsets of a size, at most all that there are, and one more for each label that is in none.

    Examples
    --------
    >>> subsets = draw_overlapping(6, 3, 20, np.random.default_rng(0))
    >>> len({tuple(subset) for subset in subsets})
    20
    """
    size = min(size, n_labels)
    n_possible = comb(n_labels, size)
    n_subsets = min(n_subsets, n_possible)
    if n_possible <= max(_MOST_LISTED, 2 * n_subsets):
        listed = list(combinations(range(n_labels), size))
        chosen = [listed[place] for place in generator.permutation(n_possible)[:n_subsets]]
    else:
        chosen = _draw_distinct(n_labels, size, n_subsets, generator)
    covered = {label for subset in chosen for label in subset}
    for label in range(n_labels):
        if label not in covered:  # so the new subset differs from all others
            others = np.delete(np.arange(n_labels), label)
            company = generator.choice(others, size - 1, replace=False)
            chosen.append(tuple(sorted([label, *company.tolist()])))
            covered.update(chosen[-1])
    return [np.array(subset, dtype=np.intp) for subset in chosen]


def _draw_distinct(
    n_labels: int, size: int, n_subsets: int, generator: np.random.Generator
) -> list[tuple[int, ...]]:
    """Draw until enough differ; at most every second draw is a repeat on average, as twice as many are possible."""
    chosen: dict[tuple[int, ...], None] = {}
    while len(chosen) < n_subsets:
        drawn = generator.choice(n_labels, size, replace=False)
        chosen[tuple(sorted(drawn.tolist()))] = None
    return list(chosen)


@configurable
class RAkELClassifier(ManyLabelsClassifier):
    r"""Members that each learn a few of the labels, drawn at random, together.

    Of k labels at most :math:`2^k` sets occur, so no class is as rare as those of the label powerset, and what the k
    labels have to do with each other is still learned. With overlap, label l is on where more than half of the members
    that know it predict it,

    .. math:: \frac{\sum_{m \ni l} \text{vote}_m(l)}{|\{m : m \ni l\}|} > t,

    so that label sets come out that no training row has.

    Parameters
    ----------
    estimator
        As for `BinaryRelevanceClassifier`.
    labelset_size : int, default=3
        k, labels that a member learns; all of them where there are no more.
    n_estimators : int or None, default=None
        Number of members with overlap; None for twice as many as labels. Never more than there are different subsets.
    overlap : bool, default=True
        True draws different subsets (RAkELo), and one more for each label that none of them holds. False parts the
        labels into ceil(L / k) subsets (RAkELd).
    combination : {"vote", "mean_probability"}, default="vote"
        Whether a member votes for its most probable label set, or gives each label its probability.
    threshold : float or "pcut", default=0.5
        A label is on where its score is above that; "pcut" looks for the threshold at which rows that were left out,
        a third at a time, have as many labels as the training rows, which takes three more fits of two thirds of the
        rows.
    n_jobs
        As for `BinaryRelevanceClassifier`.
    random_state : int, RandomState or None, default=None
        Draws of the subsets, and the randomness of the learners.

    Attributes
    ----------
    labelsets_ : list of ndarray
        The labels that each member knows.
    estimators_ : list
        The fitted members, of the codes of the label sets that occur in their labels.
    threshold_ : float
        The threshold in use.
    classes_, label_names_, n_labels_
        As for `BinaryRelevanceClassifier`.

    See Also
    --------
    LabelPowersetClassifier, BinaryRelevanceClassifier, pcut

    Notes
    -----
    Voting with probabilities, and PCut for RAkEL, are extensions. With fewer than six rows "pcut" is 0.5. A label that
    no drawn subset holds gets one more subset.

    Cost: min(2 L, C(L, k)) learners of at most 2^k classes; L / k of them without overlap.

    References
    ----------
    G. Tsoumakas, I. Katakis and I. Vlahavas, Random k-labelsets for multilabel classification, IEEE TKDE 23, 2011,
    pp. 1079-1089.

    G. Tsoumakas and I. Vlahavas, Random k-labelsets: an ensemble method for multilabel classification, ECML, 2007.

    Examples
    --------
    >>> from hedgerow.datasets.generators.label_sets import make_label_sets
    >>> sample = make_label_sets(600, random_state=0)
    >>> rakel = RAkELClassifier(random_state=0).fit(sample.X[:400], sample.Y[:400])
    >>> len(rakel.labelsets_), rakel.labelsets_[0].size
    (12, 3)
    >>> rakel.score(sample.X[400:], sample.Y[400:]) > 0.3
    True
    """

    estimator: Any = parameter(default=None, kw_only=False)
    labelset_size: int = parameter(Count(), default=3, kw_only=False)
    n_estimators: int | None = parameter(Count() | None, default=None, kw_only=False)
    overlap: bool = parameter(Flag(), default=True)
    combination: str = "vote"
    threshold: float | str = 0.5

    labelsets_: list[NDArray[np.int64]] = fitted()
    _label_members: LabelMembers = fitted()

    def _learn(self, training: TrainingSet) -> None:
        estimator = self._choose_estimator()
        entropy = draw_entropy(self.random_state)
        self.labelsets_ = self._draw_labelsets(training.n_targets, np.random.default_rng(entropy))
        tasks = [LabelTask.on_labels(labels, training.y) for labels in self.labelsets_]
        seeds = draw_seeds(entropy, len(tasks))[:, Stream.LEARNER]
        bags = full_bags(training, len(tasks))
        self._label_members = LabelMembers.grow(estimator, training, tasks, seeds, bags, self.n_jobs)
        self._find_threshold(
            training,
            lambda: score_left_out(estimator, training, tasks, seeds, vote=self._votes, n_jobs=self.n_jobs),
        )

    def _draw_labelsets(self, n_labels: int, generator: np.random.Generator) -> list[NDArray[np.intp]]:
        size = min(self.labelset_size, n_labels)
        n_estimators = self.n_estimators
        n_subsets = min(2 * n_labels, comb(n_labels, size)) if n_estimators is None else n_estimators
        if not self.overlap:
            return draw_disjoint(n_labels, size, generator)
        return draw_overlapping(n_labels, size, n_subsets, generator)

    @property
    def estimators_(self) -> list[Any]:
        """The fitted members."""
        return self._label_members.list_estimators()
