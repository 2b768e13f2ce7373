"""Bagging: bootstrap the rows, combine the members."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, ClassVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import is_classifier
from sklearn.utils.metadata_routing import MetadataRouter
from sklearn.utils.metaestimators import available_if

from hedgerow.combination import Combination
from hedgerow.ensembles.decision_scores import average_decisions
from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.ensembles.plan import Choices
from hedgerow.ensembles.routing import find_callee, make_router, route
from hedgerow.foundation.constraints import Count, Flag, Share
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.foundation.training_set import read_rows
from hedgerow.learners.adapter import AdaptedMembers, leaves_checks
from hedgerow.resampling import Bootstrap, Full, IndependentResampling, Subsample
from hedgerow.views import AllFeatures, ColumnView, Subspace


@configurable
class _BaggingParameters:
    """The parameters of bagging, and what they choose."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(Count(), default=10, kw_only=False)
    max_samples: float | None = None
    max_features: float = parameter(Count() | Share(), default=1.0)
    bootstrap: bool = parameter(Flag(), default=True)
    bootstrap_features: bool = parameter(Flag(), default=False)

    _mean: ClassVar[type[Combination]]

    @property
    def _members_check_rows(self) -> bool:
        return leaves_checks(self.estimator)

    def fit(
        self: Any, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None, **parameters: Any
    ) -> Any:
        """Grow the members.

        A fit that fails or is interrupted leaves the ensemble as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features. The columns of a data frame may hold categories. A table of numbers goes to an estimator that
            is not ours as it is: whether values may be missing, infinite or sparse is for the estimator to say.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; the resampling says how they are honoured.
        **parameters : dict
            Metadata for members that ask for it, with ``sklearn.set_config(enable_metadata_routing=True)``.

        Returns
        -------
        self
        """
        return self._fit_with(X, y, sample_weight, route(self, "fit", "fit", parameters))

    def get_metadata_routing(self: Any) -> MetadataRouter:
        """Which metadata go where, for scikit-learn."""
        estimator = self._make_default_estimator() if self.estimator is None else self.estimator
        callers = ("predict", "predict_proba", "predict_log_proba") if is_classifier(self) else ("predict",)
        return make_router(self, estimator, callers)

    def _combine_routed(self: Any, X: Any, caller: str, parameters: Mapping[str, Any]) -> NDArray[np.float64]:
        """Combine the predictions of the members, which get what they ask for of the parameters."""
        asked = route(self, caller, find_callee(self.estimator), parameters)
        outputs = self.members_.outputs_with(read_rows(self, X), asked)
        return np.asarray(self._combination.combine(outputs))

    def _look_ahead(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        if sample_weight is not None and not self.bootstrap and self.max_samples is not None:
            warnings.warn(
                f"When fitting {type(self).__name__} with sample_weight it is recommended to use bootstrap=True: rows "
                "drawn without replacement follow the weights only in part",
                stacklevel=3,
            )

    def _choices(self) -> Choices:
        return Choices(self.estimator, self._choose_resampling(), self._mean(), self._choose_view())

    def _choose_resampling(self) -> IndependentResampling:
        if self.bootstrap:
            return Bootstrap(self.max_samples)
        return Full() if self.max_samples is None else Subsample(self.max_samples)

    def _choose_view(self) -> ColumnView:
        is_all = isinstance(self.max_features, float) and self.max_features == 1.0
        if is_all and not self.bootstrap_features:
            return AllFeatures()
        return Subspace(self.max_features, replace=self.bootstrap_features)


@configurable
class BaggingClassifier(_BaggingParameters, EnsembleClassifier):
    """Bagging: each member is fitted to as many rows as there are, drawn with replacement, and all of them vote.

    The parameters are those of scikit-learn's `BaggingClassifier`.

    Parameters
    ----------
    estimator : classifier or None, default=None
        What learns; hedgerow's decision tree when None.
    n_estimators : int, default=10
        Number of members.
    max_samples : int, float or None, default=None
        Number, or fraction, of rows to draw for each member; None is all.
    max_features : int or float, default=1.0
        Number, or fraction (halves rounded up), of features to draw for each member.
    bootstrap : bool, default=True
        Whether rows are drawn with replacement.
    bootstrap_features : bool, default=False
        Whether features are drawn with replacement.
    oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleClassifier`.

    Attributes
    ----------
    classes_, estimators_, estimators_features_, estimators_samples_, oob_score_, oob_decision_function_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    UniqueBootstrap, RandomForestClassifier, RandomSubspaceClassifier

    Notes
    -----
    Differs from scikit-learn: fractions of features are rounded, not cut; the whole table without replacement honours
    `sample_weight`; rows that are never out of bag are left out of `oob_score_` instead of being counted as errors.
    Probabilities are averaged unless ``combination="vote"``. A member that misses a class gives it probability 0.
    Weights are drawing probabilities.

    Formula::

        P(row out of bag) = (1 - 1/N)^N, about 0.368. Rogers 2007, eq. 2.1-2.3.

    Cost: T times the learner.

    References
    ----------
    L. Breiman, Bagging predictors, Machine Learning 24, 1996, pp. 123-140.

    J. Rogers, PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> bagging = BaggingClassifier(DecisionTreeClassifier(), n_estimators=50, oob_score=True, random_state=0)
    >>> bagging.fit(X, y).oob_score_ > 0.9
    True
    """

    @available_if(lambda self: hasattr(self.estimator, "decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any, **parameters: Any) -> NDArray[np.float64]:
        """Mean of the decision functions of the members; only where the estimator has one.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        **parameters : dict
            Metadata for members that ask for it.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_scores)
            As many scores as a member has: one for two classes.
        """
        asked = route(self, "decision_function", "decision_function", parameters)
        rows, members = read_rows(self, X), cast(AdaptedMembers, self.members_)
        return average_decisions(members, rows, self.classes_, self.n_jobs, asked)

    def predict(self, X: Any, **parameters: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        **parameters : dict
            Metadata for members that ask for it.
        """
        if not parameters:
            return super().predict(X)
        return self._decide(self._combine_routed(X, "predict", parameters))

    def predict_proba(self, X: Any, **parameters: Any) -> NDArray[np.float64]:
        """Predict the mean of the members' probabilities of each class.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        **parameters : dict
            Metadata for members that ask for it.
        """
        return self._share(X, "predict_proba", parameters)

    def predict_log_proba(self, X: Any, **parameters: Any) -> NDArray[np.float64]:
        """Take the logarithm of `predict_proba`.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        **parameters : dict
            Metadata for members that ask for it.
        """
        with np.errstate(divide="ignore"):
            return np.log(self._share(X, "predict_log_proba", parameters))

    def _share(self, X: Any, caller: str, parameters: Mapping[str, Any]) -> NDArray[np.float64]:
        """The share of each class, of members that get what they ask for of the parameters."""
        if not parameters:
            return np.asarray(super().predict_proba(X))
        return self._normalise(self._combine_routed(X, caller, parameters))


@configurable
class BaggingRegressor(_BaggingParameters, EnsembleRegressor):
    """Bagging of regressors, with the parameters of scikit-learn's `BaggingRegressor`.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What learns; hedgerow's regression tree when None.
    n_estimators, max_samples, max_features, bootstrap, bootstrap_features
        As for `BaggingClassifier`.
    oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleRegressor`.

    Attributes
    ----------
    estimators_, estimators_features_, estimators_samples_, oob_score_, oob_prediction_
        And the others of `EnsembleRegressor`.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.tree import DecisionTreeRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> BaggingRegressor(DecisionTreeRegressor(), random_state=0).fit(X, y).predict(X[:2]).shape
    (2,)
    """

    def predict(self, X: Any, **parameters: Any) -> NDArray[np.float64]:
        """Predict the value of each row.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        **parameters : dict
            Metadata for members that ask for it.
        """
        return self._combine_routed(X, "predict", parameters) if parameters else super().predict(X)
