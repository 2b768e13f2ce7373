"""How much of the members' errors averaging cannot remove: the correlation of Tumer and Ghosh."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.diversity.coincidence import MarkCounter
from hedgerow.diversity.moments import (
    ROUNDING,
    PairMoments,
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
    measure = _correlate_votes if outputs.probabilities is None else _correlate_probabilities
    found = np.array([measure(outputs, label) for label in labels])
    known, priors = ~np.isnan(found), priors[labels]
    return float(found[known] @ priors[known] / priors[known].sum()) if known.any() else np.nan


def _correlate_votes(outputs: Outputs, label: int) -> float:
    is_label, counter = outputs.known_truth() == label, MarkCounter(outputs)
    plus = counter.mark(lambda said: (said == label) & ~is_label)
    minus = counter.mark(lambda said: (said != label) & is_label)
    return _mean(measure_sign_moments(plus, minus, counter))


def _correlate_probabilities(outputs: Outputs, label: int) -> float:
    """Mean correlation over the pairs; no pair is looked at where all members predict all rows.

    Then sum_{t != u} corr(t, u) = mean_x (sum_t z_t(x))^2 - T, z standardised.
    """
    is_label, soft = outputs.known_truth() == label, outputs.probabilities
    assert soft is not None

    def errors(members: int | slice, rows: slice) -> NDArray[np.float64]:
        return np.asarray(np.subtract(soft[members, rows, label], is_label[rows], dtype=np.float64))

    if outputs.predicted is not None:
        return _mean(measure_moments(errors, outputs, scale=1.0))
    centres, variances = measure_members(errors, outputs)
    varying = np.flatnonzero(variances > ROUNDING**2).tolist()
    if len(varying) < 2:
        return np.nan
    by_row, square = outputs.row_weights(), 0.0
    for rows in cut_rows(outputs.n_samples):
        total = np.zeros(rows.stop - rows.start)
        for member in varying:
            total += (errors(member, rows) - centres[member]) / np.sqrt(variances[member])
        square += float(by_row[rows] @ total**2)
    square /= float(by_row.sum())
    return (square - len(varying)) / (len(varying) * (len(varying) - 1))


def _mean(moments: PairMoments) -> float:
    return summarise_pairs("correlation", moments.correlation()).mean
