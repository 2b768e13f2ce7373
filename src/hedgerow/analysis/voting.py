"""What independent voters decide, and which rows a bootstrap sample leaves for testing."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import fft
from scipy.stats import binom, poisson

_MAX_BLOCK_CELLS = 2**21  # bounded counts of one block of rows, 16 MiB of float64


def majority_error(n_voters: ArrayLike, error: ArrayLike, *, tie_credit: float = 0.5) -> Any:
    """Error of the majority of independent voters that err alike.

    Each of T voters is wrong with probability e, whatever the others say. Better than chance, a majority soon
    errs far less than its voters; worse than chance, far more:

    sum_{i > T/2} C(T, i) e^i (1 - e)^(T - i), and a share of the tie, i = T/2.

    Parameters
    ----------
    n_voters : int or array-like of int
        T, at least 1.
    error : float or array-like of float
        e, between 0 and 1.
    tie_credit : float, default=0.5
        Share of the ties of an even number of voters that counts as right: one half for a coin, 1 to count from
        T/2 as Rogers does.

    Returns
    -------
    float or ndarray
        Of the shape that the arguments broadcast to.

    See Also
    --------
    convergence, margins

    Notes
    -----
    Lecture notes print the sum without the binomial coefficient; with it, 25 voters with an error of 0.35 err in 6 % of
    the cases. Small errors keep their digits: the tail is summed itself, not subtracted from one. A tie counts one
    half; the printed sum starts at T/2 and counts it as right (``tie_credit=1``). `plurality_error` is exact for more
    than two classes, ties by lot.

    Formula: Rogers 2007, eq. 4.21 and 6.2.

    Cost: O(1) for two classes; O(K T^2 log T) per distinct row for more.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 4.21 and 6.2.

    Examples
    --------
    >>> round(majority_error(25, 0.35), 4), majority_error(25, 0.5)
    (0.0604, 0.5)
    >>> majority_error([1, 3, 5], 0.35).round(4)
    array([0.35  , 0.2817, 0.2352])
    """
    voters = check_counts(n_voters, "n_voters")
    chance = _check_shares(error, "error")
    credit = float(_check_shares(tie_credit, "tie_credit"))
    half = voters // 2
    # by its logarithm: the probability itself overflows on its way where an error is 1e-300
    tie = np.where(voters % 2 == 0, np.exp(binom.logpmf(half, voters, chance)), 0.0)
    return _plain(binom.sf(half, voters, chance) + (1.0 - credit) * tie)


def majority_accuracy(n_voters: ArrayLike, accuracy: ArrayLike, *, tie_credit: float = 0.5) -> Any:
    """Accuracy of the majority of independent voters that are right alike: Condorcet's jury.

    Parameters
    ----------
    n_voters : int or array-like of int
        Number of voters, at least 1.
    accuracy : float or array-like of float
        Chance of each voter to be right.
    tie_credit : float, default=0.5
        As for `majority_error`.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> round(majority_accuracy(11, 0.6), 4), round(majority_accuracy(10, 0.6, tie_credit=1), 4)
    (0.7535, 0.8338)
    """
    credit = float(_check_shares(tie_credit, "tie_credit"))
    # right and wrong change places, and so does what a tie is worth to them
    return majority_error(n_voters, _check_shares(accuracy, "accuracy"), tie_credit=1.0 - credit)


def plurality_error(n_voters: int, probabilities: ArrayLike) -> NDArray[np.float64]:
    """Error of the most frequent of T independent votes, for each row.

    With more than two classes the true one need not have a majority: it must only come first. Tied classes are
    drawn from by lot.

    Parameters
    ----------
    n_voters : int
        T, at least 1.
    probabilities : array-like of shape (n_rows, n_classes) or (n_rows,)
        Chance that a vote goes to each class, the true class first; or of a correct vote, with two classes.

    Returns
    -------
    ndarray of shape (n_rows,)

    Notes
    -----
    Exact up to rounding, and for two classes equal to `majority_error`. Independent Poisson counts with means
    T p_k, given that they sum to T, are the multinomial counts; so the chance that all others stay behind is a
    product of polynomials, multiplied by fast Fourier transforms, and one over the number of tied classes is an
    integral, exact by Gauss's rule. O(K T^2 log T) for a row with votes for three or more classes.

    Examples
    --------
    >>> plurality_error(3, [[0.6, 0.4, 0.0], [0.4, 0.3, 0.3]]).round(3)
    array([0.352, 0.576])
    """
    voters = int(check_counts(n_voters, "n_voters"))
    shares = check_probabilities(probabilities)
    errors = np.asarray(majority_error(voters, 1.0 - shares[:, 0]))
    errors = np.broadcast_to(errors, len(shares)).copy()
    # symmetric in the other classes, so rows that differ in their order are one
    others = -np.sort(-shares[:, 1:], axis=1)
    many = np.flatnonzero(others[:, 1:].any(axis=1))
    gap = (np.sqrt(shares[many, 0]) - np.sqrt(others[many, 0])) ** 2
    # by Chernoff's bound the minority of two classes wins with a probability of (1 - gap)^T at most
    is_settled = voters * np.log1p(-gap.clip(max=1 - 1e-15)) < np.log(1e-15 / shares.shape[1])
    errors[many[is_settled]] = shares[many[is_settled], 0] < others[many[is_settled], 0]
    open_ = many[~is_settled]
    if open_.size:
        distinct, back = np.unique(np.c_[shares[open_, :1], others[open_]], axis=0, return_inverse=True)
        errors[open_] = _lose_plurality(voters, distinct)[back.ravel()]
    return errors


def bound_counts(
    probabilities: NDArray[np.float64], n_voters: int, tied: float, bounds: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Chance of each number of votes for the first class while no other class has more than a bound.

    Parameters
    ----------
    probabilities : ndarray of shape (n_rows, n_classes)
        Chance that a vote goes to each class.
    n_voters : int
        T.
    tied : float
        What a class that meets the bound exactly weighs: 1 for "at most", 0 for "less than".
    bounds : ndarray of shape (n_bounds,)
        The bounds.

    Returns
    -------
    ndarray of shape (n_rows, n_voters + 1, n_bounds)
        Counts from 0 to T, bounds as given.
    """
    counts = np.arange(n_voters + 1)
    chances = np.asarray(poisson.pmf(counts, n_voters * probabilities[..., None]))  # rows, classes, counts
    # bounds, counts:  1 1 t 0 0    the bound is 2
    #                  1 1 1 t 0    the bound is 3
    weights = (counts < bounds[:, None]) + tied * (counts == bounds[:, None])
    n_points = fft.next_fast_len(2 * n_voters + 1, real=True)
    together = chances[:, 1, None, :] * weights
    for other in range(2, probabilities.shape[1]):
        spectrum = fft.rfft(together, n_points) * fft.rfft(chances[:, other, None, :] * weights, n_points)
        together = fft.irfft(spectrum, n_points)[..., : n_voters + 1].clip(min=0.0)
    joint = chances[:, 0, :, None] * together[..., ::-1].swapaxes(1, 2) / poisson.pmf(n_voters, n_voters)
    return np.asarray(joint)


