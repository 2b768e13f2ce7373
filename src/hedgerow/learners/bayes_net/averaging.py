"""Averaging over graphs: how probable each arc is, and the graph of the arcs that are probable enough."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.special import softmax

from hedgerow.learners.bayes_net.scores import find_log_prior


def weigh_graphs(
    scores: NDArray[np.float64], graphs: Sequence[NDArray[np.bool_]] | None = None
) -> NDArray[np.float64]:
    """Posterior probabilities of graphs by their scores on the same rows, and by their priors where they are given.

    Examples
    --------
    >>> weigh_graphs(np.array([-100.0, -101.0, -103.0])).round(6)
    array([0.705385, 0.259496, 0.035119])
    """
    priors = np.zeros(len(scores)) if graphs is None else np.array([find_log_prior(each) for each in graphs])
    return np.asarray(softmax(np.asarray(scores) + priors))


def average_arcs(graphs: Sequence[NDArray[np.bool_]], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Sum of the weights of the graphs that have an arc, for each arc."""
    return np.asarray(np.tensordot(weights, np.array(graphs, np.float64), 1))


def choose_arcs(
    probabilities: NDArray[np.float64], threshold: float, max_parents: int | None = None
) -> NDArray[np.bool_]:
    """Take arcs by decreasing probability, down to a threshold, unless one closes a circle or is a parent too many."""
    chosen = np.zeros(probabilities.shape, np.bool_)
    leads = np.eye(
        len(probabilities), dtype=np.bool_
    )  # whether a path leads from one node to another, or to itself
    found = np.argwhere((probabilities >= threshold) & ~np.eye(len(probabilities), dtype=bool))
    order = np.argsort(-probabilities[found[:, 0], found[:, 1]], kind="stable")
    for parent, child in found[order].tolist():
        is_full = max_parents is not None and chosen[:, child].sum() >= max_parents
        if not is_full and not leads[child, parent]:
            chosen[parent, child] = True
            leads |= np.outer(leads[:, parent], leads[child])
    return chosen
