"""How much of the members' errors averaging cannot remove: the correlation of Tumer and Ghosh."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.diversity.moments import (
    ROUNDING,
    cut_rows,
    measure_members,
    measure_moments,
    measure_sign_moments,
)
from hedgerow.diversity.pairwise_measures import summarise_pairs
from hedgerow.outputs import Outputs


def tumer_ghosh_correlation(outputs: Outputs) -> float:
    """Mean correlation of two members' errors about the probability of a class.

    rho = sum_y P(y) mean_{t != u} corr(e_t^y, e_u^y), where e_t^y(x) is what member t says of class y, less the truth:
    1 for the row's class and 0 for others. Averaging T members multiplies the error that they add to that of Bayes'
    rule by (1 + rho (T - 1)) / T.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes with the truth. The members' probabilities are read where they are known, else their
        votes.

    Returns
    -------
    float
        From -1 to 1, 0 for independent members; lower is more diverse. Pairs with a member whose error does not
        vary are left out; NaN where none is left.

    See Also
    --------
    breiman_bound

    Notes
    -----
    The theory takes P(y|x) for the truth. It is unknown, so the class indicator stands for it, and the part of the
    error that belongs to the data raises the correlation. Pairs whose error does not vary are left out.

    Formula: Rogers 2007, eq. 3.14.

    Cost: O(K T N); out of bag O(K T^2 N), by 64 for votes.

    References
    ----------
    K. Tumer and J. Ghosh, Error correlation and error reduction in ensemble classifiers, Connection Science 8, 1996,
    pp. 385-404.

    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 3.14.

    Examples
    --------
    >>> said = [[0, 0, 1, 1, 1], [0, 1, 1, 1, 0], [1, 0, 0, 1, 1]]
    >>> round(tumer_ghosh_correlation(Outputs.from_predictions(said, truth=[0, 0, 0, 1, 1])), 4)
    0.0503
    """
    truth = outputs.known_truth()
    priors = np.bincount(truth, outputs.row_weights(), outputs.n_classes)
    labels = np.flatnonzero(priors).tolist()
    found = np.array([_correlate_label(outputs, label) for label in labels])
    known, priors = ~np.isnan(found), priors[labels]
    return float(found[known] @ priors[known] / priors[known].sum()) if known.any() else np.nan


def _correlate_label(outputs: Outputs, label: int) -> float:
    """Mean correlation of two members' errors about a class; those of votes are counted, not computed."""
    is_label = outputs.known_truth() == label
    if outputs.probabilities is not None:
        return correlate_errors(outputs, label, is_label)[0]
    counter = MarkCounter(outputs)
    plus = counter.mark(lambda said: (said == label) & ~is_label)
    minus = counter.mark(lambda said: (said != label) & is_label)
    return summarise_pairs("correlation", measure_sign_moments(plus, minus, counter).correlation()).mean


def correlate_errors(outputs: Outputs, label: int, target: NDArray[Any]) -> tuple[float, int]:
    """Mean correlation of two members' errors about a class over the pairs, and the number of pairs without one.

    No pair is looked at where all members predict all rows: sum_{t != u} corr(t, u) = mean_x (sum_t z_t(x))^2 - T,
    z standardised.

    Parameters
    ----------
    outputs : Outputs
        Votes or probabilities of classes.
    label : int
        Code of the class.
    target : ndarray of shape (n_samples,)
        The probability of the class, or whether a row is of it.
    """
    soft = outputs.probabilities

    def errors(members: int | slice, rows: slice) -> NDArray[np.float64]:
        said = outputs.answers[members, rows] == label if soft is None else soft[members, rows, label]
        return np.asarray(np.subtract(said, target[rows], dtype=np.float64))

    if outputs.predicted is not None:
        moments = measure_moments(errors, outputs, scale=1.0)
        pairs = summarise_pairs("correlation", moments.correlation())
        return pairs.mean, pairs.n_undefined
    centres, variances = measure_members(errors, outputs)
    varying = np.flatnonzero(variances > ROUNDING**2).tolist()
    n_pairs = len(varying) * (len(varying) - 1)
    n_undefined = (outputs.n_members * (outputs.n_members - 1) - n_pairs) // 2
    if not n_pairs:
        return np.nan, n_undefined
    by_row, square = outputs.row_weights(), 0.0
    for rows in cut_rows(outputs.n_samples):
        total = np.zeros(rows.stop - rows.start)
        for member in varying:
            total += (errors(member, rows) - centres[member]) / np.sqrt(variances[member])
        square += float(by_row[rows] @ total**2)
    return (square / float(by_row.sum()) - len(varying)) / n_pairs, n_undefined
