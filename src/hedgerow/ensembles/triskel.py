"""TRISKEL: what learners biased towards different classes agree on is settled; an arbiter decides the rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.metaestimators import available_if

from hedgerow.combination.decision import share_out
from hedgerow.ensembles.cascade import Cascade, Default, Stage, Whole
from hedgerow.ensembles.separate_and_conquer import MemberOutputs, SeparatingClassifier, StageGrower
from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.progress import Progress
from hedgerow.learners import Members

_ROUNDING = 1e-12  # a share this near to one half is one half


@dataclass(frozen=True)
class Agreeing:
    """Pairs of learners biased in opposite directions, which take the rows for which one class is agreed on.

    Attributes
    ----------
    members : Members
        Two learners about two classes; or two for each learned class, which tell it from the others as 1 from 0.
    seen : ndarray of int
        Positions of the training rows that they learned.
    learned : ndarray of int
        The classes that were there to be learned.
    priors : ndarray of shape (n_classes,)
        What settles the tie of a learner.
    title : str
        What the stage is called in reports.
    """

    members: Members
    seen: NDArray[np.intp]
    learned: NDArray[np.intp]
    priors: NDArray[np.float64]
    title: str

    def answer(self, X: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Shares by the more reluctant of each pair; rows are taken where just one class convinces both of its pair."""
        pairs = self._predict_pairs(X)
        is_tied = np.abs(pairs - 0.5) <= _ROUNDING
        is_yes = np.where(is_tied, self.priors > 0.5, pairs > 0.5)
        takes = is_yes.all(axis=0).sum(axis=1) == 1
        return share_out(pairs.min(axis=0), fallback=pairs.mean(axis=0)), takes

    def _predict_pairs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """What both of a pair predict for each row and class, (2, n_samples, n_classes)."""
        outputs = self.members.outputs(X)
        if self.priors.size == 2:
            return outputs
        pairs = np.zeros((2, X.shape[0], self.priors.size))
        for position, label in enumerate(self.learned):
            pairs[:, :, label] = outputs[2 * position : 2 * position + 2, :, 1]
        return pairs


def _answers_alike(triskel: TriskelClassifier) -> bool:
    """Whether all learners predict the same classes: of more than two classes, a pair tells one from the others."""
    return triskel.n_classes_ <= 2


@configurable
class TriskelClassifier(MemberOutputs, SeparatingClassifier):
    """TRISKEL: learners biased in opposite directions answer where they agree, and an arbiter answers the rest.

    One learner is told that the positive class weighs more than the other, and one that it weighs less. Where even the
    one that would rather say "no" says "yes", or the other way round, the answer is safe. The rows on which they
    disagree are what is hard; an unbiased arbiter learns them alone, without being distracted by the easy ones.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; hedgerow's tree stopped by description length when None. A learner that fits its training rows
        without an error leaves nothing to the arbiter.
    bias : float, default=5.0
        Weight of a row of the favoured class relative to the others.
    n_rounds : int, default=1
        How many teams of biased learners, each on the rows that the one before disagreed on, come before the arbiter.
    random_state
        As for `EnsembleClassifier`.
    verbose
        As for `CautiousClassifier`.

    Attributes
    ----------
    classes_, n_classes_, class_prior_
        Labels, their number, and their shares of the training weight.
    estimators_ : list
        For two classes: the learner biased towards the second class and the one biased towards the first, round by
        round, and the arbiter, if there is one; they were told class codes. `Outputs` reads them.
    report_ : DataFrame
        One row per round, and one for the arbiter: how many training rows arrive, how many are taken, and how often
        the answers about those are wrong.
    n_features_in_, feature_names_in_
        Number of features, and their names where `X` had names.

    See Also
    --------
    CautiousClassifier

    Notes
    -----
    The paper has two classes. More than two have a pair of learners each, who tell it from the others, and a row is
    settled where exactly one class convinces both of its pair. A precise "yes" comes from the learner biased towards
    "no", contrary to what the thesis says in passing. The share of a class is what the more reluctant of its pair gives
    it, scaled to sum to one. The weights of a biased learner sum to what those of the rows sum to, so a bias does
    not look like more evidence; a learner whose `fit` takes no weights sees rows drawn by weight. Where all training
    rows are settled an arbiter has nothing to learn, and new rows that are not get the class shares of all training
    rows. The bias is a weight of 5.

    Formula::

        H(x) = h_P(x) where h_P(x) = h_N(x), else arbiter(x).

    Cost: Two fits for two classes, 2 K for K, in each round; and one of the arbiter.

    References
    ----------
    R. Khoussainov, A. Hess and N. Kushmerick, Ensembles of biased classifiers, ICML 2005, pp. 425-432.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 4.2.2.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> table = datasets.load("pima")
    >>> triskel = TriskelClassifier().fit(table.features[::2], table.target[::2])
    >>> triskel.report(table.features[1::2], table.target[1::2]).round(2)
           stage  n_arriving  n_taken  share  error
    0  agreement         384       42   0.11   0.02
    1    arbiter         342      342   0.89   0.29
    """

    bias: float = parameter(Number(0, closed="neither"), default=5.0)
    n_rounds: int = parameter(Count(), default=1)
    verbose: int = 0

    @available_if(_answers_alike)  # type: ignore[untyped-decorator]
    def member_outputs(self, X: Any) -> NDArray[np.float64]:
        """Predictions of each learner for each row, whichever stage answers it in the end; for two classes.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_members, n_samples, n_classes)
        """
        return super().member_outputs(X)

    @property
    def estimators_(self) -> list[Any]:
        """The learners, where all of them predict the same classes."""
        if not _answers_alike(self):
            raise AttributeError(
                f"about {self.n_classes_} classes the learners of TriskelClassifier predict different classes"
            )
        return super().estimators_

    def _build(self, grower: StageGrower) -> Sequence[Stage]:
        stages: list[Stage] = []
        training = grower.training
        left = training.counts > 0
        with Progress(self.n_rounds + 1, type(self).__name__, verbose=self.verbose > 0) as progress:
            while len(stages) < self.n_rounds and grower.count_classes(left) > 1:
                team = self._make_team(grower, left, len(stages))
                stages.append(team)
                left[left] = Cascade((team, Default(training.priors))).answer(training.X[left])[1] > 0
                progress.advance(1)
            if not left.any():
                return [*stages, Default(training.priors, "arbiter")]
            arbiter = grower.grow_one(left, self.n_rounds)
            progress.advance(1)
        return [*stages, Whole(arbiter, np.flatnonzero(left), "arbiter")]

    def _make_team(self, grower: StageGrower, left: NDArray[np.bool_], number: int) -> Agreeing:
        """Grow a pair for each class that is left; one pair is enough for two classes."""
        y, priors = grower.training.y, grower.training.priors
        learned = np.unique(y[left])
        favoured = np.array([1]) if priors.size == 2 else learned
        is_it = y == favoured[:, None]
        weights = grower.narrow(left).astype(np.float64)
        lines = np.stack([np.where(is_it, self.bias, 1.0), np.where(is_it, 1.0, self.bias)], axis=1) * weights
        lines *= weights.sum() / lines.sum(axis=2, keepdims=True)
        targets = None if priors.size == 2 else np.repeat(is_it.astype(np.intp), 2, axis=0)
        members = grower.grow(lines.reshape(-1, len(weights)), number, targets)
        title = "agreement" if self.n_rounds == 1 else f"agreement {number + 1}"
        return Agreeing(members, np.flatnonzero(left), learned, priors, title)
