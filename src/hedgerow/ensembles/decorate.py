"""DECORATE: members that learn synthetic rows, labelled against the ensemble so far."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination import MeanProbability
from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.artificial import RowDistribution, draw_opposed_labels
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.grower import Grower, GrownMembers
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Members
from hedgerow.learners.protocol import explain_failures
from hedgerow.resampling import Full

if TYPE_CHECKING:
    import pandas as pd

_ROUNDING = 1e-12  # errors that differ by less are equal


@dataclass(frozen=True)
class TriedMember:
    """A member that was tried: its error on the real rows, that of the ensemble with it, and whether it was kept."""

    member_error: float
    ensemble_error: float
    kept: bool


@dataclass(frozen=True)
class CandidateGrower:
    """Grows candidates on the real rows and on synthetic ones whose labels contradict the ensemble.

    Attributes
    ----------
    grower : Grower
        The learner, and the real rows.
    weights : ndarray of shape (n_samples,)
        Weights of the real rows.
    rows : RowDistribution
        Where synthetic rows come from.
    n_artificial : int
        How many of them a candidate sees.
    """

    grower: Grower
    weights: NDArray[Any]
    rows: RowDistribution
    n_artificial: int

    def grow(self, members: Members, seeds: NDArray[np.uint64], position: int) -> Members:
        """Grow one more member, with synthetic rows against the given ones."""
        training = self.grower.training
        synthetic = self.rows.draw(self.n_artificial, int(seeds[Stream.ROWS]))
        probabilities = members.sum_outputs(synthetic, None, False) / len(members)
        labels = draw_opposed_labels(probabilities, int(seeds[Stream.LABELS]))
        typical = 1 if self.weights.dtype.kind == "i" else self.weights[self.weights > 0].mean()
        weights = np.concatenate([self.weights, np.full(self.n_artificial, typical, self.weights.dtype)])
        prepared = self.grower.learner.prepare(
            TrainingSet.of(
                np.vstack([training.X, synthetic.astype(training.X.dtype)]),
                np.concatenate([training.y, labels]),
                n_classes=training.n_classes,
                is_categorical=training.is_categorical,
            )
        )
        with explain_failures(f"raised while candidate {position} of the ensemble was fitted"):
            return prepared.grow(seeds[Stream.LEARNER :][:1], weights[None])


@configurable
class DecorateClassifier(EnsembleClassifier):
    r"""DECORATE: every member sees all rows, and synthetic rows that contradict the ensemble so far.

    The first member learns the table as it is. For each next one rows are drawn from what is known about the columns,
    and get labels that the ensemble holds unlikely,

    .. math:: P(y = k) = \frac{1 / P_k(x)}{\sum_j 1 / P_j(x)},

    so that a member that learns both must differ from the others where there are no real rows, and agree with the real
    ones. It is kept only if the error of the ensemble on the real rows does not rise. Made for small samples, where
    bootstrap samples would lose rows that nobody can spare.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; hedgerow's decision tree with leaves of at least two rows when None.
    n_estimators : int, default=15
        Number of members to aim for.
    max_trials : int, default=50
        Most candidates to grow; fewer members than `n_estimators` may come of them.
    artificial_ratio : float, default=1.0
        Synthetic rows per real row.
    warm_start : bool, default=False
        Whether `fit` goes on from the members that are there, as if it had not stopped.
    n_jobs : int or None, default=None
        Workers that predict; members have to wait for each other.
    random_state, verbose
        As for `EnsembleClassifier`.

    Attributes
    ----------
    trials_ : DataFrame
        One row per candidate: its error on the training rows, that of the ensemble with it, whether it was `kept`.
    classes_, members_, estimators_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    BaggingClassifier

    Notes
    -----
    Probabilities are averaged. Any probability below 0.001 counts as 0.001, not only those that are 0, so an
    opinion is never turned round less for being firmer. Only categories that occur are drawn. A value is missing as
    often as in its column. Weights weigh the real rows, their error and the distribution; a synthetic row has the mean
    weight. Sparse matrices are refused, since synthetic rows would not be sparse. The learner is a tree with leaves of
    two rows, since C4.5 is not part of this package.

    Formula::

        Numbers ~ Normal(mean, sd), categories ~ (count + 1) / (n + categories).

    Cost: At most ``max_trials`` fits of (1 + ``artificial_ratio``) N rows, one after the other.

    References
    ----------
    P. Melville and R. Mooney, Constructing diverse classifier ensembles using artificial training examples, IJCAI 2003,
    pp. 505-510.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 3.4.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> table = datasets.load("sonar")
    >>> few, rest = table.features[::5], table.features[1::5]
    >>> decorate = DecorateClassifier(random_state=0).fit(few, table.target[::5])
    >>> len(decorate.estimators_), bool(decorate.trials_["kept"].all())
    (15, True)
    >>> decorate.score(rest, table.target[1::5]) > 0.7
    True
    """

    n_estimators: int = parameter(Count(), default=15, kw_only=False)
    max_trials: int = parameter(Count(), default=50)
    artificial_ratio: float = parameter(Number(0, closed="neither"), default=1.0)

    oob_score: ClassVar[bool] = False  # type: ignore[misc]  # there are no rows that a member was not fitted on

    @property
    def trials_(self) -> pd.DataFrame:
        """What became of each candidate."""
        import pandas as pd

        check_is_fitted(self)
        return pd.DataFrame([asdict(each) for each in self._grown.state])

    def _choices(self) -> Choices:
        return Choices(self.estimator, Full(), MeanProbability())

    def _make_default_estimator(self) -> Any:
        from hedgerow.trees.estimators import DecisionTreeClassifier

        return DecisionTreeClassifier(min_samples_leaf=2)

    def _grow(self, grower: Grower, n_grown: int) -> GrownMembers:
        if n_grown == 0:
            self._entropy = draw_entropy(self.random_state)
        seeds = draw_seeds(self._entropy, self.max_trials)
        training, weights = grower.training, grower.plan.draw_weights(seeds[:1])[0]
        rows = RowDistribution.learn(training.X, training.is_categorical, weights)
        n_artificial = max(1, round(self.artificial_ratio * np.count_nonzero(weights)))
        candidates = CandidateGrower(grower, weights, rows, n_artificial)
        with Progress(self.n_estimators - n_grown, type(self).__name__, verbose=self.verbose > 0) as progress:
            if n_grown:
                members, tried = self._grown.members, list(self._grown.state)
            else:
                members = grower.grow(seeds[:1])
                shares = members.outputs(training.X)[0]
                tried = [self._judge(shares, shares, candidates, np.inf)]
                progress.advance(1)
            return self._add_members(candidates, members, tried, seeds, progress)

    def _add_members(
        self,
        candidates: CandidateGrower,
        members: Members,
        tried: list[TriedMember],
        seeds: NDArray[np.uint64],
        progress: Progress,
    ) -> GrownMembers:
        """Try candidates until there are enough members, or trials."""
        X = candidates.grower.training.X
        total = members.sum_outputs(X, None, False)
        while len(members) < self.n_estimators and len(tried) < self.max_trials:
            candidate = candidates.grow(members, seeds[len(tried)], len(tried))
            shares = candidate.outputs(X)[0]
            before = next(each.ensemble_error for each in reversed(tried) if each.kept)
            tried.append(self._judge(shares, (total + shares) / (len(members) + 1), candidates, before))
            if tried[-1].kept:
                members, total = members.join([candidate]), total + shares
                progress.advance(1)
        return GrownMembers(members, np.ones(len(members)), None, tuple(tried))

    def _judge(
        self,
        shares: NDArray[np.float64],
        combined: NDArray[np.float64],
        candidates: CandidateGrower,
        before: float,
    ) -> TriedMember:
        """Errors of a candidate and of the ensemble with it, which must not be larger than the one before."""
        error = self._find_error(combined, candidates)
        kept = bool(error <= before + _ROUNDING)
        return TriedMember(self._find_error(shares, candidates), error, kept)

    def _find_error(self, scores: NDArray[np.float64], candidates: CandidateGrower) -> float:
        is_wrong = pick_class(scores, np.asarray(self.class_prior_)) != candidates.grower.training.y
        return float(np.average(is_wrong, weights=candidates.weights))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags
