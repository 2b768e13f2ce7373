"""LogitBoost: additive logistic regression."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.boosting.additive.base import Additive, AdditiveClassifier
from hedgerow.boosting.additive.losses import LogisticLoss, Loss, Matrix, find_probabilities
from hedgerow.foundation.constraints import Number
from hedgerow.foundation.parameters import configurable, parameter
from hedgerow.trees.estimators import DecisionTreeRegressor


@configurable
class LogitBoostClassifier(AdditiveClassifier, Additive):
    """Additive logistic regression: each round is a step of Newton's method towards the maximum likelihood.

    With the current class probabilities p, a round fits a regression tree f to the working responses
    (y - p) / (p (1 - p)), y in {0, 1}, by least squares with weights p (1 - p). For two classes

        F <- F + f / 2,    p = e^F / (e^F + e^-F);

    J classes have a tree each, F_j <- F_j + (J - 1) / J (f_j - mean f) and p = softmax F.

    Parameters
    ----------
    estimator : regressor or None, default=None
        What fits the working responses: None for trees with a single split, else any regressor.
    n_estimators : int, default=100
        Most rounds.
    learning_rate : float, default=1.0
        Share of each step to take; the authors take all of it.
    validation_fraction, n_iter_no_change, tol, random_state, verbose
        As for `LsBoostClassifier`.

    Attributes
    ----------
    classes_, n_estimators_, steps_, members_, n_features_in_, feature_names_in_
        As for `LsBoostClassifier`.
    train_loss_, validation_loss_ : ndarray
        Mean negative log-likelihood before any round and after each.

    See Also
    --------
    LsBoostClassifier

    Notes
    -----
    Working responses are cut off at 4, as the authors suggest (between 2 and 4). `decision_function` of two classes is
    the log-odds, twice the F of the paper; of J classes it is F.

    Cost: T regression trees per class, on one coded table.

    References
    ----------
    J. Friedman, T. Hastie and R. Tibshirani, Additive logistic regression: a statistical view of boosting, Annals of
    Statistics 28, 2000, pp. 337-407.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from hedgerow.boosting import LogitBoostClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = LogitBoostClassifier(n_estimators=20).fit(X[::2], y[::2])
    >>> model.score(X[1::2], y[1::2]) > 0.9
    True
    """

    n_estimators: int = parameter(default=100, kw_only=False)
    learning_rate: float = parameter(Number(0, closed="neither"), default=1.0)

    def _make_loss(self) -> Loss:
        return LogisticLoss(self.learning_rate)

    def _make_learner(self) -> Any:
        return DecisionTreeRegressor(max_depth=1)

    def _code(self, is_class: NDArray[np.bool_]) -> Matrix:
        return is_class.astype(np.float64)

    def _link(self, scores: Matrix) -> Matrix:
        probabilities = find_probabilities(scores)
        if len(scores) == 1:
            return np.vstack([find_probabilities(-scores), probabilities])
        return probabilities

    def _arrange(self, scores: Matrix) -> NDArray[np.float64]:
        """Log-odds of the second of two classes; F of each class, summing to zero, for more."""
        arranged = super()._arrange(scores)
        if arranged.ndim == 1:
            return arranged
        centred = arranged - arranged.mean(axis=1, keepdims=True)
        return np.asarray(centred * ((self.n_classes_ - 1) / self.n_classes_))
