"""Binary relevance: each label is a task of its own."""

from __future__ import annotations

from typing import Any

import numpy as np

from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.many_labels.base import ManyLabelsClassifier
from hedgerow.many_labels.label_members import LabelMembers, LabelTask, full_bags, score_left_out


@configurable
class BinaryRelevanceClassifier(ManyLabelsClassifier):
    """One classifier for each label, independent of the others.

    The baseline for many labels. It is right to ask label by label where each answer counts by itself (Hamming loss);
    where the whole set of labels should be right, what labels have to do with each other is lost.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; hedgerow's decision tree when None.
    threshold : float or "pcut", default=0.5
        A label is on where its probability is above that; "pcut" looks for the threshold at which rows that were left
        out, a third at a time, have as many labels as the training rows (see `pcut`).
    n_jobs : int or None, default=None
        Number of threads.
    random_state : int, RandomState or None, default=None
        Randomness of the learners.

    Attributes
    ----------
    estimators_ : list
        The classifier of each label, of the codes 0 and 1; of one code where the label never changes.
    threshold_ : float
        The threshold in use.
    classes_, label_names_, n_labels_
        For each label, how it is written when it is off and on; names, where y was a data frame; number of labels.

    See Also
    --------
    LabelPowersetClassifier, RAkELClassifier, ChainEnsembleClassifier

    Notes
    -----
    A label that is always on, or never, always gets that answer. Values may be missing where the learner allows it. All
    trees grow from one prepared table. The threshold may be learned by PCut.

    Formula::

        P(l | x) from column l of Y alone, for each label l.

    Cost: L times the learner, for L labels.

    References
    ----------
    G. Tsoumakas and I. Katakis, Multi-label classification: an overview, International Journal of Data Warehousing and
    Mining 3, 2007, pp. 1-13.

    Examples
    --------
    >>> from hedgerow.datasets.generators.label_sets import make_label_sets
    >>> sample = make_label_sets(300, random_state=0)
    >>> relevance = BinaryRelevanceClassifier(random_state=0).fit(sample.X[:200], sample.Y[:200])
    >>> relevance.predict(sample.X[200:]).shape
    (100, 6)
    """

    estimator: Any = parameter(default=None, kw_only=False)
    threshold: float | str = 0.5

    _label_members: LabelMembers = fitted()

    def _learn(self, training: TrainingSet) -> None:
        estimator = self._choose_estimator()
        # The classes are off and on even where a label never changes, so a code is always a label.
        either = np.array([[False], [True]])
        tasks = [
            LabelTask(np.array([label]), either, training.y[:, label].astype(np.intp))
            for label in range(training.n_targets)
        ]
        seeds = draw_seeds(draw_entropy(self.random_state), training.n_targets)[:, Stream.LEARNER]
        bags = full_bags(training, training.n_targets)
        self._label_members = LabelMembers.grow(estimator, training, tasks, seeds, bags, self.n_jobs)
        self._find_threshold(
            training,
            lambda: score_left_out(estimator, training, tasks, seeds, vote=False, n_jobs=self.n_jobs),
        )

    @property
    def estimators_(self) -> list[Any]:
        """The fitted classifier of each label."""
        return self._label_members.list_estimators()
