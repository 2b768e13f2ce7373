"""What a round of an additive model explains, and how far it goes along its prediction."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit, log_softmax, softmax

from hedgerow.learners import Members
from hedgerow.trees.grower import TreeMembers

Matrix = NDArray[np.float64]  # one line per output, one entry per row

MAX_RESPONSE = 4.0  # of LogitBoost; the authors suggest 2 to 4
BEND = 0.02  # shares as near as that to either end are bent
FARTHEST = 10.0  # scores beyond it would not change a share any more
_LEAST_CURVATURE = 2 * np.finfo(float).eps


@dataclass(frozen=True)
class SquaredLoss:
    """Least squares: a round explains the residuals u = y - F.

    Along a prediction h the best step is sum w u h / sum w h^2. The penalty `l2` of a squared step shortens it, for
    predictions in {-1, +1}, to sum w u h / (sum w + l2): a learning rate of sum w / (sum w + l2). Each leaf of a tree
    has a step of its own, sum w u / (sum w + l2) over the rows of the leaf.

    Attributes
    ----------
    learning_rate : float or None
        Share of the best step that is taken; None where `l2` says it.
    l2 : float
        Penalty of a squared step, in units of row weight.
    """

    learning_rate: float | None
    l2: float = 0.0

    @classmethod
    def choose(cls, learning_rate: float | None, l2: float | None) -> Self:
        """The length of a step, said one way or the other; neither is a rate of 0.1."""
        if learning_rate is not None and l2 is not None:
            raise ValueError(
                f"learning_rate={learning_rate!r} and l2={l2!r} both say how short a step is; leave one of them None"
            )
        if l2 is not None:
            return cls(None, l2)
        return cls(0.1 if learning_rate is None else learning_rate)

    def start(self, y: Matrix, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The means."""
        return np.asarray(y @ weights / weights.sum())

    def make_targets(self, y: Matrix, scores: Matrix, weights: NDArray[np.float64]) -> tuple[Matrix, Matrix]:
        """The residuals."""
        return y - scores, np.broadcast_to(weights, y.shape)

    def find_step(
        self,
        member: Members,
        target: NDArray[np.float64],
        predicted: NDArray[np.float64],
        weights: NDArray[np.float64],
    ) -> tuple[Members, float]:
        """Find the step; a tree's leaves are means already, so its step is 1 or is in its leaves."""
        rate = self.learning_rate
        if isinstance(member, TreeMembers):
            return (_shrink_leaves(member, self.l2), 1.0) if rate is None else (member, rate)
        rate = weights.sum() / (weights.sum() + self.l2) if rate is None else rate
        length = float(weights @ predicted**2)
        return member, float(rate * (weights * target) @ predicted / length) if length > 0 else 0.0

    def measure(self, y: Matrix, scores: Matrix, weights: NDArray[np.float64]) -> float:
        """Mean squared error, summed over the outputs."""
        return float((((y - scores) ** 2) @ weights).sum() / weights.sum())


@dataclass(frozen=True)
class LogisticLoss:
    """Maximum likelihood by steps of Newton's method, as LogitBoost takes them.

    With class probabilities p, a round explains the working responses (y - p) / (p (1 - p)), weighted by p (1 - p)
    (Friedman, Hastie & Tibshirani 2000, algorithms 3 and 6). Targets are in {0, 1}; two classes need one output only.

    Attributes
    ----------
    learning_rate : float
        Share of the step that is taken.
    """

    learning_rate: float

    def start(self, y: Matrix, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """Nothing is known: all classes are equally likely."""
        return np.zeros(len(y))

    def make_targets(self, y: Matrix, scores: Matrix, weights: NDArray[np.float64]) -> tuple[Matrix, Matrix]:
        """Working responses, cut off where a row contradicts a sure probability, and their weights."""
        probabilities = find_probabilities(scores)
        curvature = np.maximum(probabilities * (1.0 - probabilities), _LEAST_CURVATURE)
        responses = np.clip((y - probabilities) / curvature, -MAX_RESPONSE, MAX_RESPONSE)
        return responses, weights * curvature

    def find_step(
        self,
        member: Members,
        target: NDArray[np.float64],
        predicted: NDArray[np.float64],
        weights: NDArray[np.float64],
    ) -> tuple[Members, float]:
        """The step is the learning rate; `find_probabilities` knows how scores are scaled."""
        return member, self.learning_rate

    def measure(self, y: Matrix, scores: Matrix, weights: NDArray[np.float64]) -> float:
        """Mean negative logarithm of the probability of the true class."""
        if len(y) == 1:
            losses = np.logaddexp(0.0, np.where(y[0] > 0, -scores[0], scores[0]))
        else:
            losses = -(y * log_softmax(_damp(scores), axis=0)).sum(axis=0)
        return float(losses @ weights / weights.sum())


# What an additive model lowers; `y` and `scores` have one line per output. `start` finds the scores before the first
# round, `make_targets` the values that a round should explain by least squares, with the weights of the rows, and
# `find_step` the member as it is added, with the step along its prediction.
Loss = SquaredLoss | LogisticLoss


def find_shares(scores: Matrix) -> Matrix:
    """Class probabilities of scores that estimate 2 p - 1, one output for two classes, else one per class.

    Least squares on targets in {-1, +1} estimates 2 p - 1. Sums of stumps leave [-1, 1], so (F + 1) / 2 is bent within
    0.02 of either end such that it never gets there and never loses the order of the rows. Of several classes the
    shares are scaled to sum to one.

    Examples
    --------
    >>> find_shares(np.array([[0.0, 0.5, 1.0, 1.2]])).round(4)
    array([[0.5   , 0.25  , 0.0074, 0.    ],
           [0.5   , 0.75  , 0.9926, 1.    ]])
    """
    share = (np.clip(scores, -FARTHEST, FARTHEST) + 1.0) / 2.0
    below = BEND * np.exp(np.minimum(share / BEND - 1.0, 0.0))
    above = BEND * np.exp(np.minimum((1.0 - share) / BEND - 1.0, 0.0))
    bent = np.where(share < BEND, below, np.where(share > 1.0 - BEND, 1.0 - above, share))
    if len(bent) == 1:
        return np.vstack([1.0 - bent, bent])
    rows = np.ascontiguousarray(bent.T)  # sums are made row by row, in one order
    return np.asarray((rows / rows.sum(axis=1, keepdims=True)).T)


def find_probabilities(scores: Matrix) -> Matrix:
    """Class probabilities of summed working responses: one output for two classes, else one per class.

    Two classes: F = sum f / 2 and p = e^F / (e^F + e^-F), the logistic function of sum f. J classes: F = (J - 1) / J
    (sum f - their mean) and p = softmax F, which the mean does not change.

    Examples
    --------
    >>> find_probabilities(np.zeros((3, 1))).ravel().round(3)
    array([0.333, 0.333, 0.333])
    """
    return np.asarray(
        expit(scores) if len(scores) == 1 else softmax(np.ascontiguousarray(_damp(scores).T), axis=1).T
    )


def _damp(scores: Matrix) -> Matrix:
    return scores * ((len(scores) - 1) / len(scores))


def _shrink_leaves(member: TreeMembers, l2: float) -> TreeMembers:
    forest = member.forest
    values = np.array(forest.values)
    values[:, 1] *= values[:, 0] / (values[:, 0] + l2)  # weight and mean of each node
    return replace(member, forest=replace(forest, values=values))
