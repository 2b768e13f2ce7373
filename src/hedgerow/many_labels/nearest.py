"""ML-kNN: how many of the nearest rows carry a label, read by Bayes' rule."""

from __future__ import annotations

from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.spaces import Space
from hedgerow.many_labels.base import ManyLabelsClassifier
from hedgerow.tables.distances import SCALINGS, Scaling, split_into_blocks


@configurable
class MLKNNClassifier(ManyLabelsClassifier):
    r"""Nearest neighbours for many labels, by Bayes' rule.

    Of the k rows next to x, d carry label l. Over the training rows, each with its own neighbours, it is counted how
    often d is found next to rows with and without the label, and

    .. math:: P(l \mid d) = \frac{P_1 P(d \mid 1)}{P_1 P(d \mid 1) + (1 - P_1) P(d \mid 0)},

    .. math:: P_1 = \frac{s + n_1}{2 s + n}, \quad P(d \mid 1) = \frac{s + c_1(d)}{s (k + 1) + n_1}.

    Neighbours are looked for once for all labels.

    Parameters
    ----------
    n_neighbors : int, default=10
        k; all other rows where there are fewer.
    smoothing : float, default=1.0
        s, what is added to each count.
    scaling : {"standard", "range", "none"}, default="standard"
        What numbers are divided by: their standard deviation, their range, or nothing.
    threshold : float or "pcut", default=0.5
        A label is on where its probability is above that; "pcut" looks for the threshold at which the training rows,
        each scored by its neighbours, have as many labels as they should.
    n_jobs
        As for `BinaryRelevanceClassifier`.

    Attributes
    ----------
    probabilities_ : ndarray of shape (n_labels, k + 1)
        Probability of each label, given how many neighbours carry it.
    n_neighbors_ : int
        How many neighbours are counted.
    threshold_ : float
        The threshold in use.
    classes_, label_names_, n_labels_
        As for `BinaryRelevanceClassifier`.

    See Also
    --------
    InstancePruningClassifier, BinaryRelevanceClassifier

    Notes
    -----
    Of rows at the same distance, the first are nearer. Two categories differ by 0 or 1, and where a value is missing
    the difference is the one to expect. Weights of rows count in the probabilities, not among neighbours; rows without
    weight are not there. Numbers are divided by their standard deviation unless ``scaling="none"``.

    Cost: One search for neighbours, O(N^2 F), whatever the number of labels.

    References
    ----------
    M.-L. Zhang and Z.-H. Zhou, ML-KNN: a lazy learning approach to multi-label learning, Pattern Recognition 40, 2007,
    pp. 2038-2048.

    Examples
    --------
    >>> X = [[0.0], [1.0], [2.0], [3.0], [4.0], [5.0]]
    >>> nearest = MLKNNClassifier(2, scaling="none").fit(X, [[1], [1], [1], [0], [0], [0]])
    >>> nearest.predict_proba([[1.4], [2.6], [4.2]]).ravel()
    array([0.75, 0.5 , 0.25])
    """

    n_neighbors: int = parameter(Count(), default=10, kw_only=False)
    smoothing: float = parameter(Number(0, closed="neither"), default=1.0)
    scaling: str = parameter(Word(*SCALINGS), default="standard")
    threshold: float | str = 0.5
    random_state: ClassVar[None] = None  # type: ignore[misc]  # nothing is drawn

    n_neighbors_: int = fitted()
    probabilities_: NDArray[np.float64] = fitted()
    _space: Space = fitted()
    _on: NDArray[np.bool_] = fitted()

    def _learn(self, training: TrainingSet) -> None:
        nothing = np.zeros(training.n_samples, np.intp)  # the space needs classes, which nobody reads
        self._space = Space.learn(
            training.X,
            nothing,
            n_classes=1,
            is_categorical=training.is_categorical,
            scaling=cast(Scaling, self.scaling),
        )
        self._on = training.y
        self.n_neighbors_ = max(1, min(self.n_neighbors, training.n_samples - 1))
        n_near = self._count_near(training.X, np.arange(training.n_samples))
        self.probabilities_ = learn_probabilities(
            n_near, training.y, training.row_weights, self.n_neighbors_, float(self.smoothing)
        )
        self._find_threshold(training, lambda: self._look_up(n_near))

    def _score(self, X: Any) -> NDArray[np.float64]:
        return self._look_up(self._count_near(X, None))

    def _look_up(self, n_near: NDArray[np.intp]) -> NDArray[np.float64]:
        return np.take_along_axis(self.probabilities_, n_near.T, axis=1).T

    def _count_near(self, X: NDArray[np.float64], own: NDArray[np.intp] | None) -> NDArray[np.intp]:
        """How many of the nearest rows carry each label, (n_samples, n_labels)."""
        if own is not None and len(own) == 1:
            return np.zeros((1, self._on.shape[1]), np.intp)  # there is no other row
        calls = (
            (X[block], None if own is None else own[block])
            for block in split_into_blocks(len(X), len(self._on))
        )
        return np.concatenate(list(map_in_threads(self._count_block, calls, self.n_jobs)))

    def _count_block(self, X: NDArray[np.float64], own: NDArray[np.intp] | None) -> NDArray[np.intp]:
        every = np.ones(X.shape[1], np.bool_)
        nearest = self._space.ask(X, own).list_nearest(every, self.n_neighbors_)
        n_near = np.zeros((len(X), self._on.shape[1]), np.intp)
        for place in nearest.T:  # one neighbour at a time: all at once would take k times the memory
            n_near += self._on[place]
        return n_near

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags


