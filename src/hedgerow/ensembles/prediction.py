"""What the members say about new rows, and about the rows they did not see."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from sklearn.utils.parallel import Parallel, delayed

from hedgerow.combination import Combination, average, harden
from hedgerow.ensembles.members import CodedMembers
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
    parts = Parallel(n_jobs=n_jobs, require="sharedmem")(delayed(_combine_block)(*call) for call in calls)
    return np.concatenate(parts)


def combine_out_of_bag(
    members: Members,
    X: NDArray[np.float64],
    combination: Combination,
    weights: NDArray[np.float64] | None,
    in_bag: NDArray[np.uint8],
    n_jobs: int | None,
) -> NDArray[np.float64]:
    """Combine for each training row the members that did not see it; NaN where all of them did.

    Parameters
    ----------
    in_bag : ndarray of shape (n_members, ceil(n_samples / 8))
        Packed bits: whether a member saw a row.
    """
    weights = np.ones(len(members)) if weights is None else weights
    calls = [
        (members, X[block], combination, weights, in_bag[:, block.start // 8 : -(-block.stop // 8)])
        for block in split_rows(X.shape[0], len(members))
    ]
    parts = Parallel(n_jobs=n_jobs, require="sharedmem")(
        delayed(_combine_block_out_of_bag)(*call) for call in calls
    )
    return np.concatenate(parts)


def combine_stages(
    members: Members, X: NDArray[np.float64], combination: Combination, weights: NDArray[np.float64] | None
) -> Iterator[NDArray[np.float64]]:
    """Combine the first member, the first two, and so on; holds all the members' outputs in memory."""
    outputs = _ask_members(members, X, combination)
    weights = np.ones(len(members)) if weights is None else weights
    if not combination.additive:
        yield from (
            combination.combine(outputs[:stage], weights[:stage]) for stage in range(1, len(members) + 1)
        )
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
        return combination.combine(members.outputs(X), weights)
    return members.sum_outputs(X, weights, combination.hard) / (
        len(members) if weights is None else weights.sum()
    )


def _combine_block_out_of_bag(
    members: Members,
    X: NDArray[np.float64],
    combination: Combination,
    weights: NDArray[np.float64],
    in_bag: NDArray[np.uint8],
) -> NDArray[np.float64]:
    may_speak = weights[:, None] * (np.unpackbits(in_bag, axis=1, count=X.shape[0]) == 0)
    outputs = _ask_members(members, X, combination)
    return average(outputs, may_speak) if combination.additive else combination.combine(outputs, may_speak)


def _ask_members(members: Members, X: NDArray[np.float64], combination: Combination) -> NDArray[np.float64]:
    """Ask each member, for votes where an additive combination averages votes."""
    if not (combination.additive and combination.hard):
        return members.outputs(X)
    if isinstance(members, CodedMembers):
        return members.outputs(X, hard=True)
    return harden(members.outputs(X))
