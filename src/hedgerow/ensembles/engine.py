"""The engine: five choices become an ensemble."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, RegressorMixin

from hedgerow.codes import CodeMatrix, Decoding
from hedgerow.codes.member_codes import MatrixCode
from hedgerow.combination import ClassCombination, Combination, Mean, MeanProbability
from hedgerow.ensembles.base import Ensemble
from hedgerow.ensembles.plan import Choices
from hedgerow.ensembles.several_targets import decide_each, label_each, score_rows, stack_targets
from hedgerow.foundation.constraints import Constraints, Count
from hedgerow.foundation.target_group import ClassCounts, ClassLabels


class EnsembleClassifier(ClassifierMixin, Ensemble):
    """A classifier made of five choices: data, features, labels, learner, combination.

    Members are grown on resampled rows, seen through a view, learn the classes that a code makes, and their
    predictions are combined. Any mixture is allowed; the named recipes of this library are particular ones.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns: hedgerow's decision tree when None, else any scikit-learn classifier.
    resampling : {"bootstrap", "unique_bootstrap", "subsample", "full"} or object, default="bootstrap"
        Which rows a member sees, and how often.
    view : {"all", "subspace"} or object, default="all"
        Through which features it looks.
    code : str, array, object or None, default=None
        Which classes it learns; None for the real ones. "one_vs_rest", "one_vs_one", "dense_random", "sparse_random",
        "exhaustive", "maximal_distance", "even_partitions", "random_partitions", "binary" and "gray" split the
        classes in two in many ways, of which each member learns one; so does a matrix of -1, 0 and +1, classes by
        members, or one of the objects of `hedgerow.codes`.
    combination : str or object, default="mean_probability"
        How the predictions become one: "mean_probability", "vote", "weighted_vote", "veto", "borda", "product",
        "minimum", "maximum", "median", "weighted_median", "trimmed_mean", "confidence_weighted", or, learned from the
        out-of-bag predictions, "naive_bayes", "decision_templates", "bayes_net" and "accuracy_weighted"; or an object
        of `hedgerow.combination`, or `hedgerow.codes.Decoding` where there is a code.
    n_estimators : int or None, default=100
        Number of members; None for as many as the code has columns.
    oob_score : bool or callable, default=False
        Whether to score the out-of-bag predictions, those of the members that were not fitted on a row. A callable is
        the score, called with the true and the predicted targets; True is the accuracy (R^2 for a regressor).
    warm_start : bool, default=False
        Whether `fit` adds members to those that are there. The result is that of a fit with all of them from
        the start.
    n_jobs : int or None, default=None
        Number of workers; it never changes a result. `joblib.parallel_config` picks their kind.
    random_state : int, RandomState or None, default=None
        Where the randomness comes from.
    verbose : int, default=0
        Whether to show progress: a bar on a terminal, log lines elsewhere.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels, sorted.
    n_classes_ : int
        Their number.
    class_prior_ : ndarray of shape (n_classes,)
        Share of the training weight of each class; votes that tie go to the larger.
    members_ : Members
        The members, predicting together.
    member_weights_ : ndarray of shape (n_estimators,)
        How much each member counts.
    combination_ : object
        The rule that combines them, with what it has learned where it learns.
    code_ : object
        What made the code, with what it has learned where it learns; only where a code is made as a whole.
    code_matrix_ : ndarray of shape (n_classes, n_estimators)
        Its columns, one for each member: -1, 0 (class left out) and +1.
    estimators_, estimators_features_, estimators_samples_
        The fitted members, and the columns and rows that each one sees.
    feature_importances_ : ndarray of shape (n_features,)
        Mean importance over the members, where they have importances.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, where `X` had names.
    oob_score_ : float
        Score of the out-of-bag predictions. A combination that learns is judged, tenth by tenth of the rows, by what
        it learns from the others.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes)
        Combined prediction of the members that were not fitted on a row; NaN where all of them were.
    n_never_out_of_bag_ : int
        Number of those rows, which the score leaves out.

    See Also
    --------
    BaggingClassifier, RandomSubspaceClassifier, RandomForestClassifier

    Notes
    -----
    Bags and views are drawn again from each member's seed when they are needed; they are not stored.

    Formula::

        H(x) = combine(h_1(view_1(x)), ..., h_T(view_T(x))).

    Cost: T times the learner; members that do not depend on each other are fitted in parallel.

    References
    ----------
    T. Dietterich, Ensemble methods in machine learning, Multiple Classifier Systems, LNCS 1857, 2000, pp. 1-15.

    J. Rogers, PhD thesis, University of Southampton, 2007, ch. 3.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.naive_bayes import GaussianNB
    >>> X, y = load_iris(return_X_y=True)
    >>> ensemble = EnsembleClassifier(GaussianNB(), view="subspace", combination="vote", random_state=0)
    >>> ensemble.fit(X, y).score(X, y) > 0.9
    True
    """

    classes_: ClassLabels
    n_classes_: ClassCounts
    class_prior_: NDArray[np.float64] | list[NDArray[np.float64]]
    oob_score_: float
    oob_decision_function_: NDArray[np.float64]

    _task = "classification"
    _mean: ClassVar[type[Combination]] = MeanProbability
    _combination: ClassCombination
    _parameters: ClassVar[Constraints] = {"n_estimators": Count() | None}

    def __init__(
        self,
        estimator: Any = None,
        *,
        resampling: Any = "bootstrap",
        view: Any = "all",
        code: Any = None,
        combination: Any = "mean_probability",
        n_estimators: int | None = 100,
        oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False,
        warm_start: bool = False,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        verbose: int = 0,
    ) -> None:
        self.estimator = estimator
        self.resampling = resampling
        self.view = view
        self.code = code
        self.combination = combination
        self.n_estimators = n_estimators
        self.oob_score = oob_score
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        return self._decide(self._combine(X))

    def predict_proba(self, X: Any) -> Any:
        """Predict the share of each class in the combined prediction: mean probabilities, or vote shares.

        Of several targets it is a list.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        shares = self._normalise(self._combine(X))
        return shares if self._plan.targets is None else self._plan.targets.split(shares)

    def predict_log_proba(self, X: Any) -> Any:
        """Take the logarithm of `predict_proba`.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        shares = self.predict_proba(X)
        with np.errstate(divide="ignore"):
            return [np.log(each) for each in shares] if isinstance(shares, list) else np.log(shares)

    def staged_predict(self, X: Any) -> Iterator[NDArray[Any]]:
        """Predict the classes by the first member, by the first two, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        yield from map(self._decide, self._combine_stages(X))

    def staged_predict_proba(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict the shares of the classes by the first member, by the first two, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        yield from map(self._normalise, self._combine_stages(X))

    @property
    def code_matrix_(self) -> CodeMatrix:
        """The columns that the members learned; only where a code is made as a whole."""
        code = self._plan.code
        if not isinstance(code, MatrixCode):
            raise AttributeError(f"code={code!r} has no matrix; members draw their classes one by one")
        return code.matrix[:, : len(self.members_)]

    def _choices(self) -> Choices:
        return Choices.read(self.estimator, self.resampling, self.combination, self.view, self.code)

    def _make_default_estimator(self) -> Any:
        from hedgerow.trees.estimators import DecisionTreeClassifier

        return DecisionTreeClassifier()

    def _keep_out_of_bag(
        self, scores: NDArray[np.float64], y: NDArray[Any], is_covered: NDArray[np.bool_]
    ) -> None:
        group, classes = self._plan.targets, self.classes_
        if group is not None and isinstance(classes, list):
            self.oob_decision_function_ = stack_targets(scores, group)
            score = self.oob_score if callable(self.oob_score) else score_rows
            self.oob_score_ = score(label_each(y[is_covered], classes), self._decide(scores[is_covered]))
            return
        self.oob_decision_function_ = self._normalise(scores)
        from sklearn.metrics import accuracy_score  # takes a twentieth of a second, and few ask for it

        score = self.oob_score if callable(self.oob_score) else accuracy_score
        self.oob_score_ = score(self.classes_[y[is_covered]], self._decide(scores[is_covered]))

    def _decide(self, scores: NDArray[np.float64]) -> NDArray[Any]:
        classes, priors = self.classes_, self.class_prior_
        if self._plan.targets is not None and isinstance(classes, list) and isinstance(priors, list):
            return decide_each(scores, self._plan.targets, self._combination, classes, priors)
        labels: NDArray[Any] = classes[self._combination.decide(scores, np.asarray(priors))]
        return labels

    def _normalise(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Make the scores of a row sum to one; under a code, each class of a group has the group's score."""
        if isinstance(self._combination, Decoding):
            return self._combination.share_out(scores)
        if not self._plan.is_coded:
            return scores
        totals = scores.sum(axis=1, keepdims=True)
        shares: NDArray[np.float64] = np.divide(
            scores, totals, out=np.full_like(scores, 1 / self.n_classes_), where=totals != 0
        )
        return shares


class EnsembleRegressor(RegressorMixin, Ensemble):
    """A regressor made of four choices: data, features, learner, combination.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What learns: hedgerow's regression tree when None, else any scikit-learn regressor.
    resampling, view, n_estimators, oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleClassifier`.
    combination : str or object, default="mean"
        How the predictions become one: "mean", "median", "weighted_median", "trimmed_mean", "minimum", "maximum", or
        one of the objects of `hedgerow.combination`.

    Attributes
    ----------
    members_, member_weights_, combination_, estimators_, estimators_features_, estimators_samples_,
    feature_importances_, n_features_in_, feature_names_in_, n_never_out_of_bag_
        As for `EnsembleClassifier`.
    oob_score_ : float
        Score of the out-of-bag predictions.
    oob_prediction_ : ndarray of shape (n_samples,)
        Combined prediction of the members that were not fitted on a row; NaN where all of them were.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import Ridge
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ensemble = EnsembleRegressor(Ridge(0.1), n_estimators=20, oob_score=True, random_state=0).fit(X, y)
    >>> ensemble.oob_score_ > 0.4
    True
    """

    oob_score_: float
    oob_prediction_: NDArray[np.float64]

    _task = "regression"
    _mean: ClassVar[type[Combination]] = Mean

    def __init__(
        self,
        estimator: Any = None,
        *,
        resampling: Any = "bootstrap",
        view: Any = "all",
        combination: Any = "mean",
        n_estimators: int = 100,
        oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False,
        warm_start: bool = False,
        n_jobs: int | None = None,
        random_state: int | np.random.RandomState | None = None,
        verbose: int = 0,
    ) -> None:
        self.estimator = estimator
        self.resampling = resampling
        self.view = view
        self.combination = combination
        self.n_estimators = n_estimators
        self.oob_score = oob_score
        self.warm_start = warm_start
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the value of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        return self._combine(X)

    def staged_predict(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict the values by the first member, by the first two, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        yield from self._combine_stages(X)

    def _choices(self) -> Choices:
        return Choices.read(self.estimator, self.resampling, self.combination, self.view)

    def _make_default_estimator(self) -> Any:
        from hedgerow.trees.estimators import DecisionTreeRegressor

        return DecisionTreeRegressor()

    def _keep_out_of_bag(
        self, scores: NDArray[np.float64], y: NDArray[Any], is_covered: NDArray[np.bool_]
    ) -> None:
        self.oob_prediction_ = scores
        from sklearn.metrics import r2_score

        score = self.oob_score if callable(self.oob_score) else r2_score
        self.oob_score_ = score(y[is_covered], scores[is_covered])
