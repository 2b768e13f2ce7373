"""A small network of one hidden layer, fitted by L-BFGS to rows with weights."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, is_classifier
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.column_scale import find_units, from_units, spread_from_units, standardise, to_units
from hedgerow.foundation.constraints import Count, Flag, Number
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import fits_all_or_nothing
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.foundation.threads import ONE_THREAD
from hedgerow.foundation.training_set import TrainingSet, read_features
from hedgerow.learners.network.shape import NetworkShape, sum_logs


@configurable
class _SmallNetwork(BaseEstimator):
    """What both kinds of network share."""

    n_hidden: int = parameter(Count(0), default=5, kw_only=False)
    decay: float = parameter(Number(0), default=1e-4)
    max_iter: int = parameter(Count(), default=200)
    tol: float = parameter(Number(0), default=1e-6)
    warm_start: bool = parameter(Flag(), default=False)
    random_state: Any = None

    shape_: NetworkShape = fitted()
    parameters_: NDArray[np.float64] = fitted()
    classes_: NDArray[Any] = fitted()
    n_features_in_: int = fitted()
    means_: NDArray[np.float64] = fitted()
    scales_: NDArray[np.float64] = fitted()
    loss_: float = fitted()
    n_iter_: int = fitted()

    @fits_all_or_nothing
    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Learn from a table.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            Numbers; missing ones lie at the mean of their column.
        y : array-like of shape (n_samples,)
            Class labels, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows, of any size.

        Returns
        -------
        self
        """
        goes_on = self.warm_start and hasattr(self, "parameters_")
        task = "classification" if is_classifier(self) else "regression"
        training = TrainingSet.read(
            self, X, y, sample_weight, task=task, numbers_only=True, reset=not goes_on
        )
        if training.classes is not None and not (goes_on and np.isin(training.classes, self.classes_).all()):
            # Who goes on keeps its outputs, even where a class has no weight left.
            self.classes_ = training.classes
        training = replace(training, X=np.ascontiguousarray(training.X, np.float64)).drop_weightless()
        weights = training.row_weights / training.row_weights.sum()
        targets = self._aim(training, weights, goes_on)
        if not goes_on:
            self._learn_scale(training.X, weights)
        inputs = self._scale(training.X)
        shape = NetworkShape(inputs.shape[1], int(self.n_hidden), targets.shape[1])
        if goes_on and shape == self.shape_:
            start = self.parameters_
        else:
            start = shape.draw(check_random_state(self.random_state))
        self.shape_ = shape
        with ONE_THREAD:
            found = minimize(
                shape.measure_loss,
                start,
                args=(inputs, targets, weights, self.decay, is_classifier(self)),
                jac=True,
                method="L-BFGS-B",
                options={"maxiter": self.max_iter, "ftol": self.tol, "gtol": 1e-6, "maxcor": 20},
            )
        self.parameters_, self.loss_, self.n_iter_ = found.x, float(found.fun), int(found.nit)
        return self

    def _aim(self, training: TrainingSet, weights: NDArray[np.float64], goes_on: bool) -> NDArray[np.float64]:
        """What the outputs should be."""
        raise NotImplementedError

    def _learn_scale(self, X: NDArray[np.float64], weights: NDArray[np.float64]) -> None:
        units = find_units(X)
        X, known = to_units(X, units), ~np.isnan(X)
        shares = np.where(known, weights[:, None], 0.0)
        totals = np.maximum(shares.sum(axis=0), np.finfo(float).tiny)
        filled = np.where(known, X, 0.0)
        means = (shares * filled).sum(axis=0) / totals
        spread = np.sqrt((shares * (filled - means) ** 2).sum(axis=0) / totals)
        varies = spread > 1e-12 * np.maximum(np.abs(means), 1e-300)
        self.means_ = from_units(means, units)
        self.scales_ = np.where(varies, spread_from_units(spread, units), 1.0)

    def _scale(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.where(np.isnan(X), 0.0, standardise(X, self.means_, self.scales_)), np.float64)

    def _run(self, X: Any) -> NDArray[np.float64]:
        check_is_fitted(self, "parameters_")
        rows = np.asarray(read_features(self, X, None, reset=False), np.float64)
        return self.shape_.run(self.parameters_, self._scale(rows), multiply_rows)[1]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        return tags


