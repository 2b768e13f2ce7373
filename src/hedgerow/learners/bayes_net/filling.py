"""Gaps that are filled in as a network says: drawn from what is probable, given all that is known of a row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.clique_tree import CliqueTree
from hedgerow.learners.bayes_net.distributions import Distribution
from hedgerow.learners.bayes_net.evidence import list_factors, plan_groups
from hedgerow.learners.bayes_net.gaussian_blocks import GaussianBlock, Integral
from hedgerow.learners.bayes_net.graph import sort_nodes
from hedgerow.learners.bayes_net.variables import Rows


def fill_rows(
    distributions: Sequence[Distribution],
    arcs: NDArray[np.bool_],
    rows: Rows,
    random: np.random.RandomState,
) -> Rows:
    """Draw all missing cells of each row together, from their distribution given the others.

    Parameters
    ----------
    distributions : list of StateTable or LinearGaussians
        One for each variable.
    arcs : ndarray of bool of shape (n_variables, n_variables)
        The graph.
    rows : Rows
        Rows with gaps.
    random : RandomState
        Where the randomness comes from.

    Returns
    -------
    Rows
        Rows without gaps.
    """
    filled = Rows(rows.codes.copy(), rows.values.copy())
    for group in plan_groups([each.family for each in distributions], arcs, rows.is_missing):
        for some in group.split() if group.touched.any() else ():
            said = list_factors(distributions, group, group.touched, rows.select(some))
            _, held, _ = group.tree.collect(said.factors)
            states = draw_states(group.tree, held, len(some), random)
            for variable, drawn in states.items():
                filled.codes[variable, some] = drawn
            for block, integral in said.of_blocks:
                values = _draw_numbers(block, integral, states, random)
                for at, variable in enumerate(block.numbers):
                    filled.values[variable, some] = values[:, at]
                    filled.codes[variable, some] = 0
    # What nothing is known below of follows from its parents.
    for node in sort_nodes(arcs):
        gaps = np.flatnonzero(filled.codes[node] < 0)
        if gaps.size:
            codes, values = distributions[node].draw(filled.select(gaps), random)
            filled.codes[node, gaps], filled.values[node, gaps] = codes, values
    return filled


def draw_states(
    tree: CliqueTree, held: Sequence[NDArray[np.float64]], n_rows: int, random: np.random.RandomState
) -> dict[int, NDArray[np.intp]]:
    """Draw the variables of a tree for each row, down from the last that was summed out.

    Each depends on those of its clique that are drawn already; `held` is what `CliqueTree.collect` says of them.
    """
    drawn: dict[int, NDArray[np.intp]] = {}
    for at in reversed(range(len(tree.order))):
        variable, clique = tree.order[at], tree.cliques[at]
        logs = np.broadcast_to(held[at], (n_rows, *held[at].shape[1:]))
        logs = np.moveaxis(logs, clique.index(variable) + 1, -1)
        others = tuple(drawn[each] for each in clique if each != variable)
        lines = logs[(np.arange(n_rows), *others)]
        largest = lines.max(axis=1, keepdims=True)
        weights = np.exp(lines - np.where(np.isfinite(largest), largest, 0.0))
        weights = np.where(np.isfinite(largest), weights, 1.0)  # what is known cannot be: any state will do
        ends = weights.cumsum(axis=1)
        drawn[variable] = (random.uniform(size=(n_rows, 1)) * ends[:, -1:] >= ends[:, :-1]).sum(axis=1)
    return drawn


def _draw_numbers(
    block: GaussianBlock,
    integral: Integral,
    states: dict[int, NDArray[np.intp]],
    random: np.random.RandomState,
) -> NDArray[np.float64]:
    """Draw the missing numbers of a block, whose states are drawn, (n_rows, n_numbers)."""
    n_rows = len(integral.means)
    number = np.zeros(n_rows, np.intp)
    for variable, card in zip(block.scope, block.cards, strict=True):
        number = number * card + states[variable]
    rows = np.arange(n_rows)
    spread = np.linalg.cholesky(integral.covariances[rows, number])
    noise = random.normal(size=(n_rows, len(block.numbers)))
    return np.asarray(integral.means[rows, number] + np.einsum("rij,rj->ri", spread, noise))
