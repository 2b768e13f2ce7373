"""A class that is hidden: where learning starts, and which of the states found is which class."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from hedgerow.learners.bayes_net.distributions import Distribution, StateTable
from hedgerow.learners.bayes_net.variables import Rows

_MOST_ROUNDS = 20


def guess_classes(
    rows: Rows,
    n_states: NDArray[np.int64],
    weights: NDArray[np.float64],
    label: int,
    n_classes: int,
    random: np.random.RandomState,
) -> NDArray[np.intp]:
    """A first class for each row: clusters about rows that are drawn, by k-means over numbers and indicators.

    Missing cells lie in the middle.
    """
    space = _spread(rows, n_states, weights, label)
    chance = weights / weights.sum()
    chosen = [int(random.choice(len(rows), p=chance))]
    nearest = ((space - space[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < n_classes:
        worth = nearest * weights
        chosen.append(int(random.choice(len(rows), p=worth / worth.sum() if worth.sum() > 0 else chance)))
        nearest = np.minimum(nearest, ((space - space[chosen[-1]]) ** 2).sum(axis=1))
    centres = space[chosen]
    codes = np.full(len(rows), -1)
    for _ in range(_MOST_ROUNDS):
        squares = (space**2).sum(axis=1)[:, None] - 2 * space @ centres.T + (centres**2).sum(axis=1)
        found = squares.argmin(axis=1)
        if (found == codes).all():
            break
        codes = found
        for each in range(n_classes):
            inside = codes == each
            if weights[inside].sum() > 0:
                centres[each] = np.average(space[inside], axis=0, weights=weights[inside])
    return codes.astype(np.intp)


def match_classes(
    posterior: NDArray[np.float64], y: NDArray[np.intp], weights: NDArray[np.float64]
) -> NDArray[np.intp]:
    """For each class the state that it is: the matching of states and labels that agree in most weight.

    Examples
    --------
    >>> match_classes(np.array([[0.1, 0.9], [0.8, 0.2], [0.2, 0.8]]), np.array([0, 1, 0]), np.ones(3))
    array([1, 0])
    """
    n_classes = posterior.shape[1]
    agreement = np.zeros((n_classes, n_classes))
    np.add.at(agreement, y, posterior * weights[:, None])
    _, states = linear_sum_assignment(-agreement)
    return np.asarray(states, np.intp)


def reorder_states(
    distributions: Sequence[Distribution], variable: int, states: NDArray[np.intp]
) -> tuple[Distribution, ...]:
    """The same distributions where state i of a variable is what state `states[i]` was."""
    return tuple(_reorder(each, variable, states) for each in distributions)


def _reorder(distribution: Distribution, variable: int, states: NDArray[np.intp]) -> Distribution:
    family = distribution.family
    if isinstance(distribution, StateTable) and family.node == variable:
        distribution = replace(distribution, probabilities=distribution.probabilities[:, states])
    if variable not in family.parents:
        return distribution
    axis = family.parents.index(variable)
    numbers = np.arange(family.n_configurations).reshape(family.cards)
    order = np.take(numbers, states, axis=axis).ravel()
    if isinstance(distribution, StateTable):
        return replace(distribution, probabilities=distribution.probabilities[order])
    return replace(
        distribution, coefficients=distribution.coefficients[order], variances=distribution.variances[order]
    )


def _spread(
    rows: Rows, n_states: NDArray[np.int64], weights: NDArray[np.float64], label: int
) -> NDArray[np.float64]:
    """Numbers as they are, which is standardised, and an indicator of each state; missing cells at the mean."""
    columns = []
    for variable in range(rows.n_variables):
        if variable == label:
            continue
        is_known = rows.codes[variable] >= 0
        if n_states[variable] == 0:
            columns.append(rows.values[variable])
            continue
        for state in range(int(n_states[variable])):
            column = (rows.codes[variable] == state).astype(np.float64)
            total = weights[is_known].sum()
            column[~is_known] = (column * weights).sum() / total if total > 0 else 0.0
            columns.append(column)
    return np.stack(columns, axis=1) if columns else np.zeros((len(rows), 1))
