"""Structures that are learned: annealed searches on bootstrap samples, and what they have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.threads import map_in_threads
from hedgerow.learners.bayes_net.averaging import average_arcs, choose_arcs, weigh_graphs
from hedgerow.learners.bayes_net.graph import ArcGraph
from hedgerow.learners.bayes_net.scores import NO_PARENT, ScoredRows

_HOTTEST = 10.0
_COOLING = 0.997
_USUAL = 2100  # operations, after which the temperature is near 0.018
_SHAKEN, _SETTLED, _ROUNDS = (
    100.0,
    0.1,
    10,
)  # temperatures of short searches between climbs, and how many there are
_MOST_STEPS = 10_000  # of a climb
_ROUNDING = 1e-9  # of a score
_MOST_REMEMBERED = 2**18  # scores of families


@dataclass(frozen=True)
class SearchSettings:
    """How a graph is searched for.

    Attributes
    ----------
    search : {"annealing", "climbing"}
        By random changes, of which fewer and fewer that do harm are accepted; or by the best change each time until
        none is left, and again after each of ten short annealed searches.
    n_operations : int
        Changes that an annealed search tries; for a climb 0 means that there are no such searches.
    n_bootstrap : int
        Samples on which the search is repeated; 0 for one search on the rows themselves.
    max_parents : int
        Most parents of a node.
    swap : {"exchange", "reverse"}
        What the third kind of change is: two nodes change places, or an arc is turned.
    averaging : {"posterior", "uniform"}
        How graphs are weighed: by their scores on all rows, or alike.
    threshold : float
        Least probability of an arc of the graph.
    """

    search: str = "annealing"
    n_operations: int = _USUAL
    n_bootstrap: int = 100
    max_parents: int = 3
    swap: str = "exchange"
    averaging: str = "posterior"
    threshold: float = 0.5


def learn_graph(
    names: Sequence[str], data: ScoredRows, settings: SearchSettings, seed: Any, n_jobs: int | None = None
) -> ArcGraph:
    """Search on each bootstrap sample, weigh the graphs found by how well they explain all rows, and average."""
    seeds = np.random.SeedSequence(int(seed)).generate_state(max(settings.n_bootstrap, 1), np.uint64)

    def find(number: int) -> NDArray[np.bool_]:
        drawn = data
        if settings.n_bootstrap:
            random = np.random.default_rng(seeds[number])
            drawn = replace(data, weights=_draw_weights(random, data.weights))
        return search_graph(drawn, settings, int(seeds[number]))

    found = list(map_in_threads(find, ((number,) for number in range(len(seeds))), n_jobs))
    weights = np.full(len(found), 1.0 / len(found))
    if settings.averaging == "posterior":
        scores = {each.tobytes(): data.score_graph(each) for each in found}
        weights = weigh_graphs(np.array([scores[each.tobytes()] for each in found]), found)
    probabilities = average_arcs(found, weights)
    return ArcGraph(
        tuple(names), choose_arcs(probabilities, settings.threshold, settings.max_parents), probabilities
    )


def search_graph(data: ScoredRows, settings: SearchSettings, seed: int) -> NDArray[np.bool_]:
    """One search, from the graph without arcs: the best graph that was found, as a matrix of arcs."""
    walk = _Walk(data, settings)
    n = settings.n_operations
    if settings.search == "annealing":
        cooling = _COOLING ** (_USUAL / max(n, 1))
        walk.anneal(seed, n, _HOTTEST, cooling, settings.swap == "reverse")
        return _to_matrix(walk.parents)
    best, kept = walk.climb(_MOST_STEPS), walk.parents.copy()
    for start in np.random.SeedSequence(seed).generate_state(_ROUNDS, np.uint64) if n else ():
        walk.anneal(int(start), n, _SHAKEN, (_SETTLED / _SHAKEN) ** (1 / n), reverses=True)
        score = walk.climb(_MOST_STEPS)
        if score > best + _ROUNDING * (1 + abs(best)):
            best, kept = score, walk.parents.copy()
    return _to_matrix(kept)


def climb_graph(data: ScoredRows, settings: SearchSettings) -> NDArray[np.bool_]:
    """The graph to which the best change each time leads, from that without arcs."""
    walk = _Walk(data, settings)
    walk.climb(_MOST_STEPS)
    return _to_matrix(walk.parents)


class _Walk:
    """A graph on its way to a better one, and the scores that were computed on the way.

    Parameters
    ----------
    data : ScoredRows
        What scores are computed from.
    settings : SearchSettings
        How many parents a node may have, and how much there will be to remember.
    """

    def __init__(self, data: ScoredRows, settings: SearchSettings) -> None:
        n_nodes = data.rows.n_variables
        width = min(settings.max_parents, max(n_nodes - 1, 1))
        self.parents = np.full((n_nodes, width), NO_PARENT, np.int32)
        wanted = 8 * n_nodes**2 + 4 * settings.n_operations
        size = min(1 << int(np.ceil(np.log2(wanted))), _MOST_REMEMBERED)
        self._memory = np.full((size, width + 1), NO_PARENT, np.int32), np.empty(size)
        rows = data.rows
        self._data = (rows.codes, rows.values, data.n_states, data.weights, data.penalty, data.smoothing)

    def anneal(
        self, seed: int, n_operations: int, temperature: float, cooling: float, reverses: bool
    ) -> float:
        """Go on to the best graph of an annealed search; its score."""
        from hedgerow._kernels.structure_search import anneal_structure

        trace = np.empty(4)
        how = seed, n_operations, temperature, cooling, reverses
        anneal_structure(*self._data, *how, self.parents, *self._memory, trace)
        return float(trace[0])

    def climb(self, n_steps: int) -> float:
        """Go on to where no single change is better; the score there."""
        from hedgerow._kernels.structure_search import climb_structure

        trace = np.empty(2)
        climb_structure(*self._data, n_steps, self.parents, *self._memory, trace)
        return float(trace[0])


def _to_matrix(parents: NDArray[np.int32]) -> NDArray[np.bool_]:
    arcs = np.zeros((len(parents), len(parents)), np.bool_)
    child, place = np.nonzero(parents >= 0)
    arcs[parents[child, place], child] = True
    return arcs


def _draw_weights(random: np.random.Generator, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Weights of a bootstrap sample, of as much weight as all rows: each draw is a row, in proportion to its weight."""
    total = weights.sum()
    n_draws = max(round(total), 1)
    return np.asarray(random.multinomial(n_draws, weights / total) * (total / n_draws), np.float64)
