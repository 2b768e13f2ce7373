"""What correlated errors leave of the gain of averaging."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.analysis.voting import check_counts
from hedgerow.diversity.correlations import correlate_errors
from hedgerow.diversity.votes import mean_over_rows
from hedgerow.foundation.frames import take_fields
from hedgerow.outputs import Outputs


@dataclass(frozen=True)
class AddedError:
    """What the correlation of the members' errors lets expect of their average.

    Parameters
    ----------
    n_members : int
        Number of members T.
    correlation : float
        Mean correlation of the errors of two members, rho; NaN where no pair has one.
    n_undefined : int
        Pairs, counted for each class, that have no correlation because one of them never varies.
    member_error : float
        Mean share of wrong answers of a member.
    bayes_error : float
        The share of wrong answers that nobody can avoid.
    ensemble_error : float
        Share of wrong answers of the averaged outputs, as measured.
    """

    n_members: int
    correlation: float
    n_undefined: int
    member_error: float
    bayes_error: float
    ensemble_error: float

    @property
    def factor(self) -> float:
        """Share of the added error that is left: (1 + rho (T - 1)) / T; 1 for a single member."""
        return 1.0 if self.n_members == 1 else float(added_error_factor(self.n_members, self.correlation))

    @property
    def effective_members(self) -> float:
        """Number of independent members that would do as well."""
        return 1.0 if self.n_members == 1 else float(effective_members(self.n_members, self.correlation))

    @property
    def expected_error(self) -> float:
        """Error of the average by the theory: Bayes error, and the factor's share of what members add to it."""
        return self.bayes_error + self.factor * (self.member_error - self.bayes_error)

    def frame(self) -> pd.DataFrame:
        """One line with everything that is known."""
        names = ("n_members", "correlation", "factor", "effective_members", "member_error", "bayes_error",
                 "expected_error", "ensemble_error", "n_undefined")  # fmt: skip
        return pd.DataFrame([take_fields(self, *names)])


def added_error_factor(n_members: ArrayLike, correlation: ArrayLike) -> Any:
    """Share of a member's added error that is left in the average of T members: (1 + rho (T - 1)) / T.

    The added error is what comes on top of the Bayes error. With independent errors 1/T of it is left, with equal
    ones all of it.

    Parameters
    ----------
    n_members : int or array-like of int
        T, at least 1.
    correlation : float or array-like of float
        rho, the mean correlation of the errors of two members. It cannot be below -1 / (T - 1).

    Returns
    -------
    float or ndarray

    References
    ----------
    K. Tumer and J. Ghosh, "Error correlation and error reduction in ensemble classifiers", Connection Science 8
    (1996). J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.7.

    Examples
    --------
    >>> added_error_factor(10, 0.1), added_error_factor([1, 10, 1000], 0.1)
    (0.19, array([1.    , 0.19  , 0.1009]))
    """
    members, rho = check_counts(n_members, "n_members"), np.asarray(correlation, dtype=np.float64)
    numerator = 1.0 + rho * (members - 1)
    if np.any(rho > 1 + 1e-12) or np.any(numerator < -1e-9):
        raise ValueError(
            f"correlation={correlation!r} must lie between -1 / (n_members - 1) and 1: more members than two "
            "cannot all be opposed"
        )
    factor = numerator.clip(min=0.0) / members
    return float(factor) if factor.ndim == 0 else factor


def effective_members(n_members: ArrayLike, correlation: ArrayLike) -> Any:
    """Number of members with independent errors whose average would be as good: T / (1 + rho (T - 1)).

    However many members, it stays below 1 / rho.

    Parameters
    ----------
    n_members, correlation
        As for `added_error_factor`.

    Returns
    -------
    float or ndarray
        Infinite where the errors cancel.

    Examples
    --------
    >>> round(effective_members(10, 0.1), 3), round(effective_members(10**6, 0.1), 3)
    (5.263, 10.0)
    """
    factor = np.asarray(added_error_factor(n_members, correlation))
    members = np.divide(1.0, factor, out=np.full(factor.shape, np.inf), where=factor > 0)
    return float(members) if members.ndim == 0 else members


