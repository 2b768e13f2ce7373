"""From rows to a network: its structure, and its distributions, with EM where cells are missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.expectation import EMRounds
from hedgerow.learners.bayes_net.filling import fill_rows
from hedgerow.learners.bayes_net.graph import ArcGraph
from hedgerow.learners.bayes_net.hidden_class import guess_classes, match_classes, reorder_states
from hedgerow.learners.bayes_net.network import BayesNet, list_families
from hedgerow.learners.bayes_net.scores import ScoredRows
from hedgerow.learners.bayes_net.search import SearchSettings, climb_graph, learn_graph
from hedgerow.learners.bayes_net.structures import grow_tree, make_naive, read_arcs, read_structure_file
from hedgerow.learners.bayes_net.variables import Rows, Variable, merge_rows

_FILLINGS = 2  # networks by which gaps are filled in on the way to the last
_COPIES, _MOST_COPIES = 5, 1000  # rows for each row; for one that stands for many
_FEW_ROUNDS = 4  # of EM for these networks


@dataclass(frozen=True, eq=False)
class TrainingRows:
    """What a network is learned from: the last variable is the class.

    Attributes
    ----------
    variables : tuple of Variable
        The features and the class.
    rows : Rows
        The rows.
    weights : ndarray of shape (n_rows,)
        How much each counts.
    """

    variables: tuple[Variable, ...]
    rows: Rows
    weights: NDArray[np.float64]

    @property
    def names(self) -> list[str]:
        """The names of the variables."""
        return [each.name for each in self.variables]

    @property
    def label(self) -> int:
        """The place of the class."""
        return len(self.variables) - 1

    def score(self, criterion: str, smoothing: float) -> ScoredRows:
        """The rows, by which graphs are scored."""
        return ScoredRows.of(self.variables, self.rows, self.weights, criterion, smoothing)

    def merge(self) -> TrainingRows:
        """The same with rows that are alike as one; see `merge_rows`."""
        rows, weights = merge_rows(self.rows, self.weights)
        return replace(self, rows=rows, weights=weights)

    def keep(self, rows: NDArray[Any]) -> TrainingRows:
        """Some of the rows."""
        return replace(self, rows=self.rows.select(rows), weights=self.weights[rows])

    def without_class(self) -> TrainingRows:
        """The features alone."""
        rows = Rows(self.rows.codes[:-1], self.rows.values[:-1])
        return TrainingRows(self.variables[:-1], rows, self.weights).merge()

    def hide_class(self) -> TrainingRows:
        """The same rows, whose class is not known."""
        return replace(self, rows=self.rows.forget(self.label))


def find_structure(
    data: TrainingRows,
    structure: Any,
    criterion: str,
    smoothing: float,
    settings: SearchSettings,
    seed: int,
    n_jobs: int | None,
    features_only: bool,
) -> ArcGraph:
    """The graph that a structure asks for: given as arcs or in a file, by a rule, or learned."""
    names, class_name = data.names, data.names[-1]
    if isinstance(structure, list | tuple):
        return read_arcs(structure, names, class_name)
    if structure == "naive":
        return make_naive(names, class_name)
    if structure == "tan":
        return grow_tree(data.score(criterion, smoothing), names, class_name)
    if structure != "learn":
        return read_structure_file(structure, names, class_name)
    searched = data.without_class() if features_only else data
    searched = fill_gaps(searched, criterion, smoothing, settings, seed)
    found = learn_graph(searched.names, searched.score(criterion, smoothing), settings, seed, n_jobs)
    return attach_class(found, class_name) if features_only else found


def fill_gaps(
    data: TrainingRows, criterion: str, smoothing: float, settings: SearchSettings, seed: int
) -> TrainingRows:
    """Rows with gaps as several rows of a part of their weight each, filled in as the best network so far says.

    That network is at first one without arcs, and then the one to which a climb leads on the rows filled in.
    """
    if not data.rows.is_missing.any():
        return data
    random = np.random.RandomState(seed % 2**32)
    graph = ArcGraph.of(data.names, [])
    for turn in range(_FILLINGS + 1):
        network, _ = learn_parameters(data, graph, smoothing or 1.0, _FEW_ROUNDS, 1e-4)
        filled = _fill_several(data, network, random)
        if turn < _FILLINGS:
            arcs = climb_graph(filled.score(criterion, smoothing), settings)
            graph = ArcGraph.certain(data.names, arcs)
    return filled


def _fill_several(data: TrainingRows, network: BayesNet, random: np.random.RandomState) -> TrainingRows:
    """Rows without gaps as they are, and several of each other one, the more the more weight it has."""
    has_gap = data.rows.is_missing.any(axis=0)
    weight = np.clip(np.ceil(data.weights), 1, _MOST_COPIES / _COPIES)
    n_copies = np.where(has_gap, _COPIES * weight, 1).astype(np.intp)
    places = np.repeat(np.arange(len(data.rows)), n_copies)
    rows = fill_rows(network.distributions, network.graph.arcs, data.rows.select(places), random)
    return replace(data, rows=rows, weights=(data.weights / n_copies)[places]).merge()


def attach_class(graph: ArcGraph, class_name: str) -> ArcGraph:
    """A graph among features, with the class as one more parent of each."""
    n = len(graph)
    arcs, probabilities = np.zeros((n + 1, n + 1), np.bool_), np.zeros((n + 1, n + 1))
    arcs[:n, :n], probabilities[:n, :n] = graph.arcs, graph.probabilities
    arcs[n, :n], probabilities[n, :n] = True, 1.0
    return ArcGraph((*graph.names, class_name), arcs, probabilities)


def learn_parameters(
    data: TrainingRows, graph: ArcGraph, smoothing: float, max_iter: int, tol: float
) -> tuple[BayesNet, list[float]]:
    """The distributions of a graph, and the log likelihood after each round of EM (one, where nothing is missing)."""
    start = BayesNet.learn(data.variables, graph, data.rows, data.weights, smoothing)
    if not data.rows.is_missing.any():
        return start, [float(data.weights @ start.find_log_likelihood(data.rows))]
    if smoothing == 0:  # what EM takes to be impossible at the start stays so
        start = BayesNet.learn(data.variables, graph, data.rows, data.weights, 1.0)
    return _improve(data, start, smoothing, max_iter, tol)


def learn_hidden_class(
    data: TrainingRows,
    graph: ArcGraph,
    smoothing: float,
    max_iter: int,
    tol: float,
    n_init: int,
    seed: int,
) -> tuple[BayesNet, list[float]]:
    """The distributions where nobody's class is known, from several starts; labels only name the states found."""
    hidden = data.hide_class()
    n_states = np.array([each.n_states for each in data.variables], np.int64)
    random = np.random.RandomState(seed % 2**32)
    best: tuple[BayesNet, list[float]] | None = None
    for _ in range(n_init):
        guessed = guess_classes(hidden.rows, n_states, data.weights, data.label, int(n_states[-1]), random)
        rows = Rows(hidden.rows.codes.copy(), hidden.rows.values)
        rows.codes[data.label] = guessed
        start = BayesNet.learn(data.variables, graph, rows, data.weights, smoothing or 1.0)
        found = _improve(hidden, start, smoothing, max_iter, tol)
        if best is None or found[1][-1] > best[1][-1]:
            best = found
    assert best is not None  # n_init is 1 or more
    network, history = best
    posterior = np.exp(network.find_posterior(data.rows, data.label))
    states = match_classes(posterior, data.rows.codes[data.label].astype(np.intp), data.weights)
    return replace(network, distributions=reorder_states(network.distributions, data.label, states)), history


def _improve(
    data: TrainingRows, start: BayesNet, smoothing: float, max_iter: int, tol: float
) -> tuple[BayesNet, list[float]]:
    families = list_families(data.variables, start.graph)
    expectation = EMRounds.of(families, start.graph.arcs, data.rows, data.weights, smoothing)
    found, history = expectation.improve(start.distributions, max_iter, tol)
    less = sum_log_scales(data.variables, data.rows, data.weights)
    return replace(start, distributions=found), [each - less for each in history]


def sum_log_scales(variables: Sequence[Variable], rows: Rows, weights: NDArray[np.float64]) -> float:
    """What the units of numbers add to the logarithm of their density."""
    return float(
        sum(
            np.log(each.scale) * weights[rows.codes[place] >= 0].sum()
            for place, each in enumerate(variables)
            if not each.is_discrete
        )
    )
