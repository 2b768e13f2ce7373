"""What two members say about the rows about which both speak, counted for all pairs."""

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

    Each field but the names is a matrix of shape (n_members, n_members). A pair is judged on the rows about which
    both speak; with weights of rows the counts are sums of weights.

    Parameters
    ----------
    n : ndarray
        Rows about which both speak.
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
    """Count what every two members say about the rows about which both speak.

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
        share = counter.together(marks, counter.heard)
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
