"""The shorthands of the label axis."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, cast

import numpy as np
from sklearn.base import clone

from hedgerow.codes.identity import Identity
from hedgerow.codes.protocol import Code, Design, LearnedDesign
from hedgerow.foundation.parameters import check_choice


def _make(module: str, kind: str, **parameters: Any) -> Any:
    """Make a code from its module when it is asked for: an ensemble without a code loads none of them."""
    return getattr(import_module(f"hedgerow.codes.{module}"), kind)(**parameters)


CODES: dict[str, Callable[[], Any]] = {
    "identity": Identity,
    "one_vs_rest": partial(_make, "one_vs_rest", "OneVsRest"),
    "one_vs_one": partial(_make, "one_vs_one", "OneVsOne"),
    "dense_random": partial(_make, "dense_random", "DenseRandom"),
    "sparse_random": partial(_make, "sparse_random", "SparseRandom"),
    "exhaustive": partial(_make, "exhaustive", "Exhaustive"),
    "maximal_distance": partial(_make, "maximal_distance", "MaximalDistance"),
    "even_partitions": partial(_make, "random_partitions", "RandomPartitions"),
    "random_partitions": partial(_make, "random_partitions", "RandomPartitions", balance="free"),
    "binary": partial(_make, "binary", "BinaryCode"),
    "gray": partial(_make, "binary", "GrayCode"),
    "discriminant": partial(_make, "discriminant", "Discriminant"),
    "minimal": partial(_make, "minimal", "MinimalCode"),
}


def resolve_code(code: Any) -> Code | Design | LearnedDesign:
    """Make a fresh code from its shorthand (None is the identity) or matrix, or clone the given one.

    Examples
    --------
    >>> resolve_code(None), resolve_code("one_vs_rest")
    (Identity(), OneVsRest())
    """
    if code is None:
        return Identity()
    if isinstance(code, np.ndarray | list | tuple):
        return cast(Design, _make("given", "GivenCode", matrix=code))
    if isinstance(code, Code | Design | LearnedDesign) and not isinstance(code, type):
        return cast(Code, clone(code))
    other = "None, a matrix, or an object with `build`, `learn`, or `count_symbols`, `draw` and `decode`"
    return cast(Code, CODES[check_choice("code", code, sorted(CODES), other=other)]())
