"""The best of many random codes without zeros."""

from __future__ import annotations

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.codes.distances import min_row_distance
from hedgerow.codes.length import choose_length, scale_length
from hedgerow.codes.partitions import count_partitions, draw_partitions
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.foundation.constraints import Count, check_parameters
from hedgerow.foundation.parameters import configurable, parameter


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
