"""Poisson deviance: targets are numbers of events, and moments are sums of events, not counted from a mean."""

from __future__ import annotations

import math

import numpy as np

from hedgerow._kernels.compilation import piece
from hedgerow._kernels.records import LEFT, TOTAL

_NO_EVENTS = 1e-12  # share of the node's events that is a rounding error


@piece
def poisson_score(amount, left, whole, weight):
    """By how much a cut lowers half the Poisson deviance of the node; -inf where a side has no events.

    `amount` of the node's `whole` sum of targets lies left of the cut.
    """
    there, least = whole - amount, _NO_EVENTS * whole
    if amount <= least or there <= least:
        return -np.inf
    mean = whole / weight
    return amount * math.log(amount / (left * mean)) + there * math.log(there / ((weight - left) * mean))


@piece
def most_of_poisson(work):
    """What the score of a cut does not exceed: a divergence never exceeds chi squared (Gibbs & Su 2002)."""
    left, weight, whole = work.weights[LEFT], work.weights[TOTAL], work.sums[TOTAL]
    moment = work.sums[LEFT] - left * (whole / weight)
    return moment * moment * weight * weight / (float(left) * (weight - left) * whole)


@piece
def describe_events(work, start, n, weight, mean):
    """Half the Poisson deviance of a node's rows from their mean, per unit of weight."""
    deviance = 0.0
    for i in range(start, start + n):
        target = work.targets[work.rows[i]]
        if target > 0.0:
            deviance += work.payload[i] * target * math.log(target / mean)
    return max(deviance / weight, 0.0)


@piece
def load_events(work, start, n, weight):
    """Bring the node's weight and events to where the scans read them."""
    total = 0.0
    for i in range(start, start + n):
        total += work.moments[i]
    work.weights[TOTAL], work.sums[TOTAL] = weight, total
