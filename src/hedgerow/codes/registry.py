"""The shorthands of the label axis."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, cast

import numpy as np
from sklearn.base import clone

from hedgerow.codes.binary import BinaryCode, GrayCode
from hedgerow.codes.dense_random import DenseRandom
from hedgerow.codes.discriminant import Discriminant
from hedgerow.codes.exhaustive import Exhaustive
from hedgerow.codes.given import GivenCode
from hedgerow.codes.identity import Identity
from hedgerow.codes.maximal_distance import MaximalDistance
from hedgerow.codes.one_vs_one import OneVsOne
from hedgerow.codes.one_vs_rest import OneVsRest
from hedgerow.codes.protocol import Code, Design, LearnedDesign
from hedgerow.codes.random_partitions import RandomPartitions
from hedgerow.codes.sparse_random import SparseRandom


def _make_minimal() -> Any:
    from hedgerow.codes.minimal import MinimalCode  # it loads support vector machines

    return MinimalCode()


CODES: dict[str, Callable[[], Any]] = {
    "identity": Identity,
    "one_vs_rest": OneVsRest,
    "one_vs_one": OneVsOne,
    "dense_random": DenseRandom,
    "sparse_random": SparseRandom,
    "exhaustive": Exhaustive,
    "maximal_distance": MaximalDistance,
    "even_partitions": RandomPartitions,
    "random_partitions": partial(RandomPartitions, balance="free"),
    "binary": BinaryCode,
    "gray": GrayCode,
    "discriminant": Discriminant,
    "minimal": _make_minimal,
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
    if isinstance(code, str) and code in CODES:
        return cast(Code, CODES[code]())
    if isinstance(code, np.ndarray | list | tuple):
        return GivenCode(code)
    if isinstance(code, Code | Design | LearnedDesign) and not isinstance(code, type):
        return cast(Code, clone(code))
    raise ValueError(
        f"code={code!r} is not known; use None, one of {sorted(CODES)}, a matrix, or an object with `build`, `learn`, "
        "or `count_symbols`, `draw` and `decode`"
    )
