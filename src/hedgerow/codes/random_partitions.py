"""Classes parted in two at random, once for each member."""

from __future__ import annotations

from typing import Literal

import numpy as np
from sklearn.base import BaseEstimator

from hedgerow.codes.length import choose_length, scale_length
from hedgerow.codes.partitions import count_partitions, draw_partitions
from hedgerow.codes.protocol import CodeMatrix
from hedgerow.foundation.constraints import Word, check_parameters
from hedgerow.foundation.parameters import configurable, parameter


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
