"""Codes that are drawn: the best of many, partitions in two for each member, and rows moved as far apart as they go."""

from __future__ import annotations

from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.distances import min_row_distance, row_distances
from hedgerow.codes.length import choose_length, scale_length
from hedgerow.codes.partitions import count_partitions, draw_partitions
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import canonise, has_distinct_rows
from hedgerow.foundation.constraints import Count, Word, check_parameters
from hedgerow.foundation.parameters import configurable, parameter

MOST_LISTED = 7  # classes; of more, columns are drawn entry by entry
MAX_PASSES = 1000  # draws of columns, and of matrices, before giving up
# A pair of rows counts this much less for each place that it is farther apart, so the closest pairs rule.
BASE = 8.0


@configurable
class DenseRandom(BaseEstimator):
    """Of many random matrices of -1 and +1, the one whose closest rows are farthest apart.

    Parameters
    ----------
    n_tries : int, default=1000
        Matrices to choose from. Allwein et al. draw 10,000.

    See Also
    --------
    ECOCClassifier, OneVsOne

    Notes
    -----
    Its own length is ceil(10 log2 K), or all the 2^(K-1) - 1 questions where there are fewer. Of 1,000 random matrices,
    not 10,000, the best is kept. `MaximalDistance` climbs entry by entry instead of using BCH codes. No question is
    asked twice, so few classes have shorter codes.

    Formula::

        10 log2 K columns without zeros, 15 log2 K with half of the entries 0; all 2^(K-1) - 1 to K = 11.

    Cost: O(K^2 T) for each matrix tried, O(K T) for each step of the climb.

    References
    ----------
    E. Allwein, R. Schapire and Y. Singer, Reducing multiclass to binary: a unifying approach for margin classifiers,
    Journal of Machine Learning Research 1, 2000, pp. 113-141.

    T. Dietterich and G. Bakiri, Solving multiclass learning problems via error-correcting output codes, Journal of
    Artificial Intelligence Research 2, 1995, pp. 263-286.

    Examples
    --------
    >>> DenseRandom(n_tries=50).build(8, None, np.random.RandomState(0)).shape
    (8, 30)
    """

    n_tries: int = parameter(Count(), default=1000, kw_only=False)

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Draw the matrices and keep the best, the first of equals."""
        check_parameters(self)
        most = count_partitions(n_classes)
        length = choose_length("DenseRandom", n_classes, n_columns, scale_length(10, max(n_classes, 2)), most)
        tries = 1 if length == most else self.n_tries  # all questions there are: nothing to choose
        codes = (draw_partitions(n_classes, length, generator) for _ in range(tries))
        return max(codes, key=min_row_distance)


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


@configurable
class RandomPartitions(BaseEstimator):
    """Each column parts the classes in two at random; none comes again before all have come.

    The rows are distinct where there are columns enough, and no distance is optimised. Questions that come again are of
    use where members differ in other ways, as on bootstrap samples.

    Parameters
    ----------
    balance : {"even", "free"}, default="even"
        "even": both sides have half of the classes (Smith and Windeatt), and 200 columns are the design's own length.
        "free": each class chooses its side by a coin, and a column without two sides is drawn again; the own length is
        10 log2 K, at least 10.

    See Also
    --------
    ECOCClassifier, DenseRandom

    Notes
    -----
    Formula::

        votes = (T + X M^T) / 2 for answers X and code M of -1 and +1: Hamming decoding.

    Cost: A learner on two classes for each member.

    References
    ----------
    R. Smith and T. Windeatt, "Facial action unit recognition using filtered local binary pattern features with
    bootstrapped and weighted ECOC classifiers", SUEMA (2010).

    C. Zor, T. Windeatt and B. Yanikoglu, "Bias-variance analysis of ECOC and bagging using neural nets", SUEMA (2010),
    draw free partitions.

    Examples
    --------
    >>> code = RandomPartitions().build(6, 10, np.random.RandomState(0))
    >>> code.sum(axis=0).tolist()
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    """

    balance: Literal["even", "free"] = parameter(Word("even", "free"), default="even", kw_only=False)

    def build(self, n_classes: int, n_columns: int | None, generator: np.random.RandomState) -> CodeMatrix:
        """Draw the columns."""
        check_parameters(self)
        even = self.balance == "even"
        own = 200 if even else max(10, scale_length(10, max(n_classes, 2)))
        length = choose_length("RandomPartitions", n_classes, n_columns, own)
        n_different = count_partitions(n_classes, even=even)
        first = draw_partitions(n_classes, min(length, n_different), generator, even=even)
        n_rounds = -(-length // n_different) - 1
        again = [first[:, generator.permutation(n_different)] for _ in range(n_rounds)]
        return np.hstack([first, *again])[:, :length]


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
