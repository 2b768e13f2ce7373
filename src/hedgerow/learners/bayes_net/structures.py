"""Structures that are given or follow from a rule: naive Bayes, a tree beside it, and the arcs of an expert."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.learners.bayes_net.bif import read_bif_arcs
from hedgerow.learners.bayes_net.dot import read_dot
from hedgerow.learners.bayes_net.graph import ArcGraph
from hedgerow.learners.bayes_net.scores import ScoredRows


def join_class(
    names: Sequence[str], arcs: Sequence[tuple[str, str]], class_name: str
) -> list[tuple[str, str]]:
    """Arcs among features, and one from the class to each feature where no arc mentions the class."""
    if any(class_name in arc for arc in arcs):
        return list(arcs)
    return [*arcs, *((class_name, name) for name in names if name != class_name)]


def make_naive(names: Sequence[str], class_name: str) -> ArcGraph:
    """An arc from the class to each feature, and no other."""
    return ArcGraph.of(names, join_class(names, [], class_name))


def read_arcs(given: Sequence[Any], names: Sequence[str], class_name: str) -> ArcGraph:
    """The graph of arcs that an expert lists as pairs of names, or of positions of features.

    Raises
    ------
    ValueError
        If an arc is not a pair, names what is not there, or closes a circle.
    """
    features = [name for name in names if name != class_name]
    arcs = []
    for arc in given:
        if isinstance(arc, str) or len(arc) != 2:
            raise ValueError(f"an arc is a pair, (parent, child); {arc!r} is not")
        arcs.append((_find_name(arc[0], features), _find_name(arc[1], features)))
    return ArcGraph.of(names, join_class(names, arcs, class_name))


def read_structure_file(path: str | Path, names: Sequence[str], class_name: str) -> ArcGraph:
    """The graph whose arcs a DOT or BIF file has.

    Raises
    ------
    ValueError
        If the file is neither, or is about other variables.
    FileNotFoundError
        If it is not there.
    """
    place = Path(path)
    if place.suffix.lower() not in (".dot", ".gv", ".bif"):
        raise ValueError(
            f"structure={str(path)!r} must be 'learn', 'naive', 'tan', a list of arcs, or the path of a file that ends "
            "in .dot, .gv or .bif"
        )
    text = place.read_text(encoding="utf-8")
    arcs = read_bif_arcs(text) if place.suffix.lower() == ".bif" else read_dot(text)
    unknown = sorted({name for arc in arcs for name in arc} - set(names))
    if unknown:
        raise ValueError(
            f"{place.name} has an arc of {unknown[0]!r}, which is neither a feature nor the class {class_name!r}"
        )
    return ArcGraph.of(names, join_class(names, arcs, class_name))


def grow_tree(data: ScoredRows, names: Sequence[str], class_name: str) -> ArcGraph:
    """Naive Bayes with a tree among the features: each depends on the class and on one other feature at most.

    The tree has the largest sum of what neighbours tell of each other within the classes (Friedman, Geiger and
    Goldszmidt 1997). States do not depend on numbers, so features with states are a tree of their own, of which the
    numbers are branches.
    """
    label = list(names).index(class_name)
    features = [place for place in range(len(names)) if place != label]
    arcs = np.zeros((len(names), len(names)), np.bool_)
    arcs[label, features] = True
    if len(features) > 1:
        gains = _find_gains(replace(data, criterion="likelihood", smoothing=0.0), features, label)
        is_discrete = data.n_states[features] > 0
        for parent, child in _direct_tree(gains, is_discrete):
            arcs[features[parent], features[child]] = True
    return ArcGraph.certain(names, arcs)


def _find_gains(data: ScoredRows, features: Sequence[int], label: int) -> NDArray[np.float64]:
    """By how much one feature raises the likelihood of another within the classes; the same both ways."""
    alone = data.score(features, [[label]] * len(features))
    pairs = list(combinations(range(len(features)), 2))
    gains = np.zeros((len(features), len(features)))
    # a number may depend on states, but not states on a number
    ordered = [
        (i, j) if data.n_states[features[i]] or not data.n_states[features[j]] else (j, i) for i, j in pairs
    ]
    together = data.score([features[j] for _, j in ordered], [[label, features[i]] for i, _ in ordered])
    for (i, j), score in zip(ordered, together, strict=True):
        gains[i, j] = gains[j, i] = max(score - alone[j], 0.0)
    return gains


def _direct_tree(gains: NDArray[np.float64], is_discrete: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Arcs of the spanning tree with the largest gains, away from the first feature that has states."""
    n = len(gains)
    worth = gains + np.where(is_discrete[:, None] & is_discrete, gains.max() + 1.0, 0.0)
    inside = np.zeros(n, np.bool_)
    root = int(np.argmax(is_discrete)) if is_discrete.any() else 0
    inside[root] = True
    tree = np.zeros((n, n), np.bool_)
    while not inside.all():
        candidates = np.where(inside[:, None] & ~inside, worth, -np.inf)
        parent, child = np.unravel_index(int(candidates.argmax()), (n, n))
        tree[parent, child] = inside[child] = True
    return [(int(parent), int(child)) for parent, child in np.argwhere(tree)]


def _find_name(given: Any, features: Sequence[str]) -> str:
    if isinstance(given, int | np.integer) and not isinstance(given, bool):
        if not 0 <= given < len(features):
            raise ValueError(f"feature {given} is not there; there are {len(features)}, from 0")
        return features[int(given)]
    return str(given)
