"""The best of many random codes that leave classes out."""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.distances import min_row_distance
from hedgerow.codes.length import choose_length, scale_length
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import canonise, has_distinct_rows
from hedgerow.foundation.constraints import Count, check_parameters
from hedgerow.foundation.parameters import configurable, parameter

MOST_LISTED = 7  # classes; of more, columns are drawn entry by entry
MAX_PASSES = 1000  # draws of columns, and of matrices, before giving up


@configurable
class SparseRandom(BaseEstimator):
    """Of many random matrices, half of whose entries are 0, the one whose closest rows are farthest apart.

    Entries are 0 with probability 1/2, and -1 or +1 with 1/4 each. Columns learn from fewer classes, which is easier;
    a column says nothing about the classes it leaves out.

    Parameters
    ----------
    n_tries : int, default=1000
        Matrices to choose from.

    Notes
    -----
    Its own length is ceil(15 log2 K), or all different questions where there are fewer. Every class takes part in at
    least one column.

    References
    ----------
    E. Allwein, R. Schapire and Y. Singer, "Reducing multiclass to binary: a unifying approach for margin
    classifiers", Journal of Machine Learning Research 1 (2000).

    Examples
    --------
    >>> SparseRandom(n_tries=50).build(8, None, np.random.RandomState(0)).shape
    (8, 45)
    """

    n_tries: int = parameter(Count(), default=1000, kw_only=False)

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Draw the matrices and keep the best, the first of equals."""
        check_parameters(self)
        most = (3**n_classes - 2 ** (n_classes + 1) + 1) // 2
        length = choose_length(
            "SparseRandom", n_classes, n_columns, scale_length(15, max(n_classes, 2)), most
        )
        columns = _list_columns(n_classes) if n_classes <= MOST_LISTED else None
        best, farthest = None, -1.0
        n_tries = 1 if length == most else self.n_tries
        n_valid = 0
        for _ in range(n_tries + MAX_PASSES):
            code = _draw_columns(n_classes, length, generator, columns)
            if not (has_distinct_rows(code) and code.any(axis=1).all()):
                continue
            n_valid += 1
            distance = min_row_distance(code)
            if distance > farthest:
                best, farthest = code, distance
            if n_valid == n_tries:
                break
        if best is None:
            raise ValueError(
                f"no sparse code of {length} columns with a row of its own for each of {n_classes} classes was found; "
                f"use more columns, such as {scale_length(15, n_classes)} (n_estimators)"
            )
        return best


def _draw_columns(
    n_classes: int,
    n_columns: int,
    generator: np.random.RandomState,
    listed: tuple[CodeMatrix, NDArray[np.float64]] | None,
) -> CodeMatrix:
    """Different columns with both sides."""
    if listed is not None:
        columns, chances = listed
        return columns[:, generator.choice(columns.shape[1], n_columns, replace=False, p=chances)]
    found: dict[bytes, NDArray[np.int8]] = {}
    for _ in range(MAX_PASSES):
        draws = generator.randint(4, size=(n_classes, n_columns - len(found)))
        code = canonise(np.array([0, 0, -1, 1], np.int8)[draws])
        for column in code.T[(code > 0).any(axis=0) & (code < 0).any(axis=0)]:
            found.setdefault(column.tobytes(), column)
        if len(found) == n_columns:
            break
    return np.stack(list(found.values()), axis=1)


def _list_columns(n_classes: int) -> tuple[CodeMatrix, NDArray[np.float64]]:
    """All columns with both sides, up to their sign, and the chance of each."""
    columns = np.array(list(product((0, -1, 1), repeat=n_classes)), np.int8).T
    columns = columns[:, (columns > 0).any(axis=0) & (columns < 0).any(axis=0)]
    columns = columns[:, (canonise(columns) == columns).all(axis=0)]
    chances = 0.5 ** (2 * n_classes - (columns == 0).sum(axis=0))
    return columns, chances / chances.sum()
