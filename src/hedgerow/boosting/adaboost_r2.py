"""Boosting of regressors by AdaBoost.R2."""

from __future__ import annotations

from typing import ClassVar

from hedgerow.combination import WeightedMedian
from hedgerow.ensembles.engine import EnsembleRegressor
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.resampling import AdaBoostR2


@configurable
class AdaBoostR2Regressor(EnsembleRegressor):
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
        How much each member counts in the median.
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
