"""Weights of the columns from the answers about the training rows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes import CodeMatrix
from hedgerow.codes.separability import Separability
from hedgerow.ensembles.coded.sides import ask_sides
from hedgerow.ensembles.prediction import split_rows
from hedgerow.foundation.threads import map_in_threads
from hedgerow.learners import Members


def weigh_columns(
    members: Members,
    X: NDArray[np.float64],
    y: NDArray[np.intp],
    matrix: CodeMatrix,
    sample_weight: NDArray[np.float64] | None,
    in_bag: NDArray[np.uint8] | None,
    n_jobs: int | None,
) -> NDArray[np.float64]:
    """Class-separability weights, counted block by block of the rows.

    Parameters
    ----------
    in_bag : ndarray of shape (n_members, ceil(n_samples / 8)) or None
        Packed bits, whether a member saw a row, where only the answers out of bag count; None where all do.
    """

    def count(block: slice) -> Separability:
        seen = None
        if in_bag is not None:
            bits = in_bag[:, block.start // 8 : -(-block.stop // 8)]
            seen = np.unpackbits(bits, axis=1, count=block.stop - block.start).T == 0
        weights = None if sample_weight is None else sample_weight[block]
        return Separability.count(ask_sides(members, X[block]).T, y[block], matrix, weights, seen)

    blocks = [(block,) for block in split_rows(X.shape[0], len(members))]
    return Separability.merge(map_in_threads(count, blocks, n_jobs)).weigh()
