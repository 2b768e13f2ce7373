"""How many correlations an ensemble of mRMR runs needs, when runs share them and when they do not."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hedgerow.foundation.constraints import Number, check


def count_correlations(runs: ArrayLike, n_columns: int) -> int:
    """Count the correlations that runs need when each is computed once, in one pass over the rows.

    That is one of each feature with the target, and one for each pair of which a run has chosen one, before its last
    step, and not yet the other.

    Parameters
    ----------
    runs : array-like of int of shape (n_runs, n_features)
        What each run chose, in order.
    n_columns : int
        Number of features there are.

    Returns
    -------
    int

    References
    ----------
    B. Schowe and K. Morik, Fast-ensembles of minimum redundancy feature selection, SUEMA 2010, algorithm 2.

    Examples
    --------
    >>> count_correlations([[1, 0, 3], [3, 1, 4], [3, 1, 0]], 5)
    14
    """
    chosen = np.asarray(runs)
    known, places = np.unique(chosen, return_inverse=True)
    places = places.reshape(chosen.shape)
    is_needed = np.zeros((known.size, known.size), np.bool_)  # of pairs that some run chooses from
    for run in places:
        for step, feature in enumerate(run[:-1]):
            is_open = np.ones(known.size, np.bool_)
            is_open[run[: step + 1]] = False
            is_needed[feature] |= is_open
    n_partners = np.unique(chosen[:, :-1]).size
    among_known = np.triu(is_needed | is_needed.T, 1).sum()
    return int(n_columns + n_partners * (n_columns - known.size) + among_known)


def count_correlations_apart(n_columns: int, n_features: int, n_runs: int = 1) -> int:
    """Count the correlations that runs need when each computes its own: e (p k - k (k-1) / 2).

    Parameters
    ----------
    n_columns : int
        Number of features there are, p.
    n_features : int
        Number of features to choose, k.
    n_runs : int, default=1
        Number of runs, e.

    Examples
    --------
    >>> count_correlations_apart(34, 10, 5)
    1475
    """
    return n_runs * (n_columns * n_features - n_features * (n_features - 1) // 2)


def expect_correlations(n_columns: int, n_features: int, n_runs: int, jaccard: float) -> float:
    """Expect how many correlations a fast ensemble needs, from how alike the selections of its runs are.

    With p features, k to choose, e runs and r = 2 J / (1 + J), the share of a selection that another one repeats, it is
    ``p + (k-1) (p - k/2) (1 - (1-r)^e) / r``, and never more than all pairs, ``p + p (p-1) / 2``.

    Parameters
    ----------
    n_columns : int
        Number of features there are, p.
    n_features : int
        Number of features to choose, k.
    n_runs : int
        Number of runs, e.
    jaccard : float
        Mean Jaccard similarity J of two selections, from 0 to 1.

    Returns
    -------
    float

    Notes
    -----
    The model takes features to be repeated by chance. Real runs share a core and differ in the rest, which costs more:
    1.2 times as much with 5 parts and 2.5 times with 20, on the wide tables of our tests.

    The paper prints (k-1)/2 for k/2, with which one run would cost more than it does, and has no upper limit; its
    recursion over the runs has the closed form above.

    References
    ----------
    B. Schowe and K. Morik, Fast-ensembles of minimum redundancy feature selection, SUEMA 2010.

    Examples
    --------
    >>> round(expect_correlations(34, 10, 5, jaccard=0.4), 3)
    484.146
    """
    check("jaccard", jaccard, Number(0, 1))
    repeated = 2.0 * jaccard / (1.0 + jaccard)
    n_apart = (1.0 - (1.0 - repeated) ** n_runs) / repeated if repeated > 0.0 else float(n_runs)
    spent = n_columns + (n_features - 1) * (n_columns - n_features / 2) * n_apart
    return float(min(spent, n_columns + n_columns * (n_columns - 1) / 2))