def added_error(
    outputs: Outputs, *, posteriors: ArrayLike | None = None, bayes_error: float | None = None
) -> AddedError:
    """Correlation of the members' errors, and what it lets expect of their average.

    A member's output for a class is the probability of the class and an error; the errors of two members
    correlate over the rows. rho is the mean over all pairs, weighted over the classes by how frequent they are.

    Parameters
    ----------
    outputs : Outputs
        Classes, with the truth; probabilities where the members have them, else their votes count as outputs.
    posteriors : array-like of shape (n_samples, n_classes), default=None
        The true probabilities of the classes; None takes the truth itself, as zeros and ones.
    bayes_error : float, default=None
        Error that nobody can avoid; None for that of `posteriors`, or zero.

    Returns
    -------
    AddedError

    See Also
    --------
    majority_error

    Notes
    -----
    Without posteriors the noise of the labels is a part of every error, so the correlation is overstated. Rows
    count where both members of a pair predict. Pairs of which one never varies are left out and counted.

    Formula::

        (1 + rho (T - 1)) / T of it, rho = sum_y P(y) mean_{t != u} Corr(e_t^y, e_u^y); Rogers 2007, eq. 3.5-3.7 and
        3.14.

    Cost: O(K T^2 N), as matrix products.

    References
    ----------
    K. Tumer and J. Ghosh, Error correlation and error reduction in ensemble classifiers, Connection Science 8, 1996,
    pp. 385-404.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.5-3.7 and 3.14.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([["a", "b", "b", "a"], ["a", "b", "a", "b"]], ["a", "b", "a", "a"])
    >>> found = added_error(outputs)
    >>> round(found.correlation, 4), round(found.effective_members, 4)
    (-0.3333, 3.0)
    """
    truth, weights = outputs.known_truth(), outputs.row_weights()
    target = (
        np.eye(outputs.n_classes)[truth] if posteriors is None else _check_posteriors(posteriors, outputs)
    )
    if bayes_error is None:
        best = np.average(1.0 - target.max(axis=1), weights=weights)
        bayes_error = 0.0 if posteriors is None else float(best)
    frequency = np.bincount(truth, weights, outputs.n_classes) / weights.sum()
    found = [
        (frequency[code], *correlate_errors(outputs, code, target[:, code]))
        for code in np.flatnonzero(frequency).tolist()
    ]
    known = sum(share for share, correlation, _ in found if not np.isnan(correlation))
    total = sum(share * correlation for share, correlation, _ in found if not np.isnan(correlation))
    errors = outputs.errors()
    if np.isnan(errors).all():
        raise ValueError("no member predicts any row; use more members, or rows that were held out")
    return AddedError(
        n_members=outputs.n_members,
        correlation=float(total / known) if known > 0 else np.nan,
        n_undefined=sum(n_undefined for *_, n_undefined in found),
        member_error=float(np.nanmean(errors)),
        bayes_error=bayes_error,
        ensemble_error=_measure_average(outputs),
    )


def _measure_average(outputs: Outputs) -> float:
    """Error of the class with the largest average output."""
    if outputs.probabilities is None:
        said = outputs.consensus()
    else:
        combination_weights = outputs.member_weights()[:, None] * outputs.covered()
        mean = np.einsum("tn,tnk->nk", combination_weights, outputs.probabilities)
        said = np.where(combination_weights.sum(axis=0) > 0, mean.argmax(axis=1), -1)
    return mean_over_rows(np.where(said < 0, np.nan, said != outputs.known_truth()), outputs)


def _check_posteriors(posteriors: ArrayLike, outputs: Outputs) -> NDArray[np.float64]:
    checked = np.asarray(posteriors, dtype=np.float64)
    if checked.shape != (outputs.n_samples, outputs.n_classes):
        raise ValueError(
            f"posteriors have the shape {checked.shape}; pass ({outputs.n_samples}, {outputs.n_classes}), one "
            "column per class"
        )
    if not (checked.min() >= 0 and np.abs(checked.sum(axis=1) - 1.0).max() < 1e-6):
        raise ValueError("posteriors must not be negative, and must sum to one in every row")
    return checked
