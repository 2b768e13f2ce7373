"""What a decoding learns from the training rows: weights of the columns, and how scores become probabilities."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes import CodeMatrix, Decoding
from hedgerow.codes.separability import Separability
from hedgerow.ensembles.coded.sides import predict_sides
from hedgerow.ensembles.out_of_bag import OutOfBag
from hedgerow.ensembles.prediction import combine_members, split_rows
from hedgerow.foundation.threads import map_in_threads


def learn_decoding(decoding: Decoding, matrix: CodeMatrix, rows: OutOfBag) -> None:
    """Give the decoding its matrix, weigh the columns where it asks for that, and calibrate its scores.

    Parameters
    ----------
    decoding : Decoding
        What learns.
    matrix : ndarray of shape (n_classes, n_members), int8
        The columns that the members have learned.
    rows : OutOfBag
        The members and the training rows. Scores are calibrated out of bag where there are such rows.
    """
    class_weights = None
    if decoding.weights == "csep":
        class_weights = weigh_columns(rows, matrix, out_of_bag=decoding.csep_rows == "oob")
    decoding.bind(matrix, class_weights)
    if decoding.calibration is None:
        return
    training = rows.training
    scores = rows.combine([decoding])
    has_weight = training.counts > 0
    is_scored = ~np.isnan(scores[:, 0]) & has_weight
    if not is_scored.any():
        scores = combine_members(rows.members, training.X, decoding, rows.weights, rows.n_jobs)
        is_scored = has_weight
    weights = None if training.weights is None else training.weights[is_scored]
    decoding.calibrate(scores[is_scored], training.y[is_scored], weights)


def weigh_columns(rows: OutOfBag, matrix: CodeMatrix, *, out_of_bag: bool) -> NDArray[np.float64]:
    """Class-separability weights, counted block by block of the rows; of out-of-bag predictions alone, or of all."""
    training = rows.training

    def count(block: slice) -> Separability:
        counted = None
        if out_of_bag:
            bits = rows.in_bag[:, block.start // 8 : -(-block.stop // 8)]
            counted = np.unpackbits(bits, axis=1, count=block.stop - block.start).T == 0
        part = training.select(block)
        return Separability.count(
            predict_sides(rows.members, part.X).T, part.y, matrix, part.weights, counted
        )

    blocks = [(block,) for block in split_rows(training.n_samples, len(rows.members))]
    return Separability.merge(map_in_threads(count, blocks, rows.n_jobs)).weigh()
