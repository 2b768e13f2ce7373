"""Label powerset: each set of labels is a class."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.many_labels.base import ManyLabelsClassifier
from hedgerow.many_labels.label_members import LabelMembers, LabelTask, full_bags


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
