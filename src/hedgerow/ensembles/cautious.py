"""Cautious classifiers that delegate: whoever is not sure passes the row on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.model_selection import check_cv

from hedgerow.combination.abstention import cautious_threshold
from hedgerow.ensembles.cascade import Stage, Whole
from hedgerow.ensembles.separate_and_conquer import MemberOutputs, SeparatingClassifier, StageGrower
from hedgerow.ensembles.stratified_folds import deal_folds
from hedgerow.foundation.constraints import Count, Number, check
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.progress import Progress
from hedgerow.learners import Members

_ROUNDING = 1e-12  # a learner may predict the same row differently by a bit among other rows


@dataclass(frozen=True)
class Confident:
    """A learner that takes the rows it is confident about.

    Attributes
    ----------
    members : Members
        The learner, a single member.
    seen : ndarray of int
        Positions of the training rows that it learned.
    threshold : float
        Least confidence, the largest class share, at which it answers.
    """

    members: Members
    seen: NDArray[np.intp]
    threshold: float

    @property
    def title(self) -> str:
        """The threshold in words."""
        return f"confidence of at least {self.threshold:.3g}"

    def answer(self, X: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """The learner's shares; rows are taken where the largest is large enough."""
        shares = self.members.outputs(X)[0]
        return shares, shares.max(axis=1) >= self.threshold - _ROUNDING


@configurable
class CautiousClassifier(MemberOutputs, SeparatingClassifier):
    r"""Cautious classifiers in a row: each answers where it is confident, and delegates the rest to the next.

    The first stage learns all rows. It keeps those of the highest confidence, a share p of them,

    .. math:: \gamma = \max \{ g : \#\{i : c(x_i) \ge g\} \ge p N \},

    and the next stage learns only the others, on which it can specialise. A new row is answered by the first stage
    whose confidence in it reaches its threshold, and by the last one otherwise.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns, once per stage; hedgerow's tree stopped by description length when None. Its largest class share is
        the confidence, so a tree grown to purity, which is always certain, delegates nothing.
    coverage : float, default=0.5
        p, the share of the rows that a stage keeps; all rows at the threshold are kept, so it may be exceeded.
    max_stages : int, default=2
        Most stages.
    min_samples : int, default=10
        Fewest rows that are worth another stage.
    cv : int, splitter, iterable or None, default=None
        Folds in which the confidences that make the threshold are found, by learners that were not fitted on the row.
        None is for pruned trees and other learners that are as sure about new rows as about those they have learned;
        forests and nearest neighbours are not, and would pass on too much.
    random_state
        As for `EnsembleClassifier`.
    verbose : int, default=0
        Whether to show progress.

    Attributes
    ----------
    classes_, n_classes_, class_prior_
        Labels, their number, and their shares of the training weight.
    thresholds_ : list of float
        Least confidence of each stage but the last.
    estimators_ : list
        The fitted learner of each stage; they were told class codes.
    report_ : DataFrame
        One row per stage: how many training rows arrive, how many it takes, and how often it errs about those.
    n_features_in_, feature_names_in_
        Number of features, and their names where `X` had names.

    See Also
    --------
    hedgerow.combination.abstain : Answer the confident rows, and no others.
    LeafCoverClassifier, TriskelClassifier

    Notes
    -----
    The papers leave p, the numbers of stages and rows and the folds open. Stages also end where the rest has one class.
    With `sample_weight` the share is one of the weight. p is 0.5, and there are two stages. Confidences may be found in
    folds (``cv``), which learners that are surer of what they have learned need.

    Formula: Rogers 2007, eq. 4.7.

    Cost: One fit per stage, on ever fewer rows; as many more as there are folds.

    References
    ----------
    C. Ferri, P. Flach and J. Hernandez-Orallo, Delegating classifiers, ICML 2004.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.7.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> table = datasets.load("pima")
    >>> cautious = CautiousClassifier().fit(table.features[::2], table.target[::2])
    >>> cautious.report(table.features[1::2], table.target[1::2]).round(2)
                              stage  n_arriving  n_taken  share  error
    0  confidence of at least 0.642         384      237   0.62   0.22
    1                          last         147      147   0.38   0.34
    """

    coverage: float = parameter(Number(0, 1, "right"), default=0.5)
    max_stages: int = parameter(Count(), default=2)
    min_samples: int = parameter(Count(), default=10)
    cv: Any = None
    verbose: int = 0

    @property
    def thresholds_(self) -> list[float]:
        """Least confidence of each stage but the last."""
        return [stage.threshold for stage in self._cascade.stages if isinstance(stage, Confident)]

    def check_together(self) -> None:
        """Refuse a number of folds that is none."""
        if isinstance(self.cv, int | np.integer):
            check("cv", self.cv, Count(2))

    def _build(self, grower: StageGrower) -> Sequence[Stage]:
        stages: list[Stage] = []
        training = grower.training
        left = training.counts > 0
        splits = self._split(grower)
        with Progress(self.max_stages, type(self).__name__, verbose=self.verbose > 0) as progress:
            while True:
                number = len(stages)
                members = grower.grow_one(left, number)
                progress.advance(1)
                if number + 1 == self.max_stages:
                    break
                own = members.outputs(training.X[left])[0].max(axis=1)
                confidence = _cross_validate(grower, own, left, splits, number)
                threshold = cautious_threshold(confidence, self.coverage, training.counts[left])
                threshold = min(threshold, float(own.max()))  # whatever others reach, a stage takes some row
                rest = left.copy()
                rest[left] = confidence < threshold - _ROUNDING
                if np.count_nonzero(rest) < self.min_samples or grower.count_classes(rest) < 2:
                    break
                stages.append(Confident(members, np.flatnonzero(left), threshold))
                left = rest
        return [*stages, Whole(members, np.flatnonzero(left), "last")]

    def _split(self, grower: StageGrower) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Rows to learn and rows to judge, fold by fold; nothing where confidences are about learned rows."""
        if self.cv is None:
            return []
        X, y = grower.training.X, grower.training.y
        if not isinstance(self.cv, int | np.integer):
            return list(check_cv(self.cv, y, classifier=True).split(X, y))
        rows = np.flatnonzero(grower.training.counts > 0)
        fold = deal_folds(np.random.default_rng(grower.entropy), y[rows], int(self.cv))
        return [(rows[fold != number], rows[fold == number]) for number in range(int(self.cv))]


def _cross_validate(
    grower: StageGrower,
    own: NDArray[np.float64],
    left: NDArray[np.bool_],
    splits: Sequence[tuple[NDArray[np.intp], NDArray[np.intp]]],
    number: int,
) -> NDArray[np.float64]:
    """Confidence in each row that is left, out of its folds; the stage's own where there are none."""
    total, n_judges = np.zeros((2, len(left)))
    for train, test in splits:
        learned = np.zeros_like(left)
        learned[train] = left[train]
        judged = test[left[test]]
        if learned.any() and judged.size:
            judge = grower.grow_one(learned, number)
            total[judged] += judge.outputs(grower.training.X[judged])[0].max(axis=1)
            n_judges[judged] += 1
    return np.divide(total[left], n_judges[left], out=own.copy(), where=n_judges[left] > 0)
