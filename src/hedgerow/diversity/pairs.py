"""Predictions of two members for the rows that both predict, counted for all pairs, and measures of these counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.outputs import Outputs

Matrix = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PairCounts:
    """Counts of rows for every pair of members, from which the measures of pairs follow.

    Each field but the names is a matrix of shape (n_members, n_members). A pair is judged on the rows that both
    predict; with weights of rows the counts are sums of weights.

    Parameters
    ----------
    n : ndarray
        Rows that both predict.
    same : ndarray
        Rows on which both say the same class.
    differ_by_chance : ndarray
        Rows on which they would differ, on average, if each kept its share of every class and their answers had
        nothing to do with each other.
    n11, n10, n01, n00 : ndarray or None, default=None
        Rows on which both are right, only the first, only the second, none; None without the truth.
    names : tuple of str, default=()
        Names of the members.

    See Also
    --------
    count_pairs : makes one from outputs.
    """

    n: Matrix
    same: Matrix
    differ_by_chance: Matrix
    n11: Matrix | None = None
    n10: Matrix | None = None
    n01: Matrix | None = None
    n00: Matrix | None = None
    names: tuple[str, ...] = ()

    @property
    def n_members(self) -> int:
        """Number of members."""
        return len(self.n)

    def correctness(self) -> tuple[Matrix, Matrix, Matrix, Matrix]:
        """`n11`, `n10`, `n01` and `n00`; an error where the truth is not known."""
        if self.n11 is None or self.n10 is None or self.n01 is None or self.n00 is None:
            raise ValueError(
                "the truth is needed; pass y to Outputs.from_estimator or truth to from_predictions, or measure "
                "agreement, disagreement or kappa, which need none"
            )
        return self.n11, self.n10, self.n01, self.n00

    def if_independent(self) -> Self:
        """The counts to expect of members that have nothing to do with each other.

        Each is right as often as it is, and gives each answer as often as it does, but independently of the other.

        Examples
        --------
        >>> right = [[1, 1, 0, 0], [1, 1, 1, 0]]
        >>> counts = count_pairs(Outputs.from_predictions(right, truth=[1, 1, 1, 1]))
        >>> counts.n11[0, 1], counts.if_independent().n11[0, 1]
        (np.float64(2.0), np.float64(1.5))
        """
        expected = replace(self, same=self.n - self.differ_by_chance)
        if self.n11 is None:
            return expected
        n11, n10, n01, n00 = self.correctness()
        met = np.maximum(self.n, np.finfo(float).tiny)  # a pair that never meets has only zeros
        first, second = (n11 + n10) / met, (n11 + n01) / met
        return replace(
            expected,
            n11=first * second * self.n,
            n10=first * (n10 + n00) / met * self.n,
            n01=(n01 + n00) / met * second * self.n,
            n00=(n01 + n00) / met * (n10 + n00) / met * self.n,
        )


def count_pairs(outputs: Outputs, *, n_jobs: int | None = None) -> PairCounts:
    """Count the predictions of every two members for the rows that both predict.

    Members' marks are packed 64 rows to a word, and a pair costs one AND and one count of ones per word: all pairs
    of 500 members on 10,000 rows take milliseconds. With weights of rows it is a matrix product instead.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes. Without the truth, agreement is counted and correctness is not.
    n_jobs : int or None, default=None
        Threads.

    Returns
    -------
    PairCounts

    Examples
    --------
    >>> answers = [["a", "b", "b", "c"], ["a", "b", "c", "c"], ["b", "b", "c", "a"]]
    >>> counts = count_pairs(Outputs.from_predictions(answers, truth=["a", "b", "b", "a"]))
    >>> counts.same
    array([[4., 3., 1.],
           [3., 4., 2.],
           [1., 2., 4.]])
    >>> counts.n10[0]
    array([0., 1., 2.])
    """
    counter, truth = MarkCounter(outputs, n_jobs), outputs.truth
    table = None if truth is None else counter.tabulate(counter.mark(lambda said: said == truth))
    shape = (outputs.n_members, outputs.n_members)
    same, differ_by_chance = np.zeros(shape), np.zeros(shape)
    for label in range(outputs.n_classes):
        marks = counter.mark(partial(np.equal, label))
        share = counter.together(marks, counter.predicted)
        differ_by_chance += share * (counter.n - share).T
        if outputs.n_classes != 2:
            same += counter.together(marks, marks)
        elif label == 0:  # two members who say the same of two classes are both right or both wrong
            both, _, _, neither = counter.tabulate(marks) if table is None else table
            same += both + neither
    n = np.array(np.broadcast_to(counter.n, shape))
    differ_by_chance = np.divide(differ_by_chance, n, out=np.zeros(shape), where=n > 0)
    n11, n10, n01, n00 = table or (None, None, None, None)
    return PairCounts(n, same, differ_by_chance, n11, n10, n01, n00, outputs.names)


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
