"""What a score of two classes costs at each threshold: specificity, sensitivity, errors, and the area over all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_consistent_length, column_or_1d

from hedgerow.foundation.constraints import Number, check
from hedgerow.foundation.training_set import read_weights

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class OperatingPoint:
    """A threshold: rows whose score is at least as large are called positive.

    Attributes
    ----------
    threshold : float
        The smallest score that is called positive; infinity where no row is.
    sensitivity, specificity : float
        Share of the positive rows, and of the negative rows, that are called right.
    false_positives, false_negatives : float
        Weight of the rows that are called wrong; their number, where rows have no weights.
    """

    threshold: float
    sensitivity: float
    specificity: float
    false_positives: float
    false_negatives: float

    @property
    def errors(self) -> float:
        """Weight of all rows that are called wrong."""
        return self.false_positives + self.false_negatives


@dataclass(frozen=True, eq=False)
class OperatingPoints:
    """All thresholds of a score, from the one at which no row is called positive to the one at which all are.

    Attributes
    ----------
    thresholds : ndarray of shape (n_thresholds,)
        Infinity, and the distinct scores from the largest down.
    true_positives, false_positives : ndarray of shape (n_thresholds,)
        Weight of the positive rows, and of the negative ones, whose score is at least the threshold.
    """

    thresholds: NDArray[np.float64]
    true_positives: NDArray[np.float64]
    false_positives: NDArray[np.float64]

    @property
    def area(self) -> float:
        """Chance that a positive row has a higher score than a negative one, with half of the ties (AUROC)."""
        return float(np.trapezoid(self._sensitivities, 1.0 - self._specificities))

    @property
    def _sensitivities(self) -> NDArray[np.float64]:
        return np.asarray(self.true_positives / self.true_positives[-1])

    @property
    def _specificities(self) -> NDArray[np.float64]:
        return np.asarray(1.0 - self.false_positives / self.false_positives[-1])

    def fewest_errors(self) -> OperatingPoint:
        """The threshold with the fewest errors; of several the most specific one."""
        missed = self.true_positives[-1] - self.true_positives
        return self._at(int(np.argmin(self.false_positives + missed)))

    def at_specificity(self, specificity: float = 0.9) -> OperatingPoint:
        """The smallest threshold at which at least this share of the negative rows is called negative.

        Parameters
        ----------
        specificity : float, default=0.9
            From 0 to 1. Between two scores nothing is interpolated.
        """
        check("specificity", specificity, Number(0, 1))
        is_specific = self._specificities >= specificity - 1e-12  # 1 - 1/10 is less than 0.9 by rounding
        return self._at(int(np.flatnonzero(is_specific)[-1]))

    def _at(self, place: int) -> OperatingPoint:
        return OperatingPoint(
            threshold=float(self.thresholds[place]),
            sensitivity=float(self._sensitivities[place]),
            specificity=float(self._specificities[place]),
            false_positives=float(self.false_positives[place]),
            false_negatives=float(self.true_positives[-1] - self.true_positives[place]),
        )

    def frame(self) -> pd.DataFrame:
        """One row per threshold: sensitivity, specificity, and what is called wrong."""
        import pandas as pd

        missed = self.true_positives[-1] - self.true_positives
        return pd.DataFrame(
            {
                "threshold": self.thresholds,
                "sensitivity": self._sensitivities,
                "specificity": self._specificities,
                "false_positives": self.false_positives,
                "false_negatives": missed,
                "errors": self.false_positives + missed,
            }
        )

    def __repr__(self) -> str:
        fewest, specific = self.fewest_errors().errors, self.at_specificity().errors
        return f"<OperatingPoints: area {self.area:.3f}, {fewest:g} errors at best, {specific:g} at 90 % specificity>"


def operating_points(
    scores: ArrayLike, truth: ArrayLike, *, positive: Any = None, sample_weight: ArrayLike | None = None
) -> OperatingPoints:
    """Find what a score of two classes costs at each threshold.

    A test for a disease that few people have must not alarm the healthy: what matters is how many rows it gets wrong
    where its specificity is high, rather than the area under its curve. Pool scores of rows that were held out, fold
    by fold, to count errors; the area is best taken fold by fold, since the scores of two models need not compare.

    Parameters
    ----------
    scores : array-like of shape (n_samples,)
        How strongly each row is taken for the positive class, such as a column of `predict_proba`.
    truth : array-like of shape (n_samples,)
        The labels, of two classes.
    positive : object, default=None
        Label of the positive class; None for the last in their order.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    OperatingPoints
        With `area`, `fewest_errors()`, `at_specificity(0.9)` and a `frame`.

    See Also
    --------
    risk_coverage

    Notes
    -----
    Errors are false positives and false negatives together. Both counts are minima over all thresholds that the rows
    can tell apart, so they flatter a score a little when they are counted on few rows; only comparisons on the same
    rows mean something.

    Formula::

        AUROC = P(s+ > s-) + P(s+ = s-) / 2; errors(t) = FP(t) + FN(t); at 90 % specificity t is the smallest with
        TN(t) >= 0.9 N-.

    Cost: O(N log N).

    References
    ----------
    J. Hanley and B. McNeil, The meaning and use of the area under a receiver operating characteristic (ROC) curve,
    Radiology 143, 1982, pp. 29-36.

    S. Ceccon, D. Garway-Heath, D. Crabb and A. Tucker, Combining expertise-driven and semi-supervised Bayesian networks
    for classification of early glaucoma, SUEMA workshop, Barcelona, 2010.

    Examples
    --------
    >>> healthy = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.95]
    >>> ill = [0.35, 0.55, 0.75, 0.85, 0.9]
    >>> points = operating_points(healthy + ill, ["healthy"] * 10 + ["ill"] * 5)
    >>> points
    <OperatingPoints: area 0.680, 4 errors at best, 4 at 90 % specificity>
    >>> points.at_specificity(0.9).threshold
    0.85
    """
    rated, labels = np.asarray(column_or_1d(scores), np.float64), np.asarray(column_or_1d(truth))
    check_consistent_length(rated, labels)
    if not np.isfinite(rated).all():
        row = int(np.flatnonzero(~np.isfinite(rated))[0])
        raise ValueError(f"scores holds {rated[row]} in row {row}; leave such rows out")
    is_positive = labels == _find_positive(labels, positive)
    weights = read_weights(sample_weight, len(rated))
    weights = np.ones(len(rated)) if weights is None else np.asarray(weights, np.float64)
    if not (weights[is_positive].sum() > 0 and weights[~is_positive].sum() > 0):
        raise ValueError("the rows of one of the two classes have no weight; both are needed")
    distinct, places = np.unique(-rated, return_inverse=True)
    ill = np.bincount(places, weights * is_positive, minlength=len(distinct))
    healthy = np.bincount(places, weights * ~is_positive, minlength=len(distinct))
    return OperatingPoints(
        np.concatenate([[np.inf], -distinct]),
        np.concatenate([[0.0], ill.cumsum()]),
        np.concatenate([[0.0], healthy.cumsum()]),
    )


def _find_positive(labels: NDArray[Any], positive: Any) -> Any:
    classes = np.unique(labels)
    if len(classes) != 2:
        shown = ", ".join(map(str, classes[:5]))
        raise ValueError(
            f"truth holds {len(classes)} classes ({shown}); there must be two, positive rows and negative ones"
        )
    if positive is None:
        return classes[1]
    if positive not in classes:
        raise ValueError(
            f"positive={positive!r} is not a label; the labels are {classes[0]!r} and {classes[1]!r}"
        )
    return positive
