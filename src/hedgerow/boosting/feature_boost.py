"""FeatureBoost: each member does without features that the one before it relied on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.ensembles.engine import EnsembleClassifier
from hedgerow.ensembles.grower import Grower, GrownMembers
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Count, Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.seeds import Stream, draw_entropy, draw_seeds
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import Members
from hedgerow.resampling import Bootstrap
from hedgerow.trees.grower import TreeMembers


@dataclass(frozen=True)
class Probe:
    """One member, and rows on which to find out what it relies on.

    Attributes
    ----------
    members : Members
        The member, by itself.
    training : TrainingSet
        The rows.
    """

    members: Members
    training: TrainingSet

    @classmethod
    def on_unseen(cls, members: Members, training: TrainingSet, in_bag: NDArray[Any]) -> Self:
        """Take the out-of-bag rows of the member; all rows where none of those has a weight."""
        weights = training.counts
        rows = np.flatnonzero((in_bag == 0) & (weights > 0))
        return cls(members, training.select(rows if rows.size else np.flatnonzero(weights)))

    def find_error(self, X: NDArray[np.float64]) -> float:
        """Share of the weight that the member gets wrong when the rows are as in `X`."""
        wrong = self.members.outputs(X)[0].argmax(axis=1) != self.training.y
        return float(np.average(wrong, weights=self.training.counts))

    def shuffle(self, features: NDArray[np.intp], generator: np.random.Generator) -> NDArray[np.float64]:
        """The rows, with the values of each of some features shuffled."""
        X: NDArray[np.float64] = self.training.X.copy()
        for feature in features:
            X[:, feature] = generator.permutation(X[:, feature])
        return X

    def find_used(self) -> NDArray[np.intp]:
        """Features that can matter to the member; a tree that does not cut a feature cannot notice it."""
        if isinstance(self.members, TreeMembers):
            feature = self.members.forest.nodes["feature"]
            return np.unique(feature[feature >= 0]).astype(np.intp)
        return np.arange(self.training.n_features)


def measure_reliance(probe: Probe, generator: np.random.Generator) -> NDArray[np.float64]:
    """Rise of the error when each feature is shuffled, cut off at 0 and scaled to sum to one.

    Where no feature raises the error, all features have the same share.
    """
    plain = probe.find_error(probe.training.X)
    rise = np.zeros(probe.training.n_features)
    for feature in probe.find_used():
        rise[feature] = max(0.0, probe.find_error(probe.shuffle(feature[None], generator)) - plain)
    total = rise.sum()
    return rise / total if total > 0 else np.full(rise.size, 1 / rise.size)


def count_needed(
    probe: Probe,
    reliance: NDArray[np.float64],
    tolerance: float,
    n_corruptions: int,
    generator: np.random.Generator,
) -> int:
    """Smallest number of features, drawn by reliance, whose shuffling raises the mean error by more than a tolerance.

    At most all features with any reliance, and all but one of the features; 0 where there is only one.
    """
    most = min(int(np.count_nonzero(reliance)), reliance.size - 1)
    limit = probe.find_error(probe.training.X) + tolerance

    def rises(number: int) -> bool:
        draws = [
            generator.choice(reliance.size, number, replace=False, p=reliance) for _ in range(n_corruptions)
        ]
        return bool(np.mean([probe.find_error(probe.shuffle(draw, generator)) for draw in draws]) > limit)

    if most == 0 or not rises(most):  # then fewer do not suffice either, and there may be very many to try
        return most
    return next((number for number in range(1, most) if rises(number)), most)


@configurable
class FeatureBoostClassifier(EnsembleClassifier):
    """Each member is grown without some of the features that the one before it relied on most.

    How much a member relies on a feature is what its error on rows that it was not fitted on rises by when the feature
    is shuffled among them. The next member does without m features that are drawn by reliance, where m is the smallest
    number of shuffled features that raises the error of the last member by more than `tolerance` on average. All
    features return for the member after that, unless they are drawn again.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; hedgerow's decision tree when None.
    n_estimators : int, default=100
        Number of members.
    tolerance : float, default=0.05
        Rise of the error that counts as sufficient.
    n_corruptions : int, default=20
        Over how many draws of shuffled features the rise is averaged.
    combination : str or object, default="vote"
        How the answers become one.
    oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleClassifier`. Members grow one after the other; `n_jobs` serves the predictions.

    Attributes
    ----------
    reliances_ : ndarray of shape (n_estimators, n_features)
        How much each member relied on each feature, summing to one; the same for all features where shuffling any of
        them raised no error.
    estimators_features_ : list of ndarray
        The features that each member was grown on.
    classes_, estimators_, estimators_samples_, oob_score_, oob_decision_function_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    RandomSubspaceClassifier, BaggingClassifier

    Notes
    -----
    Rows are bootstrapped, so there are rows a member was not fitted on; where a bag holds all of them, those in
    the bag take their place. At most the features that a member relies on are left out, and never all. The method is
    written after Rogers' summary; the sizes of the tolerance and of the average are choices of this library. The rise
    that suffices is 0.05, and it is averaged over 20 draws.

    Formula::

        r_f = max(0, error with x_f shuffled - error) out of bag; m is the smallest number of features, drawn by r,
        whose shuffling raises the mean error by more than 0.05. Rogers 2007, section 3.4.

    Cost: A learner and O(F + 20 m) predictions a round, one round after the other.

    References
    ----------
    J. O'Sullivan, J. Langford, R. Caruana and A. Blum, FeatureBoost: a meta-learning algorithm that improves model
    robustness, ICML, 2000, pp. 703-710.

    J. D. Rogers, PhD thesis, University of Southampton, 2007, section 3.4.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> table = datasets.load("wbc")
    >>> boosted = FeatureBoostClassifier(n_estimators=20, oob_score=True, random_state=0)
    >>> boosted.fit(table.features, table.target).oob_score_ > 0.94
    True
    >>> len(boosted.estimators_features_[0]), len(boosted.estimators_features_[1]) < 9
    (9, True)
    """

    n_estimators: int = parameter(Count(), default=100, kw_only=False)
    tolerance: float = parameter(Number(0, 1, "left"), default=0.05)
    n_corruptions: int = parameter(Count(), default=20)
    combination: Any = "vote"

    @property
    def reliances_(self) -> NDArray[np.float64]:
        """How much each member relied on each feature."""
        self._check_fitted()
        return np.stack(self._grown.state.reliances)

    @property
    def estimators_features_(self) -> list[NDArray[np.intp]]:
        """The features that each member was grown on."""
        self._check_fitted()
        return list(self._grown.state.columns[:-1])

    def _choices(self) -> Choices:
        return Choices(self.estimator, Bootstrap(), COMBINATIONS.resolve(self.combination))

    def _grow(self, grower: Grower, n_grown: int) -> GrownMembers:
        if n_grown == 0:
            self._entropy = draw_entropy(self.random_state)
        everything = np.arange(grower.training.n_features)
        past = self._grown.state if n_grown else _Past((everything,), ())
        seeds, grown = draw_seeds(self._entropy, self.n_estimators), []
        with Progress(self.n_estimators - n_grown, type(self).__name__, verbose=self.verbose > 0) as progress:
            for position in range(n_grown, self.n_estimators):
                seed = seeds[position : position + 1]
                weights = grower.plan.draw_weights(seed)
                plan = replace(grower.plan, view=_GivenColumns(past.columns[-1]))
                members = replace(grower, plan=plan).grow(seed, weights, position)
                probe = Probe.on_unseen(members, grower.training, weights[0])
                generator = np.random.default_rng(int(seed[0, Stream.FEATURES]))
                past = past.extend(*self._look_back(probe, generator))
                grown.append(members)
                progress.advance(1)
        new = GrownMembers(grown[0].join(grown[1:]), np.ones(len(grown)), None, past)
        return self._grown.join(new) if n_grown else new

    def _look_back(
        self, probe: Probe, generator: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """What a member relied on, and the features of the next one."""
        reliance = measure_reliance(probe, generator)
        needed = count_needed(probe, reliance, self.tolerance, self.n_corruptions, generator)
        dropped = generator.choice(reliance.size, needed, replace=False, p=reliance)
        return reliance, np.setdiff1d(np.arange(reliance.size), dropped)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = False  # columns are shuffled one by one
        return tags


@dataclass(frozen=True)
class _Past:
    """What the members so far saw and relied on, and, last, what the next one will see."""

    columns: tuple[NDArray[np.intp], ...]
    reliances: tuple[NDArray[np.float64], ...]

    def extend(self, reliance: NDArray[np.float64], columns: NDArray[np.intp]) -> _Past:
        return _Past((*self.columns, columns), (*self.reliances, reliance))


@configurable
class _GivenColumns(BaseEstimator):
    """A view of columns that are decided already."""

    columns: NDArray[np.intp] = parameter(kw_only=False)

    kind: ClassVar[Literal["columns"]] = "columns"

    def draw(self, seed: int, n_features: int) -> NDArray[np.intp]:
        """Return the columns."""
        return self.columns
