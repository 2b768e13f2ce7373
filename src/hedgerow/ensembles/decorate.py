"""DECORATE: members that learn made-up rows, labelled against the ensemble so far."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination.decision import pick_class
from hedgerow.ensembles.artificial import RowDistribution, draw_opposed_labels
from hedgerow.ensembles.choices import Choices
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.grower import Grower, GrownMembers, grow_batch
from hedgerow.foundation.parameters import check_count, check_number
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import MemberError, Members

if TYPE_CHECKING:
    import pandas as pd

_ROUNDING = 1e-12  # errors that differ by less are equal


@dataclass(frozen=True)
class Trial:
    """One candidate: its error on the real rows, that of the ensemble with it, and whether it was kept."""

    member_error: float
    ensemble_error: float
    kept: bool


@dataclass(frozen=True)
class Workshop:
    """Makes candidates: real rows beside made-up ones that contradict the ensemble.

    Attributes
    ----------
    grower : Grower
        The learner, and the real labels.
    X : ndarray of shape (n_samples, n_features)
        The real rows.
    weights : ndarray of shape (n_samples,)
        Their weights.
    is_categorical : ndarray of bool or None
        Which columns are categories.
    rows : RowDistribution
        Where made-up rows come from.
    n_artificial : int
        How many of them a candidate sees.
    """

    grower: Grower
    X: NDArray[np.float64]
    weights: NDArray[Any]
    is_categorical: NDArray[np.bool_] | None
    rows: RowDistribution
    n_artificial: int

    def make(self, members: Members, seeds: NDArray[np.uint64], position: int) -> Members:
        """Grow one more member, on rows that are made up against the given ones."""
        made_up = self.rows.draw(self.n_artificial, int(seeds[Stream.ROWS]))
        opinion = members.sum_outputs(made_up, None, False) / len(members)
        labels = draw_opposed_labels(opinion, int(seeds[Stream.LABELS]))
        typical = 1 if self.weights.dtype.kind == "i" else self.weights[self.weights > 0].mean()
        weights = np.concatenate([self.weights, np.full(self.n_artificial, typical, self.weights.dtype)])
        prepared = self.grower.learner.prepare(
            TrainingSet.of(
                np.vstack([self.X, made_up.astype(self.X.dtype)]),
                np.concatenate([self.grower.y, labels]),
                n_classes=self.grower.plan.n_classes,
                is_categorical=self.is_categorical,
            )
        )
        try:
            return prepared.grow(seeds[Stream.LEARNER :][:1], weights[None])
        except MemberError as failure:
            cause = failure.__cause__ or failure
            cause.add_note(f"raised while candidate {position} of the ensemble was fitted")
            raise cause from None


class DecorateClassifier(EnsembleClassifier):
    r"""DECORATE: every member sees all rows, and made-up rows that contradict the ensemble so far.

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
        Made-up rows per real row.
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
    Probabilities are averaged. Any probability below 0.001 counts as 0.001, not only those that are 0, so that an
    opinion is never turned round less for being firmer. Only categories that occur are drawn. A value is missing as
    often as in its column. Weights weigh the real rows, their error and the distribution; a made-up row has the mean
    weight. Sparse matrices are refused, since made-up rows would not be sparse. The learner is a tree with leaves of
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

    oob_score = False  # there are no rows that a member did not see

    def __init__(
        self,
        estimator: Any = None,
        n_estimators: int = 15,
        *,
        max_trials: int = 50,
        artificial_ratio: float = 1.0,
        warm_start: bool = False,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        verbose: int = 0,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_trials = max_trials
        self.artificial_ratio = artificial_ratio
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @property
    def trials_(self) -> pd.DataFrame:
        """What became of each candidate."""
        import pandas as pd

        check_is_fitted(self)
        return pd.DataFrame([asdict(trial) for trial in self._grown.state])

    def _choices(self) -> Choices:
        return Choices(self.estimator, resampling="full")

    def _make_default_estimator(self) -> Any:
        from hedgerow.trees.estimators import DecisionTreeClassifier

        return DecisionTreeClassifier(min_samples_leaf=2)

    def _grow(self, grower: Grower, X: NDArray[np.float64], n_grown: int) -> GrownMembers:
        self._check_sizes()
        if n_grown == 0:
            self._entropy = draw_entropy(self.random_state)
        seeds = draw_seeds(self._entropy, self.max_trials)
        weights = grower.plan.draw_weights(seeds[:1])[0]
        is_categorical = None if self._encoding is None else self._encoding.is_categorical
        rows = RowDistribution.learn(X, is_categorical, weights)
        n_artificial = max(1, round(self.artificial_ratio * np.count_nonzero(weights)))
        workshop = Workshop(grower, X, weights, is_categorical, rows, n_artificial)
        with Progress(self.n_estimators - n_grown, type(self).__name__, verbose=self.verbose > 0) as progress:
            if n_grown:
                members, trials = self._grown.members, list(self._grown.state)
            else:
                members = grow_batch(grower, seeds[:1], 0)
                said = members.outputs(X)[0]
                trials = [self._judge(said, said, workshop, np.inf)]
                progress.advance(1)
            return self._add_members(workshop, members, trials, seeds, progress)

    def _add_members(
        self,
        workshop: Workshop,
        members: Members,
        trials: list[Trial],
        seeds: NDArray[np.uint64],
        progress: Progress,
    ) -> GrownMembers:
        """Try candidates until there are enough members, or trials."""
        total = members.sum_outputs(workshop.X, None, False)
        while len(members) < self.n_estimators and len(trials) < self.max_trials:
            candidate = workshop.make(members, seeds[len(trials)], len(trials))
            said = candidate.outputs(workshop.X)[0]
            before = next(trial.ensemble_error for trial in reversed(trials) if trial.kept)
            trials.append(self._judge(said, (total + said) / (len(members) + 1), workshop, before))
            if trials[-1].kept:
                members, total = members.join([candidate]), total + said
                progress.advance(1)
        return GrownMembers(members, np.ones(len(members)), None, tuple(trials))

    def _judge(
        self, said: NDArray[np.float64], together: NDArray[np.float64], workshop: Workshop, before: float
    ) -> Trial:
        """Errors of a candidate and of the ensemble with it, which must not be larger than the one before."""
        error = self._find_error(together, workshop)
        return Trial(self._find_error(said, workshop), error, bool(error <= before + _ROUNDING))

    def _find_error(self, scores: NDArray[np.float64], workshop: Workshop) -> float:
        is_wrong = pick_class(scores, self.class_prior_) != workshop.grower.y
        return float(np.average(is_wrong, weights=workshop.weights))

    def _check_sizes(self) -> None:
        check_count("max_trials", self.max_trials)
        check_number("artificial_ratio", self.artificial_ratio, 0, closed="neither")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False
        return tags
