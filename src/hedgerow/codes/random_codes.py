"""Random codes: the best of many with zeros or without, and partitions in two, one for each member."""

from __future__ import annotations

from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from hedgerow.codes.distances import min_row_distance
from hedgerow.codes.length import choose_length, scale_length
from hedgerow.codes.partitions import count_partitions, draw_partitions
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.codes.validity import canonise, has_distinct_rows
from hedgerow.foundation.constraints import Count, Word, check_parameters
from hedgerow.foundation.parameters import configurable, parameter

MOST_LISTED = 7  # classes; of more, columns are drawn entry by entry
MAX_PASSES = 1000  # draws of columns, and of matrices, before giving up


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
