"""A search for rows that are far apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.distances import row_distances
from hedgerow.codes.length import choose_length, scale_length
from hedgerow.codes.partitions import count_partitions, draw_partitions
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import canonise
from hedgerow.foundation.constraints import Count, check_parameters
from hedgerow.foundation.parameters import configurable, parameter

BASE = (
    8.0  # a pair of rows counts this much less for each place it is farther apart, so the closest pairs rule
)


@configurable
class MaximalDistance(BaseEstimator):
    """Start from random partitions and change one entry after the other while that pushes close rows apart.

    A code pays sum over pairs of rows of 8^(-distance), which the closest pairs rule. The entry whose change saves
    most is changed, in the rows that pay most first, until no change saves anything. Nearly as good as algebraic codes,
    and there for any number of classes and columns: below, the BCH code of 31 columns would have distance 15.

    Parameters
    ----------
    n_starts : int, default=5
        Random matrices to climb from; the one that pays least in the end is kept.
    max_steps : int, default=2000
        Most changes of entries from one start.

    Notes
    -----
    Its own length is ceil(10 log2 K), or all the 2^(K-1) - 1 questions where there are fewer. No change makes a column
    one-sided, or equal or opposite to another one.

    References
    ----------
    T. Dietterich and G. Bakiri, "Solving multiclass learning problems via error-correcting output codes", Journal of
    Artificial Intelligence Research 2 (1995), climb in a similar way for 8 to 11 classes and use BCH codes for more.

    Examples
    --------
    >>> from hedgerow.codes import DenseRandom, min_row_distance
    >>> min_row_distance(MaximalDistance().build(26, 31, np.random.RandomState(0)))
    14.0
    >>> min_row_distance(DenseRandom().build(26, 31, np.random.RandomState(0)))
    10.0
    """

    n_starts: int = parameter(Count(), default=5, kw_only=False)
    max_steps: int = parameter(Count(), default=2000)

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Climb from each start and keep the best, the first of equals."""
        check_parameters(self)
        most = count_partitions(n_classes)
        length = choose_length(
            "MaximalDistance", n_classes, n_columns, scale_length(10, max(n_classes, 2)), most
        )
        starts = 1 if length == most else self.n_starts
        codes = [_climb(draw_partitions(n_classes, length, generator), self.max_steps) for _ in range(starts)]
        return min(codes, key=lambda code: float(_pay(row_distances(code)).sum()))


def _climb(code: CodeMatrix, max_steps: int) -> CodeMatrix:
    code = code.copy()
    questions = {column.tobytes() for column in code.T}  # drawn partitions are canonical
    for _ in range(max_steps):
        distances = row_distances(code)
        payments = _pay(distances).sum(axis=1)
        for row in np.argsort(-payments, kind="stable"):
            column = _find_change(code, int(row), distances, questions)
            if column is not None:
                questions.remove(canonise(code[:, [column]]).tobytes())
                code[row, column] *= -1
                questions.add(canonise(code[:, [column]]).tobytes())
                break
        else:
            break
    return canonise(code)


def _find_change(
    code: CodeMatrix, row: int, distances: NDArray[np.float64], questions: set[bytes]
) -> int | None:
    """The column in which a change of the row saves most; None where no change saves, or is allowed."""
    others = np.arange(len(code)) != row
    # Where two rows agree, a change of one parts them; where they differ, it joins them: (n_others, n_columns).
    changes = code[others].astype(np.float64) * code[row]
    now = BASE ** -distances[row, others]
    savings = now @ (1.0 - BASE**-changes)
    for column in np.argsort(-savings, kind="stable"):
        if savings[column] <= 1e-12 * now.sum():
            return None
        changed = code[:, [column]].copy()
        changed[row] *= -1
        if np.ptp(changed) > 0 and canonise(changed).tobytes() not in questions:
            return int(column)
    return None


def _pay(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    payments = BASE**-distances
    np.fill_diagonal(payments, 0.0)
    return payments
