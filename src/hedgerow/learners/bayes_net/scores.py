"""Scores of graphs: what arcs explain, less a penalty for what they cost; and how graphs of one score compare."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaln

from hedgerow.learners.bayes_net.variables import Rows, Variable

NO_PARENT = -1


@dataclass(frozen=True, eq=False)
class ScoredRows:
    """Rows with weights, by which families are scored.

    Attributes
    ----------
    rows : Rows
        The rows.
    n_states : ndarray of int64 of shape (n_variables,)
        Number of states of each variable; 0 for a number.
    weights : ndarray of shape (n_rows,)
        How much each row counts.
    criterion : {"bic", "aic", "likelihood"}
        The penalty of a parameter: half the logarithm of the weight of all rows, 1, or 0.
    smoothing : float
        Rows added to each configuration of a number's discrete parents; see `add_pseudo_rows`.
    """

    rows: Rows
    n_states: NDArray[np.int64]
    weights: NDArray[np.float64]
    criterion: str = "bic"
    smoothing: float = 0.0

    @classmethod
    def of(
        cls,
        variables: Sequence[Variable],
        rows: Rows,
        weights: NDArray[np.float64],
        criterion: str = "bic",
        smoothing: float = 0.0,
    ) -> ScoredRows:
        """Rows of some variables."""
        n_states = np.array([each.n_states for each in variables], np.int64)
        return cls(rows, n_states, np.ascontiguousarray(weights, np.float64), criterion, smoothing)

    @property
    def penalty(self) -> float:
        """What each parameter costs."""
        if self.criterion == "bic":
            return 0.5 * max(math.log(self.weights.sum()), 0.0)
        return float(self.criterion == "aic")

    def score(self, nodes: Sequence[int], parents: Sequence[Sequence[int]]) -> NDArray[np.float64]:
        """Score of some nodes with their parents, (n_nodes,)."""
        from hedgerow._kernels.family_scores import score_families

        width = max(1, *(len(each) for each in parents)) if len(parents) else 1
        table = np.full((len(nodes), width), NO_PARENT, np.int32)
        for place, each in enumerate(parents):
            table[place, : len(each)] = sorted(each)
        scores = np.empty(len(nodes))
        score_families(
            self.rows.codes,
            self.rows.values,
            self.n_states,
            self.weights,
            self.penalty,
            self.smoothing,
            np.asarray(nodes, np.int64),
            table,
            scores,
        )
        return scores

    def score_graph(self, arcs: NDArray[np.bool_]) -> float:
        """Score of a graph: the sum of those of its families."""
        nodes = range(len(arcs))
        return float(self.score(nodes, [np.flatnonzero(arcs[:, node]).tolist() for node in nodes]).sum())


def find_log_prior(arcs: NDArray[np.bool_]) -> float:
    """Logarithm of the prior of a graph: each number of parents is as probable as any, and so are parents of a number.

    References
    ----------
    N. Friedman and D. Koller, "Being Bayesian about network structure", Machine Learning 50 (2003).

    Examples
    --------
    >>> round(find_log_prior(np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]], bool)), 6)  # 1 / (1 * 2 * 1)
    -0.693147
    """
    others = len(arcs) - 1
    n_parents = arcs.sum(axis=0)
    return float((gammaln(n_parents + 1) + gammaln(others - n_parents + 1) - gammaln(others + 1)).sum())
