"""Iterated bagging: bag what the rows out of bag have left unexplained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.validation import check_is_fitted

from hedgerow.ensembles.engine import EnsembleRegressor
from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import Progress, all_or_nothing
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.resampling.resampling import RESAMPLINGS
from hedgerow.views.view import VIEWS


@configurable
class IteratedBaggingRegressor(RegressorMixin, BaseEstimator):
    """Bagging in stages, each on the out-of-bag residuals of the stages before.

    Bagging lowers variance. What its members leave of the rows that they were not fitted on, y - mean of their
    answers, is an honest residual, with the bias in it; bagging that residual, and adding, lowers bias too. With
    residuals y_1 = y, stage j bags y_j, and

        y_(j+1) = y_j - (out-of-bag answer of stage j).

    Stages end when the mean square of the residuals is more than `stop_factor` times its least value so far, and the
    stages up to the least are kept; the prediction is their sum.

    Parameters
    ----------
    estimator
        As for `BaggingRegressor`.
    n_stages : int, default=10
        Most stages.
    n_estimators : int, default=10
        Members of a stage. The configurations of Pardo et al. are 10 stages of 10 and 5 of 20.
    resampling, view
        Which rows and features a member sees, as for `EnsembleRegressor`; some rows must be left out.
    stop_factor : float or None, default=1.1
        How much worse than the best a stage may be before there are no more; None for all the stages. Only the stages
        up to the best are kept in either case.
    missing_oob : {"in_bag", "zero_residual"}, default="in_bag"
        What stands in for the out-of-bag answer about a row that every member of a stage has seen: their answer, or
        one that leaves no residual. Of 10 members, one row in a hundred is so.
    n_jobs : int or None, default=None
        Number of workers; it never changes a result.
    random_state
        As for `EnsembleClassifier`.
    verbose
        As for `CautiousClassifier`.

    Attributes
    ----------
    stages_ : list of EnsembleRegressor
        The kept stages; each one is bagging, of the residuals of those before.
    stage_errors_ : ndarray of shape (n_stages_grown,)
        Mean square of the residuals after each stage, those not kept included.
    n_features_in_, feature_names_in_
        The features.

    See Also
    --------
    BaggingClassifier

    Notes
    -----
    The stopping rule is Breiman's. It compares stages from the first on; the mean square of y itself, which depends on
    the origin, takes no part. Weights of rows steer the draws, and weigh the mean square. The factor is 1.1 by default.
    Rows in every bag of a stage get the prediction of its members. Any resampling that leaves rows out, and any view,
    will do.

    Cost: Bagging, once per stage.

    References
    ----------
    L. Breiman, Using iterated bagging to debias regressions, Machine Learning 45, 2001, pp. 261-277.

    C. Pardo, J. Rodriguez, J. Diez-Pastor and C. Garcia-Osorio, Random oracles for regression ensembles, SUEMA
    workshop, Barcelona, 2010.

    Examples
    --------
    >>> from sklearn.datasets import make_friedman1
    >>> from hedgerow import BaggingRegressor, DecisionTreeRegressor
    >>> from hedgerow.ensembles import IteratedBaggingRegressor
    >>> X, y = make_friedman1(400, random_state=0)
    >>> tree = DecisionTreeRegressor(max_depth=3)
    >>> iterated = IteratedBaggingRegressor(tree, n_estimators=20, random_state=0).fit(X[:200], y[:200])
    >>> once = BaggingRegressor(tree, n_estimators=200, random_state=0).fit(X[:200], y[:200])
    >>> iterated.score(X[200:], y[200:]) > once.score(X[200:], y[200:])
    True
    """

    estimator: Any = parameter(default=None, kw_only=False)
    n_stages: int = parameter(Count(), default=10, kw_only=False)
    n_estimators: int = parameter(Count(), default=10, kw_only=False)
    resampling: Any = parameter(RESAMPLINGS, default="bootstrap")
    view: Any = parameter(VIEWS, default="all")
    stop_factor: float | None = parameter(Number(1) | None, default=1.1)
    missing_oob: str = parameter(Word("in_bag", "zero_residual"), default="in_bag")
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    n_features_in_: int = fitted()
    _encoding: FeatureEncoding | None = fitted()
    stages_: list[EnsembleRegressor] = fitted()
    stage_errors_: NDArray[np.float64] = fitted()

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Bag the target, then what is left of it, until that does not help any more.

        A fit that fails or is interrupted leaves the ensemble as it was.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features, as `EnsembleRegressor` takes them.
        y : array-like of shape (n_samples,)
            Values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows; the resampling says how they are honoured.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            training = TrainingSet.read(self, X, y, sample_weight, task="regression")
            self._fit(X, training.y, training.weights)
        return self

    def _fit(self, X: Any, residuals: NDArray[np.float64], weights: NDArray[np.float64] | None) -> None:
        if len(residuals) < 2:
            raise ValueError(f"n_samples={len(residuals)} leaves no row out of a bag; pass two rows or more")
        seeds = check_random_state(self.random_state).randint(np.iinfo(np.int32).max, size=self.n_stages)
        stages: list[EnsembleRegressor] = []
        errors: list[float] = []
        with Progress(
            self.n_stages * self.n_estimators, type(self).__name__, verbose=self.verbose > 0
        ) as progress:
            for seed in seeds:
                stage = self._make_stage(int(seed)).fit(X, residuals, weights)
                residuals = self._subtract(stage, X, residuals)
                stages.append(stage)
                errors.append(float(np.average(residuals**2, weights=weights)))
                progress.advance(self.n_estimators)
                if self.stop_factor is not None and errors[-1] > self.stop_factor * min(errors):
                    break
        self.stages_ = stages[: int(np.argmin(errors)) + 1]
        self.stage_errors_ = np.array(errors)

    def _make_stage(self, seed: int) -> EnsembleRegressor:
        return EnsembleRegressor(
            self.estimator,
            resampling=self.resampling,
            view=self.view,
            n_estimators=self.n_estimators,
            oob_score=_NoScore(),
            n_jobs=self.n_jobs,
            random_state=seed,
        )

    def _subtract(self, stage: EnsembleRegressor, X: Any, target: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the out-of-bag predictions leave of each row."""
        predicted = stage.oob_prediction_
        is_missing = np.isnan(predicted)
        if is_missing.any():
            stand_in = stage.predict(X) if self.missing_oob == "in_bag" else target
            predicted = np.where(is_missing, stand_in, predicted)
        return target - predicted

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the value of each row: the sum over the stages.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        check_is_fitted(self)
        *_, last = self.staged_predict(X)
        return last

    def staged_predict(self, X: Any) -> Iterator[NDArray[np.float64]]:
        """Predict the values by the first stage, by the first two, and so on.

        Parameters
        ----------
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The rows.
        """
        check_is_fitted(self)
        total: Any = 0.0
        for stage in self.stages_:
            total = total + stage.predict(X)
            yield total

    def frame(self) -> pd.DataFrame:
        """One row per stage that was grown: the mean square of its residuals, and whether it was kept."""
        check_is_fitted(self)
        n_grown = len(self.stage_errors_)
        return pd.DataFrame(
            {
                "stage": np.arange(1, n_grown + 1),
                "error": self.stage_errors_,
                "kept": np.arange(n_grown) < len(self.stages_),
            }
        )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is None:
            tags.input_tags.allow_nan = True
        elif hasattr(self.estimator, "__sklearn_tags__") and not isinstance(self.estimator, type):
            inner = get_tags(self.estimator)
            if inner.estimator_type == "regressor":
                tags.input_tags = inner.input_tags
        return tags


class _NoScore:
    """Stages are judged by their residuals; a score of their own would refuse a single row."""

    def __call__(self, truth: NDArray[np.float64], prediction: NDArray[np.float64]) -> float:
        return 0.0

    def __repr__(self) -> str:
        return "True"
