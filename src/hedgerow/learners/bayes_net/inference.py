"""Likelihoods and posteriors of rows of which any cells may be missing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.clique_tree import CliqueTree, Factor, log_sum
from hedgerow.learners.bayes_net.distributions import Distribution
from hedgerow.learners.bayes_net.evidence import drop_barren, find_factor, group_patterns
from hedgerow.learners.bayes_net.variables import Rows

_ROWS_TOGETHER = 4096


def find_log_likelihood(
    distributions: Sequence[Distribution], arcs: NDArray[np.bool_], rows: Rows
) -> NDArray[np.float64]:
    """Log likelihood of what is known of each row, (n_rows,)."""
    logs = np.zeros(len(rows))
    for missing, chosen in group_patterns(rows.is_missing):
        matters = drop_barren(arcs, missing)
        for some in split(chosen):
            factors = _list_factors(distributions, rows.select(some), missing, matters)
            logs[some] = sum_constants(factors, len(some)) + _sum_open(factors)
    return logs


def find_posterior(
    distributions: Sequence[Distribution], arcs: NDArray[np.bool_], rows: Rows, query: int
) -> NDArray[np.float64]:
    """Log probabilities of the states of one variable given what is known of the others, (n_rows, n_states).

    Where what is known cannot be, nothing is said: all are -inf.
    """
    n_states = distributions[query].family.n_states
    logs = np.empty((len(rows), n_states))
    is_missing = rows.is_missing
    is_missing[query] = True
    for missing, chosen in group_patterns(is_missing):
        matters = _find_connected(distributions, missing, drop_barren(arcs, missing, query), query)
        for some in split(chosen):
            factors = _list_factors(distributions, rows.select(some), missing, matters)
            logs[some] = _find_marginal(factors, query)
    return logs - np.nan_to_num(log_sum(logs, (1,)), neginf=0.0)[:, None]


def _find_marginal(factors: Sequence[Factor], query: int) -> NDArray[np.float64]:
    tree = CliqueTree.plan([each.scope for each in factors], find_cards(factors), last=query)
    _, held, _ = tree.collect(factors)
    return held[-1]


def _sum_open(factors: Sequence[Factor]) -> NDArray[np.float64]:
    factors = [each for each in factors if each.scope]
    tree = CliqueTree.plan([each.scope for each in factors], find_cards(factors))
    return tree.collect(factors)[0]


def _list_factors(
    distributions: Sequence[Distribution], rows: Rows, missing: NDArray[np.bool_], matters: NDArray[np.bool_]
) -> list[Factor]:
    return [
        find_factor(distribution, rows, missing)
        for distribution, is_wanted in zip(distributions, matters, strict=True)
        if is_wanted
    ]


def _find_connected(
    distributions: Sequence[Distribution],
    missing: NDArray[np.bool_],
    matters: NDArray[np.bool_],
    query: int,
) -> NDArray[np.bool_]:
    """Families that bear on a variable: those that missing variables join to it."""
    reached = np.zeros(len(missing), np.bool_)
    reached[query] = True
    wanted = np.zeros(len(missing), np.bool_)
    while True:
        before = int(wanted.sum())
        for node in np.flatnonzero(matters & ~wanted).tolist():
            members = list(distributions[node].family.members)
            if reached[members].any():
                wanted[node] = True
                reached[[each for each in members if missing[each]]] = True
        if wanted.sum() == before:
            return wanted


def find_cards(factors: Sequence[Factor]) -> dict[int, int]:
    """Numbers of states of the variables of factors."""
    return {
        each: card
        for factor in factors
        for each, card in zip(factor.scope, factor.logs.shape[1:], strict=True)
    }


def sum_constants(factors: Sequence[Factor], n_rows: int) -> NDArray[np.float64]:
    """Sum of the factors that no variable is left in, (n_rows,)."""
    return sum((each.logs for each in factors if not each.scope), np.zeros(n_rows))


def split(rows: NDArray[np.intp], size: int = _ROWS_TOGETHER) -> list[NDArray[np.intp]]:
    """Rows in blocks that memory should hold."""
    return [rows[start : start + size] for start in range(0, len(rows), size)]
