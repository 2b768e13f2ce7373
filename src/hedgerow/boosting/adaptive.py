"""Boosting: members grow in order, and what they answer shapes what the next one sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.validation import check_is_fitted

from hedgerow.combination import Vote, WeightedMedian, WeightedVote
from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Count
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.learners.adapter import leaves_checks
from hedgerow.resampling import AdaBoost, AdaBoostR2, ArcX4, BoostByMajority, DivBoost, margin_p_value


class _InSequence:
    """What members that grow one after the other tell of themselves, in scikit-learn's words."""

    estimator: Any

    @property
    def estimator_weights_(self: Any) -> NDArray[np.float64]:
        """How much each member counts, on scikit-learn's scale."""
        check_is_fitted(self)
        return np.asarray(self.member_weights_)

    @property
    def estimator_errors_(self: Any) -> NDArray[np.float64]:
        """Error of each member on the rows as they were weighted for it."""
        check_is_fitted(self)
        if self._grown.errors is None:
            raise AttributeError(
                "a model file of an earlier version does not hold estimator_errors_; fit again"
            )
        return np.asarray(self._grown.errors)

    @property
    def _members_check_rows(self) -> bool:
        return leaves_checks(self.estimator)


@configurable
class _Boosting(_InSequence):
    """What boosting of classifiers shares: many small trees, and votes for and against."""

    n_estimators: int = parameter(Count(), default=100, kw_only=False)

    def decision_function(self: Any, X: Any) -> NDArray[np.float64]:
        """How far the votes for a class outweigh those against it.

        With p_k the share of the votes, by weight, that class k of K has, its score is (K p_k - 1) / (K - 1): 1 where
        all members vote for it and -1 / (K - 1) where none does. Of two classes the score is that of the second one
        less that of the first, as in scikit-learn's `AdaBoostClassifier`.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
            One score for two classes.
        """
        return _weigh_votes(self._combine(X))

    def staged_decision_function(self: Any, X: Any) -> Iterator[NDArray[np.float64]]:
        """Scores of the first member, of the first two, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        yield from map(_weigh_votes, self._combine_stages(X))

    def _make_default_estimator(self) -> Any:
        """Make what boosting needs, a learner that leaves some rows wrong: the one of Rogers (2007)."""
        from hedgerow.trees.estimators import DecisionTreeClassifier

        return DecisionTreeClassifier(pruning="mdl")


def _weigh_votes(shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Scores of classes, summing to zero, from their shares of the votes."""
    n_classes = shares.shape[1]
    if n_classes == 1:
        return np.zeros_like(shares)
    scores: NDArray[np.float64] = (n_classes * shares - 1) / (n_classes - 1)
    return scores[:, 1] - scores[:, 0] if n_classes == 2 else scores


@configurable
class AdaBoostClassifier(_Boosting, EnsembleClassifier):
    """AdaBoost: rows that a member gets wrong weigh more for the next, and good members count more.

    A row that no member gets right gains weight until the weights start again (see `DivBoostClassifier`).

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; a tree that is kept small by description length when None. It must leave some rows wrong.
    n_estimators : int, default=100
        Greatest number of members; there are fewer where boosting cannot go on.
    method : {"resampling", "reweighting"}, default="resampling"
        Whether a member sees rows drawn by weight, or all rows with their weights.
    learning_rate : float, default=1.0
        Less than 1 takes smaller steps.
    max_restarts : int, default=10
        After how many useless or perfect members in a row the ensemble ends.
    warm_start, n_jobs, random_state, verbose
        As for `EnsembleClassifier`. Members grow one after the other, so `n_jobs` speeds up answers only.

    Attributes
    ----------
    row_weights_ : ndarray of shape (n_samples,)
        Weights of the training rows, summing to one, that the next member would see: the hardest rows, and the
        mislabelled ones, have the largest.
    member_weights_ : ndarray of shape (n_estimators,)
        How much each vote counts.
    estimator_weights_ : ndarray of shape (n_estimators,)
        The same on scikit-learn's scale: twice as much for two classes.
    estimator_errors_ : ndarray of shape (n_estimators,)
        Weight of the rows that each member gets wrong, of the weights that were there for it.
    classes_, estimators_, feature_importances_
        And the others of `EnsembleClassifier`.

    Notes
    -----
    Two classes: discrete AdaBoost; more: SAMME. With ``method="reweighting"`` and the same learner, scikit-learn's
    `AdaBoostClassifier` has the same members and twice the weights for two classes; it ends at a perfect or useless
    member, where this starts again from the first weights. There is no out-of-bag score: which rows a member
    was not fitted on depends on how well the earlier ones did there.

    References
    ----------
    Y. Freund and R. Schapire, "Experiments with a new boosting algorithm", ICML (1996).

    J. Zhu, H. Zou, S. Rosset and T. Hastie, "Multi-class AdaBoost", Statistics and Its Interface 2 (2009).

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> boosting = AdaBoostClassifier(n_estimators=30, random_state=0).fit(X[:300], y[:300])
    >>> boosting.score(X[300:], y[300:]) > 0.95
    True
    """

    method: str = parameter(AdaBoost._parameters["method"], default="resampling")
    learning_rate: float = parameter(AdaBoost._parameters["learning_rate"], default=1.0)
    max_restarts: int = parameter(AdaBoost._parameters["max_restarts"], default=10)
    oob_score: ClassVar[bool] = False  # type: ignore[misc]  # earlier members decide who sees a row

    def _choices(self) -> Choices:
        resampling = AdaBoost(self.method, learning_rate=self.learning_rate, max_restarts=self.max_restarts)
        return Choices(self.estimator, resampling, WeightedVote())

    @property
    def estimator_weights_(self) -> NDArray[np.float64]:
        """How much each member counts, on scikit-learn's scale: log((1 - e) / e) + log(K - 1)."""
        check_is_fitted(self)
        return self.member_weights_ * (2.0 if self.n_classes_ <= 2 else 1.0)


