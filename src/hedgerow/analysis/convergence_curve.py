"""How fast an ensemble comes near to the vote of infinitely many members."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.analysis.vote_margins import lead, read_probabilities
from hedgerow.analysis.voting import check_counts, plurality_error
from hedgerow.foundation.constraints import Number, check
from hedgerow.outputs import Outputs

# odd: of two classes, an even number of members errs as often as one member less
_SIZES = (1, 3, 5, 7, 11, 15, 21, 31, 41, 61, 81, 101, 151, 201)


@dataclass(frozen=True, eq=False)
class Convergence:
    """Expected error of T members for several T, and of infinitely many.

    Parameters
    ----------
    n_members : ndarray of shape (n_sizes,)
        The sizes T.
    error : ndarray of shape (n_sizes,)
        Expected error of T members.
    unsettled : ndarray of shape (n_sizes,)
        Expected share of rows on which T members are right and infinitely many are wrong, or the other way round.
        The error is no further than this from its limit; it may be nearer, since the two kinds balance.
    limit : float
        Error of infinitely many members: the share of rows with a negative margin, and of the rows with a tie what
        a lot would cost.
    probabilities : ndarray of shape (n_distinct, n_classes)
        Chance of a vote for each class, the true class first, of the distinct rows.
    share : ndarray of shape (n_distinct,)
        Share of the rows that are like this.
    """

    n_members: NDArray[np.intp]
    error: NDArray[np.float64]
    unsettled: NDArray[np.float64]
    limit: float
    probabilities: NDArray[np.float64] = field(repr=False)
    share: NDArray[np.float64] = field(repr=False)

    def members_needed(self, distance: float = 0.005, max_members: int = 1000) -> int | None:
        """Smallest number of members that leaves no more than a share of the rows unsettled.

        Parameters
        ----------
        distance : float, default=0.005
            The share of rows; the error is then no further than this from its limit.
        max_members : int, default=1000
            Where to stop searching. A row whose margin is m needs some 1/m^2 members.

        Returns
        -------
        int or None
            None where even `max_members` leave more unsettled.

        Notes
        -----
        With two classes more members never unsettle rows, and the answer is exact. With more classes that holds
        but for a trace (four members may do slightly worse than three), so a smaller number may do by chance.
        """
        check("distance", distance, Number(0, closed="right"))
        enough, most = 1, 1
        while self._leave_unsettled(most) > distance:
            if most >= max_members:
                return None
            enough, most = most + 1, min(2 * most, max_members)
        sizes = range(enough, most)
        return enough + bisect_left(sizes, True, key=lambda size: self._leave_unsettled(size) <= distance)

    def _leave_unsettled(self, n_members: int) -> float:
        return _follow(self.probabilities, self.share, n_members)[1]

    def frame(self) -> pd.DataFrame:
        """One row per size: `n_members`, `error`, `excess` over the limit, and share of `unsettled` rows."""
        return pd.DataFrame(
            {
                "n_members": self.n_members,
                "error": self.error,
                "excess": self.error - self.limit,
                "unsettled": self.unsettled,
            }
        )


def convergence(
    probabilities: Outputs | ArrayLike,
    n_members: ArrayLike | None = None,
    *,
    sample_weight: ArrayLike | None = None,
) -> Convergence:
    """Expected error of a vote among T members, for growing T.

    Members that are grown in the same random way vote independently, given a row. So a row whose votes are right
    with probability p is answered rightly by T members with the probability of a binomial majority (a
    multinomial plurality for more than two classes), which tends to 1 or to 0 by the sign of its margin: the
    larger the margins, the fewer members it takes.

    Parameters
    ----------
    probabilities : Outputs or array-like of shape (n_rows,) or (n_rows, n_classes)
        Outputs with the truth, whose vote shares stand for the probabilities; the chance of a correct vote, with
        two classes; or the chance of a vote for each class, the true class first.
    n_members : array-like of int, default=None
        Sizes to look at; None for 1, 3, 5, 7, 11, ... up to 201.
    sample_weight : array-like of shape (n_rows,), default=None
        How much each row counts; None for those of the outputs, or all the same.

    Returns
    -------
    Convergence

    See Also
    --------
    majority_error, margins, RandomForestClassifier

    Notes
    -----
    Exact for given probabilities. Shares of a few dozen votes are rough probabilities: rows near a tie then look more
    settled than they are, so use many members. Ties are resolved by lot. Enough is when few rows are expected to be
    right or wrong otherwise than in the limit, which bounds the distance of the error: rows that turn right and rows
    that turn wrong may balance in the error itself.

    Formula::

        error(T) = mean_x P(T votes at x are wrong) -> P(margin < 0); Rogers 2007, eq. 3.9 and 6.2.

    Cost: One plurality error per distinct row and size.

    References
    ----------
    L. Breiman, Random forests, Machine Learning 45, 2001, theorem 1.2.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.9 and 6.2.

    Examples
    --------
    >>> found = convergence([0.9, 0.7, 0.45], n_members=[1, 5, 25])
    >>> found.frame().round(4)
       n_members   error  excess  unsettled
    0          1  0.3167 -0.0167     0.2833
    1          5  0.2549 -0.0784     0.1928
    2         25  0.2370 -0.0963     0.1079
    >>> found.members_needed(0.1)
    31
    """
    distinct, share = read_probabilities(probabilities, sample_weight)
    sizes = np.atleast_1d(check_counts(_SIZES if n_members is None else n_members, "n_members"))
    followed = np.array([_follow(distinct, share, int(size)) for size in sizes])
    limit = float(share @ _limit(distinct))
    return Convergence(sizes, followed[:, 0], followed[:, 1], limit, distinct, share)


def _follow(
    probabilities: NDArray[np.float64], share: NDArray[np.float64], n_members: int
) -> tuple[float, float]:
    """Error of T members, and share of rows that are not settled yet."""
    errors = plurality_error(n_members, probabilities)
    return float(share @ errors), float(share @ np.abs(errors - _limit(probabilities)))


def _limit(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    """Error of infinitely many members about each row."""
    margin = lead(probabilities)
    n_first = 1 + np.count_nonzero(np.abs(probabilities[:, 1:] - probabilities[:, :1]) < 1e-12, axis=1)
    return np.where(margin == 0, 1.0 - 1.0 / n_first, (margin < 0).astype(np.float64))