def learn_probabilities(
    n_near: NDArray[np.intp],
    on: NDArray[np.bool_],
    weights: NDArray[np.float64],
    n_neighbors: int,
    smoothing: float,
) -> NDArray[np.float64]:
    """Probability of each label, given how many neighbours carry it: (n_labels, n_neighbors + 1).

    Parameters
    ----------
    n_near : ndarray of shape (n_samples, n_labels)
        How many neighbours of a row carry each label.
    on : ndarray of bool of shape (n_samples, n_labels)
        Whether the row carries it.
    weights : ndarray of shape (n_samples,) or (n_samples, n_labels)
        Weights of the rows, or of each row for each label.
    n_neighbors, smoothing
        k and s.

    Examples
    --------
    >>> n_near, on = np.array([[2], [2], [1], [1], [0], [0]]), np.array([[1], [1], [1], [0], [0], [0]], bool)
    >>> learn_probabilities(n_near, on, np.ones(6), 2, 1.0)
    array([[0.25, 0.5 , 0.75]])
    """
    by_row = weights.reshape(len(weights), -1)
    with_label, without = (_count_by_label(n_near, carried * by_row, n_neighbors) for carried in (on, ~on))
    n_with, n_without = with_label.sum(axis=1, keepdims=True), without.sum(axis=1, keepdims=True)
    prior = (smoothing + n_with) / (2 * smoothing + n_with + n_without)
    if_on = prior * (smoothing + with_label) / (smoothing * (n_neighbors + 1) + n_with)
    if_off = (1 - prior) * (smoothing + without) / (smoothing * (n_neighbors + 1) + n_without)
    return np.asarray(if_on / (if_on + if_off))


def _count_by_label(
    n_near: NDArray[np.intp], weights: NDArray[np.float64], n_neighbors: int
) -> NDArray[np.float64]:
    """Weight of the rows with each number of neighbours, label by label: (n_labels, n_neighbors + 1)."""
    n_labels = n_near.shape[1]
    places = np.arange(n_labels) * (n_neighbors + 1) + n_near
    counts = np.bincount(places.ravel(), weights.ravel(), n_labels * (n_neighbors + 1))
    return np.asarray(counts.reshape(n_labels, n_neighbors + 1), dtype=np.float64)
