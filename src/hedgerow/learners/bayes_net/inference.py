"""Likelihoods and posteriors of rows of which any cells may be missing."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.clique_tree import log_sum
from hedgerow.learners.bayes_net.distributions import Distribution
from hedgerow.learners.bayes_net.evidence import list_factors, plan_groups
from hedgerow.learners.bayes_net.variables import Rows


def find_log_likelihood(
    distributions: Sequence[Distribution], arcs: NDArray[np.bool_], rows: Rows
) -> NDArray[np.float64]:
    """Log likelihood of what is known of each row, (n_rows,)."""
    logs = np.zeros(len(rows))
    for group in plan_groups([each.family for each in distributions], arcs, rows.is_missing):
        for some in group.split():
            said = list_factors(distributions, group, group.matters, rows.select(some))
            total, _, _ = group.tree.collect(said.factors)
            logs[some] = said.sum_constants(len(some)) + total
    return logs


def find_posterior(
    distributions: Sequence[Distribution], arcs: NDArray[np.bool_], rows: Rows, query: int
) -> NDArray[np.float64]:
    """Log probabilities of the states of one variable given what is known of the others, (n_rows, n_states).

    Where what is known cannot be, nothing is said: all are -inf.
    """
    logs = np.empty((len(rows), distributions[query].family.n_states))
    is_missing = rows.is_missing
    is_missing[query] = True
    for group in plan_groups([each.family for each in distributions], arcs, is_missing, query):
        for some in group.split():
            said = list_factors(distributions, group, group.matters, rows.select(some))
            _, held, _ = group.tree.collect(said.factors)
            logs[some] = held[-1]
    return logs - np.nan_to_num(log_sum(logs, (1,)), neginf=0.0)[:, None]
