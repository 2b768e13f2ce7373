"""The measures of two classifiers, each a formula of the counts of a pair.

Undefined values are NaN; which value takes their place, if any, is decided by `pairwise`.
"""

from __future__ import annotations

import numpy as np

from hedgerow.diversity.pairs import Matrix, PairCounts


def divide(numerator: Matrix, denominator: Matrix, otherwise: float = np.nan) -> Matrix:
    """The quotient, and `otherwise` where the denominator is zero."""
    shape = np.broadcast_shapes(np.shape(numerator), np.shape(denominator))
    quotient: Matrix = np.divide(
        numerator, denominator, out=np.full(shape, otherwise), where=np.asarray(denominator) != 0
    )
    return quotient


def agreement(counts: PairCounts) -> Matrix:
    """Share of rows with the same answer (Ho; Rogers 2007, eq. 3.18): same / n."""
    return divide(counts.same, counts.n)


def disagreement(counts: PairCounts) -> Matrix:
    """Share of rows with different answers: 1 - agreement."""
    return divide(counts.n - counts.same, counts.n)


def kappa(counts: PairCounts) -> Matrix:
    """Agreement of the answers beyond chance (Cohen 1960): (same - chance) / (n - chance).

    Two members that both always say one and the same class agree: 1.
    """
    beyond = divide(counts.n - counts.same, counts.differ_by_chance, otherwise=0.0)
    return np.where(counts.n > 0, 1.0 - beyond, np.nan)


def correctness_kappa(counts: PairCounts) -> Matrix:
    """Agreement in being right beyond chance (Rogers 2007, eq. 3.19, 3.20).

    With r and w the rows on which a member is right and wrong,
    kappa = 2 (n11 n00 - n10 n01) / (r_1 w_2 + w_1 r_2); 1 if both are always right or always wrong.
    """
    n11, n10, n01, n00 = counts.correctness()
    expected = (n11 + n10) * (n01 + n00).T  # r_1 w_2
    found = divide(2.0 * (n11 * n00 - n10 * n01), expected + expected.T, otherwise=1.0)
    return np.where(counts.n > 0, found, np.nan)


def correctness_disagreement(counts: PairCounts) -> Matrix:
    """Share of rows on which exactly one is right (Skalak 1996): (n10 + n01) / n."""
    _, n10, n01, _ = counts.correctness()
    return divide(n10 + n01, counts.n)


def q_statistic(counts: PairCounts) -> Matrix:
    """Yule's Q of being right (Rogers 2007, eq. 3.21): (n11 n00 - n10 n01) / (n11 n00 + n10 n01)."""
    n11, n10, n01, n00 = counts.correctness()
    alike, apart = n11 * n00, n10 * n01
    return divide(alike - apart, alike + apart)


def correlation(counts: PairCounts) -> Matrix:
    """Pearson's correlation of being right (phi): (n11 n00 - n10 n01) / sqrt(r_1 w_1 r_2 w_2)."""
    n11, n10, n01, n00 = counts.correctness()
    spread = np.sqrt((n11 + n10) * (n01 + n00))  # sqrt(r_1 w_1), on the rows that the pair shares
    return divide(n11 * n00 - n10 * n01, spread * spread.T)


def double_fault(counts: PairCounts) -> Matrix:
    """Share of rows on which both are wrong (Giacinto & Roli 2001): n00 / n."""
    *_, n00 = counts.correctness()
    return divide(n00, counts.n)


def coincident_errors(counts: PairCounts) -> Matrix:
    """Share of the pair's errors made on the same rows (Goebel & Yan; Rogers 2007, eq. 3.22).

    2 n00 / (n10 + n01 + 2 n00), and 0 where nobody errs.
    """
    _, n10, n01, n00 = counts.correctness()
    found = divide(2.0 * n00, n10 + n01 + 2.0 * n00, otherwise=0.0)
    return np.where(counts.n > 0, found, np.nan)
