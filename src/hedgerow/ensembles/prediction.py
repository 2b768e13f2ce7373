"""What the members say about new rows, and about the rows they did not see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse

from hedgerow.codes import Decoding
from hedgerow.combination import Combination, LearnedCombination, PlacedCombination
from hedgerow.combination.averaging import average, harden
from hedgerow.combination.learning import merge_tallies
from hedgerow.combination.protocol import Tally
from hedgerow.combination.reading import combine_with, reads_sizes
from hedgerow.ensembles.coded.sides import ask_sides
from hedgerow.ensembles.leaves import find_leaf_sizes, find_leaves, has_leaves
from hedgerow.ensembles.members import CodedMembers
from hedgerow.foundation.threads import map_in_threads
from hedgerow.learners import Members

MAX_BLOCK_CELLS = 2**24  # outputs of all members on one block of rows, 128 MiB of float64
N_FOLDS = 10  # parts of the rows, each judged by a rule that learned from the others


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
    return np.concatenate(list(map_in_threads(_combine_block_out_of_bag, calls, n_jobs)))


def tally_folds(
    members: Members,
    X: NDArray[np.float64],
    y: NDArray[Any],
    combination: LearnedCombination,
    n_classes: int | None,
    sample_weight: NDArray[np.float64] | None,
    in_bag: NDArray[np.uint8],
    is_categorical: NDArray[np.bool_] | None,
    n_jobs: int | None,
) -> list[Tally]:
    """Count for each fold of the training rows what a combination learns from: the answers out of bag.

    Fold f of F has the rows f, f + F, f + 2 F, ...; the blocks of a fold are as for `combine_members`. The number of
    classes is None for values.
    """
    tallies = []
    for fold, bits in _split_folds(in_bag, X.shape[0], min(N_FOLDS, X.shape[0])):
        rows, truth = X[fold], y[fold]
        row_weight = np.ones(len(truth)) if sample_weight is None else sample_weight[fold]
        calls = [
            (
                members,
                rows[block],
                bits[:, block.start // 8 : -(-block.stop // 8)],
                combination,
                truth[block],
                row_weight[block],
                None if n_classes is None else np.arange(n_classes),
                is_categorical,
            )
            for block in split_rows(len(truth), len(members))
        ]
        parts = list(map_in_threads(_tally_block, calls, n_jobs))
        tallies.append(merge_tallies(parts))
    return tallies


def combine_folds(
    members: Members,
    X: NDArray[np.float64],
    rules: Sequence[Combination],
    weights: NDArray[np.float64] | None,
    in_bag: NDArray[np.uint8],
    n_jobs: int | None,
) -> NDArray[np.float64]:
    """Combine out of bag, each fold of the rows by its own rule; one rule for all where there is only one."""
    if len(rules) == 1:
        return combine_out_of_bag(members, X, rules[0], weights, in_bag, n_jobs)
    parts = [
        combine_out_of_bag(members, X[fold], rule, weights, bits, n_jobs)
        for rule, (fold, bits) in zip(rules, _split_folds(in_bag, X.shape[0], len(rules)), strict=True)
    ]
    scores = np.empty((X.shape[0], *parts[0].shape[1:]))
    for first, part in enumerate(parts):
        scores[first :: len(parts)] = part
    return scores


def combine_stages(
    members: Members, X: NDArray[np.float64], combination: Combination, weights: NDArray[np.float64] | None
) -> Iterator[NDArray[np.float64]]:
    """Combine the first member, the first two, and so on; holds all the members' outputs in memory."""
    outputs = _ask_members(members, X, combination)
    weights = np.ones(len(members)) if weights is None else weights
    if not combination.additive:
        sizes, places = _find_sizes(members, X, combination), _find_places(members, X, combination)
        for stage in range(1, len(members) + 1):
            # A rule may know its members one by one, so the later ones are there, and silent.
            voices = np.where(np.arange(len(members)) < stage, weights, 0.0)
            yield combine_with(combination, outputs, voices, sizes, places)
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
        outputs = _ask_members(members, X, combination)
        return _combine_with_asides(members, X, combination, outputs, weights)
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
    if combination.additive:
        return average(outputs, may_speak)
    return _combine_with_asides(members, X, combination, outputs, may_speak)


def _combine_with_asides(
    members: Members,
    X: NDArray[np.float64],
    combination: Combination,
    outputs: NDArray[np.float64],
    weights: NDArray[np.float64] | None,
) -> NDArray[np.float64]:
    """Combine, with what else the combination asks about the rows."""
    sizes, places = _find_sizes(members, X, combination), _find_places(members, X, combination)
    return combine_with(combination, outputs, weights, sizes, places)


def _tally_block(
    members: Members,
    X: NDArray[np.float64],
    in_bag: NDArray[np.uint8],
    combination: LearnedCombination,
    y: NDArray[Any],
    sample_weight: NDArray[np.float64],
    classes: NDArray[np.intp] | None,
    is_categorical: NDArray[np.bool_] | None,
) -> Tally:
    from hedgerow.outputs import Outputs  # it knows scikit-learn's ensembles, which take their time to load

    said = members.outputs(X)
    speaks = np.unpackbits(in_bag, axis=1, count=X.shape[0]) == 0
    outputs = Outputs(
        answers=said if classes is None else said.argmax(axis=2),
        classes=classes,
        truth=y,
        probabilities=None if classes is None else said,
        sample_weight=sample_weight,
        speaks=speaks,
    )
    if isinstance(combination, PlacedCombination):
        return combination.tally(outputs, _find_places(members, X, combination), is_categorical)
    return combination.tally(outputs)


def _split_folds(
    in_bag: NDArray[np.uint8], n_samples: int, n_folds: int
) -> Iterator[tuple[slice, NDArray[np.uint8]]]:
    """Rows of each fold, and who saw them in packed bits."""
    for first in range(n_folds):
        fold = slice(first, None, n_folds)
        yield fold, np.stack([np.packbits(np.unpackbits(bits, count=n_samples)[fold]) for bits in in_bag])


def _find_sizes(
    members: Members, X: NDArray[np.float64], combination: Combination
) -> NDArray[np.float64] | None:
    return find_leaf_sizes(members, X) if reads_sizes(combination) else None


def _find_places(members: Members, X: NDArray[np.float64], combination: Combination) -> NDArray[Any] | None:
    """The leaves that rows reach, or the rows, for a combination that asks where they are."""
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


def _ask_members(members: Members, X: NDArray[np.float64], combination: Combination) -> NDArray[np.float64]:
    """Ask each member: for sides where a code is decoded, for votes where an additive combination averages votes."""
    if isinstance(combination, Decoding):
        return ask_sides(members, X)
    if not (combination.additive and combination.hard):
        return members.outputs(X)
    if isinstance(members, CodedMembers):
        return members.outputs(X, hard=True)
    return harden(members.outputs(X))
