"""The predictions of all members about some rows, as one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from hedgerow.codes import Decoding
from hedgerow.combination import Combination, PlacedCombination
from hedgerow.combination.averaging import harden
from hedgerow.combination.protocol import combine_with, reads_sizes
from hedgerow.ensembles.coded.sides import predict_sides
from hedgerow.ensembles.leaves import find_leaf_sizes, find_leaves, has_leaves
from hedgerow.ensembles.members import CodedMembers
from hedgerow.foundation.threads import map_in_threads
from hedgerow.learners import Members

MAX_BLOCK_CELLS = 2**24  # outputs of all members on one block of rows, 128 MiB of float64


def combine_members(
    members: Members,
    X: NDArray[np.float64],
    combination: Combination,
    weights: NDArray[np.float64] | None,
    n_jobs: int | None,
) -> NDArray[np.float64]:
    """Combine the members row by row, in blocks of rows so that memory stays bounded.

    The blocks depend on the numbers of rows and members alone, so `n_jobs` does not change the result by a
    bit.
    """
    blocks = split_rows(X.shape[0], len(members))
    calls = [(members, X[block], combination, weights) for block in blocks]
    if len(calls) == 1:
        return _combine_block(*calls[0])
    return np.concatenate(list(map_in_threads(_combine_block, calls, n_jobs)))


def combine_stages(
    members: Members, X: NDArray[np.float64], combination: Combination, weights: NDArray[np.float64] | None
) -> Iterator[NDArray[np.float64]]:
    """Combine the first member, the first two, and so on; holds all the members' outputs in memory."""
    outputs = predict_members(members, X, combination)
    weights = np.ones(len(members)) if weights is None else weights
    if not combination.additive:
        sizes, places = _find_sizes(members, X, combination), find_places(members, X, combination)
        for stage in range(1, len(members) + 1):
            # A rule may know its members one by one, so the later ones are there, without a weight.
            so_far = np.where(np.arange(len(members)) < stage, weights, 0.0)
            yield combine_with(combination, outputs, so_far, sizes, places)
        return
    total = np.zeros_like(outputs[0])
    for output, weight, weight_so_far in zip(outputs, weights, weights.cumsum(), strict=True):
        total += weight * output
        yield total / weight_so_far if weight_so_far > 0 else output


def split_rows(n_rows: int, n_members: int) -> list[slice]:
    """Blocks of rows: at most 64 of them, or more where the members' outputs would take too much memory.

    Examples
    --------
    >>> split_rows(2000, n_members=10)
    [slice(0, 1024, None), slice(1024, 2000, None)]
    """
    size = min(max(1024, n_rows // 64), max(256, MAX_BLOCK_CELLS // n_members))
    size = size // 8 * 8  # whole bytes of the packed in-bag bits
    return [slice(start, min(start + size, n_rows)) for start in range(0, n_rows, size)]


def _combine_block(
    members: Members, X: NDArray[np.float64], combination: Combination, weights: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    if not combination.additive:
        outputs = predict_members(members, X, combination)
        return combine_outputs(members, X, combination, outputs, weights)
    return members.sum_outputs(X, weights, combination.hard) / (
        len(members) if weights is None else weights.sum()
    )


def combine_outputs(
    members: Members,
    X: NDArray[np.float64],
    combination: Combination,
    outputs: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Combine predictions, with what else the combination needs to know about the rows."""
    sizes, places = _find_sizes(members, X, combination), find_places(members, X, combination)
    return combine_with(combination, outputs, weights, sizes, places)


def _find_sizes(
    members: Members, X: NDArray[np.float64], combination: Combination
) -> NDArray[np.float64] | None:
    return find_leaf_sizes(members, X) if reads_sizes(combination) else None


def find_places(members: Members, X: NDArray[np.float64], combination: Combination) -> NDArray[Any] | None:
    """The leaves that rows reach, or the rows, for a combination that depends on where they are."""
    if not isinstance(combination, PlacedCombination):
        return None
    if combination.located == "leaves" or (combination.located == "either" and has_leaves(members)):
        return find_leaves(members, X)
    if issparse(X):
        raise ValueError(
            f"combination={combination!r} measures distances between rows, for which sparse matrices are not "
            "supported; pass a dense matrix, or use trees and similarity='forest'"
        )
    return np.asarray(X, dtype=np.float64)


def predict_members(
    members: Members, X: NDArray[np.float64], combination: Combination
) -> NDArray[np.float64]:
    """Predictions of each member: sides where a code is decoded, votes where an additive combination averages votes."""
    if isinstance(combination, Decoding):
        return predict_sides(members, X)
    if not (combination.additive and combination.hard):
        return members.outputs(X)
    if isinstance(members, CodedMembers):
        return members.outputs(X, hard=True)
    return harden(members.outputs(X))