@configurable
class ArcX4Classifier(_Boosting, EnsembleClassifier):
    """Arc-x4: a row that m members got wrong weighs 1 + m^4 for the next; all members count the same.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; a tree that is kept small by description length when None.
    n_estimators : int, default=100
        Number of members.
    power : float, default=4.0
        The exponent.
    method, warm_start, n_jobs, random_state, verbose
        As for `AdaBoostClassifier`.

    Attributes
    ----------
    row_weights_ : ndarray of shape (n_samples,)
        Weights of the training rows, summing to one, that the next member would see.
    classes_, estimators_, feature_importances_
        And the others of `EnsembleClassifier`.

    References
    ----------
    L. Breiman, "Arcing classifiers", Annals of Statistics 26 (1998).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> arcing = ArcX4Classifier(n_estimators=30, random_state=0).fit(X[::2], y[::2])
    >>> arcing.score(X[1::2], y[1::2]) > 0.9
    True
    """

    power: float = parameter(ArcX4._parameters["power"], default=4.0)
    method: str = parameter(ArcX4._parameters["method"], default="resampling")
    oob_score: ClassVar[bool] = False  # type: ignore[misc]  # earlier members decide who sees a row

    def _choices(self) -> Choices:
        return Choices(self.estimator, ArcX4(self.power, method=self.method), Vote())


@configurable
class DivBoostClassifier(_Boosting, EnsembleClassifier):
    """DivBoost: rows about which the members are divided weigh more; all members count the same.

    A row that every member contradicts loses its weight instead of gaining more and more, so an outlier that the
    learner is too simple to single out is given up. On four tables with a tenth or a fifth of the labels made wrong,
    the error with the default weighting did not differ from that of `AdaBoostClassifier`, whose restarts guard it, too.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; a tree that is kept small by description length when None. A learner that repeats every row it
        has seen is never divided, and gains nothing.
    n_estimators : int, default=100
        Number of members.
    weighting : {"w1", "w2", "removal"}, default="w2"
        How a vote becomes a weight, as for `hedgerow.resampling.DivBoost`.
    method
        As for `AdaBoostClassifier`.
    level : float, default=0.05
        The p-value below which ``weighting="removal"`` takes a row for decided.
    warm_start, n_jobs, random_state, verbose
        As for `AdaBoostClassifier`.

    Attributes
    ----------
    row_weights_
        As for `ArcX4Classifier`.
    margins_ : ndarray of shape (n_samples,)
        Votes for the true class of each training row less those for the strongest other one, as a share of the
        members; below 0 where the ensemble contradicts the label.
    margin_p_values_ : ndarray of shape (n_samples,)
        How likely the sign of a margin is to be luck. A small value with a negative margin marks an outlier.
    classes_, estimators_, feature_importances_
        And the others of `EnsembleClassifier`.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, section 4.2.3.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> boosting = DivBoostClassifier(n_estimators=30, random_state=0).fit(X[:300], y[:300])
    >>> boosting.score(X[300:], y[300:]) > 0.93
    True
    >>> bool(boosting.row_weights_[boosting.margins_ == 1].max() < boosting.row_weights_.max())
    True
    """

    weighting: str = parameter(DivBoost._parameters["weighting"], default="w2")
    method: str = parameter(DivBoost._parameters["method"], default="resampling")
    level: float = parameter(DivBoost._parameters["level"], default=0.05)
    oob_score: ClassVar[bool] = False  # type: ignore[misc]  # earlier members decide who sees a row

    @property
    def margins_(self) -> NDArray[np.float64]:
        """Votes for the true class less those for its strongest rival, as a share of the members."""
        check_is_fitted(self)
        state = self._grown.last_state
        return np.asarray((state.n_true - state.n_rival) / state.votes[0].sum())

    @property
    def margin_p_values_(self) -> NDArray[np.float64]:
        """How likely the sign of each margin is to be luck."""
        check_is_fitted(self)
        return margin_p_value(self._grown.last_state.n_true, self._grown.last_state.n_rival)

    def _choices(self) -> Choices:
        resampling = DivBoost(self.weighting, method=self.method, level=self.level)
        return Choices(self.estimator, resampling, Vote())