def split_rows(n_others: NDArray[np.intp], n_cells: int) -> list[NDArray[np.intp]]:
    """Blocks of rows with about the same number of other classes, so few zeros are multiplied."""
    order = np.argsort(n_others, kind="stable")
    size = max(1, _MAX_BLOCK_CELLS // n_cells)
    return [order[start : start + size] for start in range(0, order.size, size)]


def bootstrap_coverage(n_rows: ArrayLike, n_draws: ArrayLike | None = None) -> Any:
    """Share of the rows that a bootstrap sample is expected to hold: 1 - (1 - 1/N)^n, which tends to 1 - 1/e.

    Parameters
    ----------
    n_rows : int or array-like of int
        N, the rows to draw from.
    n_draws : int or array-like of int, default=None
        n, the rows drawn with replacement; None for as many as there are.

    Returns
    -------
    float or ndarray

    References
    ----------
    L. Breiman, "Bagging predictors", Machine Learning 24 (1996).

    Examples
    --------
    >>> bootstrap_coverage(2), round(bootstrap_coverage(100), 4)
    (0.75, 0.634)
    """
    rows = check_counts(n_rows, "n_rows")
    draws = rows if n_draws is None else check_counts(n_draws, "n_draws")
    # log1p keeps the digits that 1 - 1/N loses for millions of rows
    missed = np.log1p(-1.0 / np.where(rows > 1, rows, 2))
    return _plain(np.where(rows > 1, -np.expm1(draws * missed), 1.0))


def never_out_of_bag(n_rows: ArrayLike, n_members: ArrayLike, n_draws: ArrayLike | None = None) -> Any:
    """Chance that every one of T bootstrap samples holds a given row, so none can test it.

    Parameters
    ----------
    n_rows : int or array-like of int
        The rows to draw from.
    n_members : int or array-like of int
        T, the number of samples.
    n_draws : int or array-like of int, default=None
        As for `bootstrap_coverage`.

    Returns
    -------
    float or ndarray

    Examples
    --------
    >>> round(never_out_of_bag(100, 10), 6), never_out_of_bag(100, 100) < 1e-19
    (0.010487, True)
    """
    members = check_counts(n_members, "n_members")
    return _plain(np.asarray(bootstrap_coverage(n_rows, n_draws)) ** members)


def check_counts(counts: ArrayLike, what: str) -> NDArray[np.int64]:
    """Read whole numbers of 1 or more."""
    checked = np.asarray(counts)
    if checked.dtype.kind not in "iu" or checked.size == 0 or checked.min() < 1:
        raise ValueError(f"{what}={counts!r} must be whole numbers of 1 or more")
    return checked.astype(np.int64)


def check_probabilities(probabilities: ArrayLike) -> NDArray[np.float64]:
    """Read vote probabilities, the true class first; chances of a correct vote get a second column."""
    shares = _check_shares(probabilities, "probabilities")
    if shares.ndim < 2:
        shares = np.atleast_1d(shares)
        return np.column_stack([shares, 1.0 - shares])
    if shares.ndim > 2 or shares.shape[1] < 2:
        raise ValueError(
            f"probabilities have the shape {shares.shape}; pass (rows,), or (rows, classes) with at least two"
        )
    sums = shares.sum(axis=1)
    if np.abs(sums - 1.0).max() > 1e-6:
        raise ValueError(
            f"the probabilities of row {np.abs(sums - 1.0).argmax()} do not sum to one; pass the vote shares of "
            "all classes, the true class first"
        )
    return shares


def _lose_plurality(n_voters: int, probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Chance that the first class does not win, ties by lot; the others are in falling order."""
    n_others = np.count_nonzero(probabilities[:, 1:], axis=1)
    half = n_voters // 2
    bounds = np.arange(half + 1)
    # above one half of the votes the first class wins whatever the others do
    wins = np.asarray(binom.sf(half, n_voters, probabilities[:, 0]))
    for rows in split_rows(n_others, (half + 1) * (n_voters + 1)):
        block = probabilities[rows, : n_others[rows].max() + 1]
        # with A others tied, 1 / (1 + A) is the integral of t^A from 0 to 1
        nodes, weights = np.polynomial.legendre.leggauss(block.shape[1] // 2 + 1)
        for node, weight in zip((1 + nodes) / 2, weights / 2, strict=True):
            joint = bound_counts(block, n_voters, float(node), bounds)
            wins[rows] += weight * np.einsum("rcc->r", joint[:, : half + 1])
    return (1.0 - wins).clip(0.0, 1.0)


def _check_shares(shares: ArrayLike, what: str) -> NDArray[np.float64]:
    checked = np.asarray(shares, dtype=np.float64)
    if checked.size == 0 or not (checked.min() >= 0 and checked.max() <= 1):
        raise ValueError(f"{what}={shares!r} must lie between 0 and 1")
    return checked


def _plain(values: Any) -> Any:
    return float(values) if np.ndim(values) == 0 else values
