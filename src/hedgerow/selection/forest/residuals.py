"""The residuals of a target, given the features found so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from hedgerow.foundation.cached_property import cached_property
from hedgerow.resampling import Bootstrap
from hedgerow.trees.binning import BinnedTable
from hedgerow.trees.estimators import DecisionTreeRegressor
from hedgerow.trees.grower import TreeGrower

_FEWEST_ROWS = 5  # of a leaf, as usual for forests that predict values
_MOST_STEP = 4.0  # of log-odds, where all rows of a leaf are unexpected
_N_STEPS = 3
_MOST_CELLS = 2**22  # answers of some trees about all rows, 32 MiB

Predict = Callable[[NDArray[np.float64], NDArray[np.float64] | None], NDArray[np.float64]]


class Target(NamedTuple):
    """One question of a round: a name, and outputs of shape (n_samples, n_outputs)."""

    name: str
    outputs: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ValueResiduals:
    """Values less their predictions.

    Parameters
    ----------
    values : ndarray of shape (n_samples,)
        What is left.
    is_fresh : bool
        Whether nothing has been taken away.
    """

    values: NDArray[np.float64]
    is_fresh: bool = True

    @classmethod
    def start(cls, y: NDArray[np.float64]) -> Self:
        """Values in units of their spread, so an importance is a share of the variance."""
        return cls((y - y.mean()) / y.std())

    def targets(self) -> list[Target]:
        """The residual is the target."""
        return [Target("y" if self.is_fresh else "residual", self.values[:, None])]

    def explain(self, predict: Predict) -> Self:
        """Subtract the predictions."""
        values = self.values
        for _ in range(_N_STEPS):
            values = values - predict(values, None)
        return replace(self, values=values, is_fresh=False)


@dataclass(frozen=True, eq=False)
class ClassResiduals:
    """Class indicators less their probabilities, which are the softmax of log-odds that grow with each round.

    Parameters
    ----------
    indicators : ndarray of shape (n_samples, n_classes)
        One where a row has the class.
    log_odds : ndarray of shape (n_samples, n_classes)
        What is known about the classes of each row.
    labels : ndarray of shape (n_classes,)
        The class labels.
    is_fresh : bool
        Whether nothing has been taken away; the classes themselves are the target then.
    """

    indicators: NDArray[np.float64]
    log_odds: NDArray[np.float64]
    labels: NDArray[Any]
    is_fresh: bool = True

    @classmethod
    def start(cls, codes: NDArray[Any], labels: NDArray[Any], weights: NDArray[np.float64] | None) -> Self:
        """Nothing is known but the shares of the classes."""
        indicators = np.eye(len(labels))[codes]
        shares = np.average(indicators, axis=0, weights=weights)
        floor = 0.5 / len(codes)  # a class whose rows have no weight
        return cls(indicators, np.tile(np.log(np.maximum(shares, floor)), (len(codes), 1)), labels)

    @property
    def residuals(self) -> NDArray[np.float64]:
        """Indicators less probabilities."""
        return self.indicators - softmax(self.log_odds, axis=1)

    @property
    def _distinct(self) -> range:
        """The classes to look at: of two, one says all."""
        return range(1, 2) if len(self.labels) == 2 else range(len(self.labels))

    def targets(self) -> list[Target]:
        """All classes at once to begin with, then the residual of each class.

        The variance of the indicators, summed over the classes, is the Gini index.
        """
        if self.is_fresh:
            indicators = self.indicators - self.indicators.mean(axis=0)
            if len(self.labels) == 2:
                indicators = indicators[:, 1:] * np.sqrt(2.0)  # both have the same variance
            return [Target("classes", indicators)]
        return [Target(f"residual of {self.labels[k]}", self.residuals[:, k : k + 1]) for k in self._distinct]

    def explain(self, predict: Predict) -> Self:
        """Add to the log-odds by steps of Newton's method.

        A step predicts the response r / (p (1 - p)) with the weights p (1 - p), and adds (K - 1) / K of it
        (Friedman, Hastie & Tibshirani 2000).
        """
        n_classes, after = len(self.labels), self
        for _ in range(_N_STEPS):
            residuals = after.residuals
            probabilities = after.indicators - residuals
            curvature = np.maximum(probabilities * (1.0 - probabilities), 1e-6)
            step = np.zeros_like(after.log_odds)
            for k in self._distinct:
                step[:, k] = predict(residuals[:, k] / curvature[:, k], curvature[:, k])
            step = np.clip(step, -_MOST_STEP, _MOST_STEP)
            if n_classes == 2:
                step[:, 0] = -step[:, 1]
            step = (step - step.mean(axis=1, keepdims=True)) * ((n_classes - 1) / n_classes)
            after = replace(after, log_odds=after.log_odds + step, is_fresh=False)
        return after


Residuals = ValueResiduals | ClassResiduals


@dataclass(frozen=True, eq=False)
class OutOfBagPredictor:
    """A forest on some columns that predicts each row by the trees that were not fitted on it.

    Parameters
    ----------
    X : ndarray of shape (n_samples, n_features)
        The columns.
    is_categorical : ndarray of bool of shape (n_features,)
        Which of them are categories.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows.
    n_estimators : int
        Number of trees.
    generator : Generator
        The randomness; each prediction draws on.
    """

    X: NDArray[np.floating[Any]]
    is_categorical: NDArray[np.bool_]
    weights: NDArray[np.float64] | None
    n_estimators: int
    generator: np.random.Generator

    def __call__(
        self, target: NDArray[np.float64], factors: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """Predict a target whose rows weigh more or less by some factors; a row in every bag gets 0."""
        n_samples = len(target)
        tree = DecisionTreeRegressor(min_samples_leaf=_FEWEST_ROWS)
        prepared = TreeGrower(tree, self._table, target, 0, self.X)
        total, count = np.zeros(n_samples), np.zeros(n_samples)
        seeds = self.generator.integers(2**63, size=(self.n_estimators, 2), dtype=np.uint64)
        for batch in np.array_split(seeds, -(-self.n_estimators * n_samples // _MOST_CELLS)):
            draws = [Bootstrap().draw(int(seed), n_samples, self.weights) for seed in batch[:, 0]]
            counts = np.array(draws, np.int64)
            weights = counts if factors is None else counts * factors
            answers = prepared.grow(batch[:, 1], weights).forest.outputs(self.X)
            total += (answers * (counts == 0)).sum(axis=0)
            count += (counts == 0).sum(axis=0)
        return np.divide(total, count, out=np.zeros(n_samples), where=count > 0)

    @cached_property
    def _table(self) -> BinnedTable:
        return BinnedTable.from_matrix(self.X, self.is_categorical)