@configurable
class BoostByMajorityClassifier(_Boosting, EnsembleClassifier):
    """Boost by majority: a row weighs as much as the next vote is likely to decide about it.

    The number of members is part of the method: a row is given up when too few votes are left to save it. So members
    cannot be added later.

    Parameters
    ----------
    estimator
        As for `ArcX4Classifier`.
    n_estimators : int, default=100
        Number of members; fewer are grown where everything is decided before.
    edge : float, default=0.05
        How much better than chance members are thought to be, between 0 and 0.5.
    method, n_jobs, random_state, verbose
        As for `AdaBoostClassifier`.

    Attributes
    ----------
    row_weights_ : ndarray of shape (n_samples,)
        Weights of the training rows, summing to one, that the last member saw.
    classes_, estimators_, feature_importances_
        And the others of `EnsembleClassifier`.

    References
    ----------
    Y. Freund, "Boosting a weak learning algorithm by majority", Information and Computation 121 (1995).

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> boosting = BoostByMajorityClassifier(n_estimators=31, random_state=0).fit(X[::2], y[::2])
    >>> boosting.score(X[1::2], y[1::2]) > 0.9
    True
    """

    edge: float = parameter(BoostByMajority._parameters["edge"], default=0.05)
    method: str = parameter(BoostByMajority._parameters["method"], default="resampling")

    warm_start: ClassVar[bool] = False  # type: ignore[misc]
    oob_score: ClassVar[bool] = False  # type: ignore[misc]  # earlier members decide who sees a row

    def _choices(self) -> Choices:
        resampling = BoostByMajority(self.n_estimators, edge=self.edge, method=self.method)
        return Choices(self.estimator, resampling, Vote())


@configurable
class AdaBoostR2Regressor(_InSequence, EnsembleRegressor):
    """AdaBoost.R2: rows whose value a member missed by far weigh more for the next; the weighted median answers.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What learns; hedgerow's regression tree when None.
    n_estimators : int, default=100
        Greatest number of members; there are fewer where one makes no error, or too large ones.
    loss : {"linear", "square", "exponential"}, default="linear"
        How the error of a row, as a share of the largest, becomes a loss.
    method : {"resampling", "reweighting"}, default="resampling"
        Whether a member sees rows drawn by weight, or all rows with their weights. A fully grown tree makes no
        errors on rows that it has seen, so it needs "resampling".
    learning_rate : float, default=1.0
        Less than 1 takes smaller steps.
    warm_start, n_jobs, random_state, verbose
        As for `EnsembleRegressor`. Members grow one after the other, so `n_jobs` speeds up answers only.

    Attributes
    ----------
    row_weights_
        As for `ArcX4Classifier`.
    member_weights_ : ndarray of shape (n_estimators,)
        How much each member counts in the median; `estimator_weights_` is another name for it.
    estimator_errors_ : ndarray of shape (n_estimators,)
        Weighted mean loss of each member.
    estimators_, feature_importances_
        And the others of `EnsembleRegressor`.

    Notes
    -----
    Differs from scikit-learn's `AdaBoostRegressor`: the default learner is a fully grown tree and not one of depth 3;
    a perfect member counts as much as the best before it and not as 1; rows may be weighted instead of drawn.

    References
    ----------
    H. Drucker, "Improving regressors using boosting techniques", ICML (1997).

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> boosting = AdaBoostR2Regressor(random_state=0).fit(X[:300], y[:300])
    >>> boosting.score(X[300:], y[300:]) > 0.3
    True
    """

    n_estimators: int = parameter(default=100, kw_only=False)
    loss: str = parameter(AdaBoostR2._parameters["loss"], default="linear")
    method: str = parameter(AdaBoostR2._parameters["method"], default="resampling")
    learning_rate: float = parameter(AdaBoostR2._parameters["learning_rate"], default=1.0)

    oob_score: ClassVar[bool] = False  # type: ignore[misc]

    def _choices(self) -> Choices:
        resampling = AdaBoostR2(self.loss, method=self.method, learning_rate=self.learning_rate)
        return Choices(self.estimator, resampling, WeightedMedian())