class SmallNetworkClassifier(ClassifierMixin, _SmallNetwork):
    r"""A network of one hidden layer that takes weights: the expert of a mixture.

    Hidden units are hyperbolic tangents, outputs a softmax. All rows are looked at in each step, so fits are quick on
    tables of some thousand rows, have no learning rate, and repeat exactly. Without hidden units it is a multinomial
    logistic regression.

    .. math:: \sum_n w_n \Big(-\log o_{y_n}(x_n)\Big) + \tfrac{\lambda}{2} |W|^2, \qquad \sum_n w_n = 1

    Parameters
    ----------
    n_hidden : int, default=5
        Number of hidden units; 0 for a logistic regression.
    decay : float, default=1e-4
        Weight decay: the lambda of the formula.
    max_iter : int, default=200
        Most steps of L-BFGS.
    tol : float, default=1e-6
        Relative gain of a step below which the fit ends.
    warm_start : bool, default=False
        Whether a second ``fit`` goes on from where the first has ended.
    random_state : int, RandomState or None, default=None
        Draws of the first parameters.

    Attributes
    ----------
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    parameters_ : ndarray
        All parameters in one vector.
    loss_ : float
        The loss that was reached.
    n_iter_ : int
        Steps that were taken.

    See Also
    --------
    MixtureOfExpertsClassifier, PrototypeMixtureClassifier

    Notes
    -----
    Columns are standardised within, and missing numbers lie at the mean. The weights of a fit are scaled to a sum of
    one, so decay means the same to an expert of few rows. Steps are those of L-BFGS on all rows at once, instead
    of row by row.

    Formula::

        The loss is the cross-entropy of a softmax, or half the squared error of the standardised target.

    Cost: O(N D H + N H K) a step, D columns and H hidden units; 200 steps at most by default.

    References
    ----------
    D. Rumelhart, G. Hinton and R. Williams, Learning representations by back-propagating errors, Nature 323, 1986,
    pp. 533-536.

    D. Liu and J. Nocedal, On the limited memory BFGS method for large scale optimization, Mathematical Programming 45,
    1989, pp. 503-528.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> X, y = load_iris(return_X_y=True)
    >>> SmallNetworkClassifier(random_state=0).fit(X, y).score(X, y) > 0.97
    True
    """

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Class probabilities.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
        """
        outputs = self._run(X)
        return np.asarray(np.exp(outputs - sum_logs(outputs)))

    def predict(self, X: Any) -> NDArray[Any]:
        """Predict the class of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        outputs = self._run(X)
        return np.asarray(self.classes_[outputs.argmax(axis=1)])

    def _aim(self, training: TrainingSet, weights: NDArray[np.float64], goes_on: bool) -> NDArray[np.float64]:
        assert training.classes is not None
        return np.asarray(training.classes[training.y][:, None] == self.classes_, np.float64)


class SmallNetworkRegressor(RegressorMixin, _SmallNetwork):
    """A network of one hidden layer that takes weights, for values.

    Parameters
    ----------
    n_hidden : int, default=5
        Number of hidden units; 0 for a ridge regression.
    decay, max_iter, tol, warm_start, random_state
        As for `SmallNetworkClassifier`; the loss is half the squared error of the standardised target.

    Attributes
    ----------
    parameters_, loss_, n_iter_
        As for `SmallNetworkClassifier`.

    Examples
    --------
    >>> x = np.linspace(-3, 3, 100)[:, None]
    >>> SmallNetworkRegressor(random_state=0).fit(x, np.sin(x[:, 0])).score(x, np.sin(x[:, 0])) > 0.99
    True
    """

    target_mean_: float
    target_scale_: float

    def predict(self, X: Any) -> NDArray[np.float64]:
        """Predict the value of each row.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
        """
        return np.asarray(self._run(X)[:, 0] * self.target_scale_ + self.target_mean_)

    def _aim(self, training: TrainingSet, weights: NDArray[np.float64], goes_on: bool) -> NDArray[np.float64]:
        values = training.y
        if not goes_on:
            self.target_mean_ = float(weights @ values)
            spread = float(np.sqrt(weights @ (values - self.target_mean_) ** 2))
            # A target that does not vary is answered with its mean, whatever the outputs.
            self.target_scale_ = spread if spread > 1e-12 * abs(self.target_mean_) else 0.0
        return np.asarray((values - self.target_mean_) / (self.target_scale_ or 1.0), np.float64)[:, None]
