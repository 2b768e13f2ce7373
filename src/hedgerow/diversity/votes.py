"""Measures that read only how the votes spread: of rows, and of the ensemble. They need no truth."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr

from hedgerow.foundation.constraints import Number, Word, check
from hedgerow.outputs import Outputs

EntropyOf = Literal["votes", "probabilities", "information"]


def row_vote_entropy(outputs: Outputs, *, of: EntropyOf = "votes", base: float = 2.0) -> NDArray[np.float64]:
    """Entropy of the votes about each row: -sum_k p_k log p_k, with p_k the share of votes for class k.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes. Members vote with their weights.
    of : {"votes", "probabilities", "information"}, default="votes"
        The votes; the members' mean probabilities; or the entropy of these less the members' own mean entropy: what
        part of the doubt is disagreement, and not doubt that the members share.
    base : float, default=2.0
        Base of the logarithm: 2 for bits, ``math.e`` for the nats of Cunningham & Carney.

    Returns
    -------
    ndarray of shape (n_samples,)
        NaN for rows that no member predicts.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([[0, 0], [0, 0], [0, 1], [0, 1], [0, 2]])
    >>> row_vote_entropy(outputs).round(4)
    array([0.    , 1.5219])
    """
    check("base", base, Number(1, closed="right"))
    if of == "votes":
        return _entropy(outputs.vote_shares(), base)
    check("of", of, Word("votes", "probabilities", "information"))
    if outputs.probabilities is None:
        raise ValueError(f"of={of!r} needs class probabilities, and these outputs have none; use of='votes'")
    mean = np.zeros((outputs.n_samples, outputs.n_classes))
    own, total = np.zeros(outputs.n_samples), np.zeros(outputs.n_samples)
    for member, weight in enumerate(outputs.member_weights()):
        predicted = weight * outputs.covered()[member]
        mean += predicted[:, None] * outputs.probabilities[member]
        own += predicted * _entropy(outputs.probabilities[member], base)
        total += predicted
    total[total == 0] = np.nan
    entropy = _entropy(mean / total[:, None], base)
    return entropy if of == "probabilities" else np.maximum(entropy - own / total, 0.0)


def vote_entropy(outputs: Outputs, *, of: EntropyOf = "votes", base: float = 2.0) -> float:
    """Mean entropy of the votes about a row.

    Unlike measures of pairs it grows with the number of members, up to the logarithm of the number of classes or
    of members, whichever is less.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes. Members vote with their weights.
    of : {"votes", "probabilities", "information"}, default="votes"
        See `row_vote_entropy`.
    base : float, default=2.0
        Base of the logarithm: 2 for bits, ``math.e`` for the nats of Cunningham & Carney.

    Returns
    -------
    float
        From 0 (all agree); higher is more diverse.

    See Also
    --------
    generalised_diversity, ensemble_curve

    Notes
    -----
    The unit is bits by default; Cunningham and Carney's nats with ``base=math.e``. Class probabilities can take the
    place of votes, and the members' own doubt can be taken off.

    Formula::

        mean_x -sum_k p_k log p_k with p_k the share of votes for class k. Rogers 2007, eq. 3.26-3.29.

    Cost: O(N (T + K)).

    References
    ----------
    P. Cunningham and J. Carney, Diversity versus quality in classification ensembles based on feature selection, ECML
    2000.

    J. Rogers, PhD thesis, University of Southampton, 2007, section 3.3.

    Examples
    --------
    >>> outputs = Outputs.from_predictions([[0, 0], [0, 0], [0, 1], [0, 1], [0, 2]])
    >>> round(vote_entropy(outputs), 6), round(vote_entropy(outputs, base=math.e), 6)
    (0.760964, 0.52746)
    """
    return mean_over_rows(row_vote_entropy(outputs, of=of, base=base), outputs)


def row_vote_ambiguity(outputs: Outputs) -> NDArray[np.float64]:
    """How far the votes about each row are from unanimous, from 0 to 1.

    For two classes min(v, T - v) / floor(T / 2), where v of T votes are for one of them (Kuncheva & Whitaker; Rogers
    2007, eq. 3.28). For K > 2 classes the share of votes that the winner lacks, times K / (K - 1).

    Parameters
    ----------
    outputs : Outputs
        Answers of classes. Every member has one vote.

    Returns
    -------
    ndarray of shape (n_samples,)
        0 where one member alone predicts, NaN where no member predicts.

    Examples
    --------
    >>> row_vote_ambiguity(Outputs.from_predictions([[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 1]]))
    array([0. , 1. , 0.5])
    """
    votes = replace(outputs, weights=None).votes()
    total = votes.sum(axis=1)
    total[total == 0] = np.nan
    minority = total - votes.max(axis=1)
    if outputs.n_classes <= 2:
        return np.asarray(minority / np.maximum(total // 2, 1.0))
    return np.asarray(minority / total * outputs.n_classes / (outputs.n_classes - 1))


def vote_ambiguity(outputs: Outputs) -> float:
    """Mean over the rows of how far the votes are from unanimous, from 0 to 1; see `row_vote_ambiguity`.

    For two classes it is `correctness_entropy`, without the truth.

    Examples
    --------
    >>> vote_ambiguity(Outputs.from_predictions([[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 1]]))
    0.5
    """
    return mean_over_rows(row_vote_ambiguity(outputs), outputs)


def row_confidence(outputs: Outputs) -> NDArray[np.float64]:
    """By how many votes the winner leads about each row (Rogers 2007, eq. 3.29).

    For classes -1 and +1 it is abs(sum_t h_t(x)). With more classes the lead over the second is counted. A confident
    ensemble is not a diverse one: T minus the lead is 2 floor(T / 2) times the ambiguity of the row.

    Parameters
    ----------
    outputs : Outputs
        Answers of classes. Members vote with their weights.

    Returns
    -------
    ndarray of shape (n_samples,)
        NaN where no member predicts.

    Examples
    --------
    >>> row_confidence(Outputs.from_predictions([[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 1]]))
    array([4., 0., 2.])
    """
    votes = outputs.votes()
    abstaining = votes.sum(axis=1) == 0
    if outputs.n_classes == 1:
        lead = votes[:, 0]
    else:
        ordered = np.partition(votes, outputs.n_classes - 2, axis=1)
        lead = ordered[:, -1] - ordered[:, -2]
    return np.where(abstaining, np.nan, lead)


def mean_over_rows(values: NDArray[np.float64], outputs: Outputs) -> float:
    """Mean by the rows' weights, over the rows that have a value; NaN where none has."""
    known = ~np.isnan(values)
    weights = outputs.row_weights()[known]
    total = weights.sum()
    return float(values[known] @ weights / total) if total > 0 else np.nan


def _entropy(shares: NDArray[np.float64], base: float) -> NDArray[np.float64]:
    return np.asarray(entr(shares).sum(axis=-1) / math.log(base))
