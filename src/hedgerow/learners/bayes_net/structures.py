"""Structures that are given: naive Bayes, and the arcs of an expert."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hedgerow.learners.bayes_net.graph import ArcGraph


def join_class(names: Sequence[str], arcs: Sequence[tuple[str, str]], class_name: str) -> list[tuple[str, str]]:
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


def _find_name(given: Any, features: Sequence[str]) -> str:
    if isinstance(given, int | np.integer) and not isinstance(given, bool):
        if not 0 <= given < len(features):
            raise ValueError(f"there is no feature {given}; there are {len(features)}, from 0")
        return features[given]
    return str(given)
