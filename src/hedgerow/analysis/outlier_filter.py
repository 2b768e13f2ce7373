"""Fit any estimator without the rows that a committee votes out."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Literal, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn import get_config
from sklearn.base import BaseEstimator, MetaEstimatorMixin, is_classifier, is_regressor
from sklearn.utils import check_array, check_consistent_length, check_random_state, column_or_1d, get_tags
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from hedgerow.analysis.committees import (
    Predictions,
    committee_outputs,
    default_committee,
    heterogeneous_committee,
    predicts_values,
    with_seed,
)
from hedgerow.analysis.outliers import Outliers, Threshold, find_outliers
from hedgerow.foundation.constraints import Count, Instance, Many, Number, Share, Word, check_parameters
from hedgerow.foundation.frames import take_rows
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.training_set import read_target, read_weights
from hedgerow.outputs import Outputs


def _answers(name: str) -> Callable[[Any], bool]:
    """Whether the estimator has a method, as `available_if` asks."""

    def check(owner: OutlierFilter) -> bool:
        # The estimator's own error, if it has none.
        getattr(getattr(owner, "estimator_", owner.estimator), name)
        return True

    return check


_ESTIMATOR = Instance("an estimator", has="fit")
ESTIMATORS = _ESTIMATOR | Many(_ESTIMATOR)


@configurable
class OutlierFilter(MetaEstimatorMixin, BaseEstimator):
    """Fit an estimator to the rows that a committee of other learners does not vote out.

    Rows with a wrong label mislead a learner. They are found as the rows that most members of a committee,
    fitted without them, contradict; the estimator is fitted to the others. Nothing is left out of predictions.

    Parameters
    ----------
    estimator : classifier or regressor
        What is fitted to the cleaned rows.
    committee : estimator, list of estimators, "heterogeneous" or None, default=None
        Who judges. An ensemble votes with its members, and a list with its estimators. None is a random forest of
        100 trees; "heterogeneous" is a pruned tree, the nearest neighbour and a linear model, which need numbers
        without gaps.
    threshold : {"majority", "consensus"}, int or float, default="majority"
        Votes against a row that make it an outlier: more than one half, all, a number, or a share of them.
    ties : {"exclude", "include"}, default="exclude"
        Whether one half of the votes is a majority.
    predictions : {"cv", "oob", "train"}, default="cv"
        Whether a row is judged by members that were fitted to the other folds, by those members of one ensemble
        that were not fitted on it, or by all members of a committee that was.
    cv : int, splitter or iterable, default=5
        Folds of `predictions="cv"`; an int shuffles, and stratifies classes.
    cutoff : float, default=3.0
        For regressors: robust standard deviations from which a residual contradicts a row.
    n_jobs : int or None, default=None
        Members and folds of the committee that are fitted at the same time.
    random_state : int, RandomState or None, default=None
        Where the folds come from, and the randomness of the estimator and of committee members whose own
        `random_state` is None.

    Attributes
    ----------
    estimator_ : estimator
        Fitted to the cleaned rows.
    outliers_ : Outliers
        What the committee thinks of every row.
    outlier_mask_ : ndarray of bool of shape (n_samples,)
        The training rows that were left out.
    n_wrong_votes_, n_votes_ : ndarray of shape (n_samples,)
        Votes against each row, and all its votes.
    kept_rows_ : ndarray of int
        Positions of the rows that were kept.
    classes_ : ndarray
        The labels, where the estimator is a classifier.
    n_features_in_, feature_names_in_
        Of the rows that `fit` saw.

    See Also
    --------
    find_outliers : The same for answers that are there already.
    margins, RandomForestClassifier

    Notes
    -----
    No class is left out as a whole. `sample_weight` weighs the rows for the estimator, and for those members of the
    committee whose `fit` takes it; whether a row is an outlier does not depend on its own weight. A majority is more
    than one half (``ties="include"`` for the printed rule). Rows are judged by cross-validation unless out-of-bag or
    training predictions are chosen, and only by members that have seen their class. For values, residuals beyond three
    robust standard deviations are votes.

    Formula::

        Outlier iff sum_t I(h_t(x_i) != y_i) >= T_o, with T_o = T/2 (majority) or T (consensus); Rogers 2007, eq.
        4.3-4.5.

    Cost: Five fits of the committee by default, and one of the estimator.

    References
    ----------
    C. Brodley and M. Friedl, Identifying mislabeled training data, Journal of Artificial Intelligence Research 11,
    1999, pp. 131-167.

    S. Verbaeten and A. Van Assche, Ensemble methods for noise elimination in classification problems, Multiple
    Classifier Systems, 2003, pp. 317-325.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 4.2.1.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> y[7] = 2  # a slip of the pen
    >>> filtered = OutlierFilter(KNeighborsClassifier(1), random_state=0).fit(X, y)
    >>> filtered.frame().iloc[0]
    row                7.0
    given              2.0
    suggested          0.0
    votes_against    100.0
    votes            100.0
    share              1.0
    Name: 0, dtype: float64
    >>> filtered.predict(X.iloc[[7]])
    array([0])
    """

    estimator: Any = parameter(kw_only=False)
    committee: Any = parameter(Word("heterogeneous") | ESTIMATORS | None, default=None, kw_only=False)
    threshold: Threshold = parameter(Count() | Share() | Word("majority", "consensus"), default="majority")
    ties: Literal["exclude", "include"] = parameter(Word("exclude", "include"), default="exclude")
    predictions: Predictions = parameter(Word("cv", "oob", "train"), default="cv")
    cv: int | Any = 5
    cutoff: float = parameter(Number(0, closed="right"), default=3.0)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None

    estimator_: Any = fitted()
    outliers_: Outliers = fitted()
    outlier_mask_: NDArray[np.bool_] = fitted()
    n_wrong_votes_: NDArray[Any] = fitted()
    n_votes_: NDArray[Any] = fitted()
    kept_rows_: NDArray[np.int64] = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Find the outliers, and fit the estimator to the other rows.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features, passed on as they are.
        y : array-like of shape (n_samples,)
            Labels or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        if not hasattr(self.estimator, "fit") or not (
            is_classifier(self.estimator) or is_regressor(self.estimator)
        ):
            raise ValueError(f"estimator={self.estimator!r} is neither a classifier nor a regressor")
        check_parameters(self)
        validate_data(self, X, y, skip_check_array=True)
        target = check_array(column_or_1d(y, warn=True), ensure_2d=False, dtype=None, input_name="y")
        check_consistent_length(X, target)
        if is_classifier(self.estimator):
            read_target(target, "classification", needs_contrast=False)
        weights = read_weights(sample_weight, len(target))
        outliers = find_outliers(
            self._ask_committee(X, target, weights),
            threshold=self.threshold,
            ties=self.ties,
            cutoff=self.cutoff,
            index=X.index if hasattr(X, "iloc") else None,
        )
        kept = np.flatnonzero(~outliers.mask)
        seed = int(check_random_state(self.random_state).randint(np.iinfo(np.int32).max))
        self.estimator_ = with_seed(self.estimator, seed).fit(
            take_rows(X, kept), target[kept], **self._route_weights(weights, kept)
        )
        self.outliers_ = outliers
        self.outlier_mask_ = outliers.mask
        self.n_wrong_votes_, self.n_votes_ = outliers.n_wrong, outliers.n_votes
        self.kept_rows_ = kept
        return self

    def _ask_committee(self, X: Any, y: NDArray[Any], weights: NDArray[np.float64] | None) -> Outputs:
        regression = is_regressor(self.estimator)
        committee = self.committee
        if committee is None:
            committee = default_committee(regression=regression, sparse=issparse(X))
        elif isinstance(committee, str):
            committee = heterogeneous_committee(regression=regression)
        if predicts_values(committee) != regression:
            raise ValueError(
                f"the committee and estimator={self.estimator!r} must both be classifiers or both regressors"
            )
        return committee_outputs(
            committee,
            X,
            y,
            predictions=self.predictions,
            cv=self.cv,
            sample_weight=weights,
            n_jobs=self.n_jobs,
            random_state=self.random_state,
        )

    def _route_weights(
        self, weights: NDArray[np.float64] | None, kept: NDArray[np.intp]
    ) -> dict[str, NDArray[np.float64]]:
        if weights is None:
            return {}
        if not get_config()["enable_metadata_routing"]:
            return {"sample_weight": weights[kept]}
        routed = process_routing(self, "fit", sample_weight=weights[kept])
        return dict(routed.estimator.fit)

    def frame(self) -> pd.DataFrame:
        """The outliers, the most contradicted first; see `Outliers.frame`."""
        check_is_fitted(self)
        return self.outliers_.frame()

    @available_if(_answers("predict"))  # type: ignore[untyped-decorator]
    def predict(self, X: Any) -> NDArray[Any]:
        """Predict with the fitted estimator.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        check_is_fitted(self)
        return np.asarray(self.estimator_.predict(X))

    @available_if(_answers("predict_proba"))  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Class probabilities of the fitted estimator, where it has them.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        check_is_fitted(self)
        return np.asarray(self.estimator_.predict_proba(X))

    @available_if(_answers("predict_log_proba"))  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Logarithms of the class probabilities, where the fitted estimator has them.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        check_is_fitted(self)
        return np.asarray(self.estimator_.predict_log_proba(X))

    @available_if(_answers("decision_function"))  # type: ignore[untyped-decorator]
    def decision_function(self, X: Any) -> NDArray[np.float64]:
        """Decision function of the fitted estimator, where it has one.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,) or (n_samples, n_classes)
        """
        check_is_fitted(self)
        return np.asarray(self.estimator_.decision_function(X))

    @available_if(_answers("score"))  # type: ignore[untyped-decorator]
    def score(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> float:
        """Score of the fitted estimator on rows, none of which is left out.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            Their labels or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        float
        """
        check_is_fitted(self)
        weights = {} if sample_weight is None else {"sample_weight": sample_weight}
        return float(self.estimator_.score(X, y, **weights))

    @property
    def classes_(self) -> NDArray[Any]:
        """The labels, where the estimator is a classifier."""
        return np.asarray(self.estimator_.classes_)

    def get_metadata_routing(self) -> MetadataRouter:
        """Where `sample_weight` goes: to the filter itself, and to the estimator."""
        mapping = MethodMapping().add(caller="fit", callee="fit").add(caller="score", callee="score")
        router = MetadataRouter(owner=self).add_self_request(self)
        return router.add(estimator=self.estimator, method_mapping=mapping)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        child = get_tags(self.estimator)
        for name in ("estimator_type", "classifier_tags", "regressor_tags", "target_tags", "input_tags"):
            setattr(tags, name, deepcopy(getattr(child, name)))
        tags.target_tags.multi_output = False
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = False
        for judge in self._judges():
            tags.input_tags.allow_nan &= judge.input_tags.allow_nan
            tags.input_tags.sparse &= judge.input_tags.sparse
        return tags

    def _judges(self) -> list[Any]:
        """Tags of the committee; the default one takes whatever the estimator takes."""
        if self.committee is None:
            return []
        if isinstance(self.committee, str):
            return [get_tags(judge) for judge in heterogeneous_committee(regression=False)]
        listed = self.committee if isinstance(self.committee, list | tuple) else [self.committee]
        return [get_tags(judge) for judge in listed]
