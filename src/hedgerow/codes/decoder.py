"""Decoding: how the answers to the columns of a code become scores of the classes, and scores probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp, softmax
from sklearn.base import BaseEstimator

from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.rules import TERMS, sum_distances, weigh_entries
from hedgerow.combination.decision import pick_class, share_out
from hedgerow.combination.platt import PlattScaling, fit_platt
from hedgerow.foundation.constraints import Flag, Instance, Word, check
from hedgerow.foundation.parameters import configurable, fitted, parameter

Floats = NDArray[np.float64]
_LEAST, _MOST = np.log(1e-2), np.log(1e5)  # of the slope
_TIE = 1e-9  # share of the soft distance, which settles what equal hard distances leave open


@dataclass(frozen=True)
class Softmax:
    r"""Probabilities in proportion to :math:`e^{b F}`.

    Attributes
    ----------
    slope : float
        b; the larger, the more certain.

    Examples
    --------
    >>> Softmax(2.0)(np.array([[0.0, 0.5]])).round(3)
    array([[0.269, 0.731]])
    """

    slope: float

    def __call__(self, scores: Floats) -> Floats:
        """Probabilities of the classes, for each row of scores."""
        return np.asarray(softmax(self.slope * scores, axis=1))


def fit_softmax(scores: Floats, y: NDArray[np.intp], sample_weight: Floats | None = None) -> Softmax:
    """Find the slope of least cross-entropy on rows whose class is known.

    The true class has the target (N + 1) / (N + K) and the others 1 / (N + K), for weight N of the rows and K classes,
    so that the slope stays finite where no row is wrong.

    Parameters
    ----------
    scores : ndarray of shape (n_samples, n_classes)
        Best those of rows that the scorer has not learned from.
    y : ndarray of shape (n_samples,)
        Class codes.
    sample_weight : ndarray of shape (n_samples,), default=None
        Weights of the rows.

    Examples
    --------
    >>> scores = np.array([[0.6, 0.4], [0.3, 0.7], [0.4, 0.6], [0.2, 0.8]])
    >>> 0 < fit_softmax(scores, np.array([0, 1, 0, 1])).slope < 10
    True
    """
    weights = np.ones(len(y)) if sample_weight is None else sample_weight
    n_classes, total = scores.shape[1], float(weights.sum())
    true = scores[np.arange(len(y)), y]
    # The target's mean score: nearly that of the true class.
    aimed = (total * true + scores.sum(axis=1)) / (total + n_classes)

    def lose(log_slope: float) -> float:
        slope = np.exp(log_slope)
        return float(weights @ (logsumexp(slope * scores, axis=1) - slope * aimed))

    return Softmax(float(np.exp(minimize_scalar(lose, bounds=(_LEAST, _MOST), method="bounded").x)))


@dataclass(frozen=True)
class PlattByClass:
    """A Platt curve for the score of each class, scaled to sum to one.

    Attributes
    ----------
    curves : tuple of PlattScaling
        One for each class.
    """

    curves: tuple[PlattScaling, ...]

    def __call__(self, scores: Floats) -> Floats:
        """Probabilities of the classes, for each row of scores."""
        chances = np.stack(
            [curve(column) for curve, column in zip(self.curves, scores.T, strict=True)], axis=1
        )
        return share_out(chances, np.ones_like(chances))


def fit_platt_by_class(
    scores: Floats, y: NDArray[np.intp], sample_weight: Floats | None = None
) -> PlattByClass:
    """Fit a curve for each class against all others.

    Parameters
    ----------
    scores, y, sample_weight
        As for `fit_softmax`.

    Examples
    --------
    >>> scores = np.array([[0.6, 0.4], [0.3, 0.7], [0.4, 0.6], [0.2, 0.8]])
    >>> fit_platt_by_class(scores, np.array([0, 1, 0, 1]))(scores).sum(axis=1)
    array([1., 1., 1., 1.])
    """
    return PlattByClass(
        tuple(fit_platt(column, y == label, sample_weight) for label, column in enumerate(scores.T))
    )


@configurable
class Decoding(BaseEstimator):
    """The class whose row of the code is nearest to the answers.

    A combination for ensembles with a code: ``EnsembleClassifier(code="dense_random", combination=Decoding())``.

    Parameters
    ----------
    rule : str, default="l1"
        The distance: "hamming", "l1", "euclidean", "linear", "exponential", "hinge" or "probabilistic"; see
        `hedgerow.codes.measure_distances`. Hamming's reads sides alone, and equal distances are settled by "l1".
    attenuated : bool, default=False
        Whether columns that leave a class out do not count for it.
    weights : {"csep"} or None, default=None
        "csep": columns count for a class as they separate it in training; see `hedgerow.codes.class_separability`.
    csep_rows : {"training", "oob"}, default="training"
        Where these weights come from: all answers about the training rows, as in the paper, or those out of bag.
    calibration : {"softmax", "platt"} or None, default="softmax"
        How scores become probabilities. "softmax": in proportion to e^(b F), b of least cross-entropy on the
        out-of-bag scores. "platt": by a Platt curve for each class, from the same scores. None: b is the number of
        columns, which for "probabilistic" makes the product of the columns' chances. Where no rows are out of bag, the
        scores of the training rows are used, which flatter.

    Attributes
    ----------
    matrix_ : ndarray of shape (n_classes, n_columns)
        The code.
    class_weights_ : ndarray of shape (n_classes, n_columns) or None
        How much each column counts for each class.
    calibration_ : callable
        What makes probabilities of scores.

    Notes
    -----
    Scores are 1 minus the mean distance over the columns for "hamming" and "l1", and minus the mean distance for the
    others. Equal scores go to the class with the larger training weight, then to the first. A row that no column
    predicts has NaN; a class that takes part in no predicting column has the lowest score of the others.

    Examples
    --------
    >>> code = np.array([[1, 1], [1, -1], [-1, 1]], dtype=np.int8)
    >>> decoding = Decoding().bind(code)
    >>> said = np.array([[0.8], [-0.4]])  # two members about one row
    >>> decoding.combine(said)
    array([[0.6, 0.8, 0.2]])
    """

    rule: str = parameter(Word(*TERMS), default="l1", kw_only=False)
    attenuated: bool = parameter(Flag(), default=False)
    weights: Literal["csep"] | None = parameter(Word("csep", None), default=None)
    csep_rows: Literal["training", "oob"] = parameter(Word("training", "oob"), default="training")
    calibration: Literal["softmax", "platt"] | None = parameter(
        Word("softmax", "platt", None), default="softmax"
    )

    answers: ClassVar[Literal["classes"]] = "classes"
    additive: ClassVar[bool] = False
    hard: ClassVar[bool] = False
    weighted: ClassVar[bool] = True

    matrix_: CodeMatrix = fitted()
    class_weights_: Floats | None = fitted()
    calibration_: Softmax | PlattByClass = fitted()

    def bind(self, matrix: CodeMatrix, class_weights: Floats | None = None) -> Self:
        """Keep the code, and the weights of its entries."""
        self.matrix_, self.class_weights_ = matrix, class_weights
        self.calibration_ = Softmax(float(matrix.shape[1]))
        return self

    def calibrate(self, scores: Floats, y: NDArray[np.intp], sample_weight: Floats | None = None) -> Self:
        """Learn to make probabilities of scores, from rows whose class is known."""
        if self.calibration == "softmax":
            self.calibration_ = fit_softmax(scores, y, sample_weight)
        elif self.calibration == "platt":
            self.calibration_ = fit_platt_by_class(scores, y, sample_weight)
        return self

    def combine(self, outputs: Floats, weights: Floats | None = None) -> Floats:
        """Score the classes, (n_samples, n_classes).

        Parameters
        ----------
        outputs : ndarray of shape (n_members, n_samples)
            Sides that the members chose, from -1 to +1.
        weights : ndarray of shape (n_members,) or (n_members, n_samples), default=None
            Weight of each member, or of each member for each row (0: it must abstain).
        """
        sides = outputs.T
        entries, combination_weights = weigh_entries(self.matrix_, self.class_weights_, self.attenuated), None
        if weights is not None and weights.ndim == 1:
            entries = entries * weights
        elif weights is not None:
            combination_weights = weights.T
        scores = -self._average(self.rule, sides, entries, combination_weights)
        if self.rule == "hamming":
            scores -= _TIE * self._average("l1", sides, entries, combination_weights)
        return scores + 1.0 if self.rule in ("hamming", "l1") else scores

    def _average(
        self, rule: str, sides: Floats, entries: Floats, combination_weights: Floats | None
    ) -> Floats:
        """Mean distances over the columns that vote."""
        sums, totals = sum_distances(sides, self.matrix_, rule, entries, combination_weights)
        predicted = totals > 0
        means = np.divide(sums, totals, out=np.full_like(sums, -np.inf), where=predicted)
        if not predicted.all():
            farthest = means.max(axis=1, keepdims=True)
            means = np.where(predicted, means, np.where(np.isfinite(farthest), farthest, np.nan))
        return np.sqrt(np.maximum(means, 0.0)) if rule == "euclidean" else means

    def decide(self, scores: Floats, priors: Floats | None = None) -> NDArray[np.intp]:
        """Pick the class with the largest score, ties by the prior and then by the index."""
        return pick_class(scores, priors)

    def share_out(self, scores: Floats) -> Floats:
        """Make probabilities of scores; NaN where no member predicted."""
        return self.calibration_(scores)


DECODINGS = Word(*TERMS, "attenuated") | Instance("a Decoding", kind=Decoding)


def resolve_decoding(decoding: str | Decoding, **parameters: Any) -> Decoding:
    """Make a decoding from its shorthand, with the other parameters; "attenuated" is the attenuated Euclidean distance.

    Examples
    --------
    >>> resolve_decoding("attenuated").get_params()["rule"]
    'euclidean'
    """
    if isinstance(decoding, Decoding):
        return decoding
    rule = check("decoding", decoding, DECODINGS)
    if rule == "attenuated":
        return Decoding("euclidean", attenuated=True, **parameters)
    return Decoding(rule, **parameters)
