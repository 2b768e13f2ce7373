"""Of many candidates some members: the most accurate, the most diverse, or a bargain between the two."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

from hedgerow.outputs import Outputs


def choose_members(outputs: Outputs, n_members: int, diversity_weight: float = 0.0) -> NDArray[np.intp]:
    r"""Choose members one after the other, each so that accuracy and entropy are largest together.

    What is made largest is :math:`\bar a + \lambda H`, with :math:`\bar a` the mean accuracy of the members that are
    chosen and H the mean entropy of their votes about a row, in bits. With :math:`\lambda = 0` these are the most
    accurate members, the best of them first; with an infinite one, accuracy only settles ties.

    Parameters
    ----------
    outputs : Outputs
        What the candidates said about rows that were left out, with the truth.
    n_members : int
        How many to choose; all of them where there are no more.
    diversity_weight : float, default=0.0
        :math:`\lambda`.

    Returns
    -------
    ndarray of shape (n_members,)
        Their positions, in the order in which they were chosen.

    Notes
    -----
    Equal candidates are taken in their order.

    References
    ----------
    P. Cunningham and J. Carney, "Diversity versus quality in classification ensembles based on feature
    selection", TCD-CS-2000-02, Trinity College Dublin, 2000: the best 20 of 66 masks.

    Examples
    --------
    >>> said = [[0, 0, 1, 1], [0, 0, 1, 0], [0, 0, 1, 0], [0, 1, 1, 1]]
    >>> outputs = Outputs.from_predictions(said, truth=[0, 0, 1, 1])
    >>> choose_members(outputs, 3), choose_members(outputs, 3, diversity_weight=1.0)
    (array([0, 1, 2]), array([0, 1, 3]))
    """
    accuracy = 1.0 - outputs.errors()
    n_members = min(n_members, outputs.n_members)
    if diversity_weight == 0:
        return np.argsort(-accuracy, kind="stable")[:n_members]
    chosen = np.zeros(outputs.n_members, np.bool_)
    order = np.empty(n_members, np.intp)
    votes, share = np.zeros((outputs.n_samples, outputs.n_classes)), outputs.row_weights()
    share, rows = share / share.sum(), np.arange(outputs.n_samples)
    for place in range(n_members):
        entropies = _add_each(votes, outputs.answers, share, place + 1)
        if np.isinf(diversity_weight):
            worth = entropies + 1e-9 * accuracy
        else:
            worth = (accuracy[order[:place]].sum() + accuracy) / (place + 1) + diversity_weight * entropies
        order[place] = best = int(np.where(chosen, -np.inf, np.round(worth, 12)).argmax())
        chosen[best] = True
        votes[rows, outputs.answers[best]] += 1
    return order


def _add_each(
    votes: NDArray[np.float64], answers: NDArray[np.integer], share: NDArray[np.float64], n_votes: int
) -> NDArray[np.float64]:
    """Mean entropy of the votes, in bits, with each candidate added to them."""
    # With t votes the entropy is log t - sum_k v log v / t, and a vote changes one term of the sum.
    gains = xlogy(votes + 1, votes + 1) - xlogy(votes, votes)
    base = share @ xlogy(votes, votes).sum(axis=1)
    rows = np.arange(len(votes))
    added = np.array([share @ gains[rows, said] for said in answers])
    entropies: NDArray[np.float64] = np.maximum(np.log(n_votes) - (base + added) / n_votes, 0.0) / np.log(2)
    return entropies
