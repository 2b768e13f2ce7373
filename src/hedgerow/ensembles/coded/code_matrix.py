"""The code matrix of an ensemble: how it is made before members grow, and how answers are read against it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes import CodeMatrix, Decoding, Design, LearnedDesign, check_code
from hedgerow.codes.separability import Separability
from hedgerow.ensembles.coded.sides import predict_sides
from hedgerow.ensembles.out_of_bag import OutOfBag
from hedgerow.ensembles.prediction import combine_members, split_rows
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.indicators import Indicators


def make_code_matrix(
    design: Design | LearnedDesign,
    n_members: int | None,
    training: TrainingSet,
    *,
    estimator: Any,
    generator: np.random.RandomState,
    n_jobs: int | None,
) -> CodeMatrix:
    """Make the matrix whose columns the members learn, one each.

    Two classes can be split in one way only, which all members learn. A code of fixed length has its columns repeated
    until all members have one.

    Parameters
    ----------
    design : Design or LearnedDesign
        What makes the code.
    n_members : int or None
        Number of members; None for the design's own number of columns.
    training : TrainingSet
        The rows; a design that learns sees indicators for categories.
    estimator, generator, n_jobs
        As for `hedgerow.codes.LearnedDesign`.

    Returns
    -------
    ndarray of shape (n_classes, n_members), int8
    """
    n_classes = training.n_classes or 0
    if n_classes < 2:
        raise ValueError(
            f"code={design!r} needs two classes or more, but y has only one class; use code=None"
        )
    if n_classes == 2 and n_members is not None:
        matrix: CodeMatrix = np.array([[-1], [1]], np.int8)
    elif isinstance(design, LearnedDesign):
        X = training.X
        if training.is_categorical is not None:
            X = Indicators.learn(X, training.is_categorical).transform(X)
        matrix = design.learn(
            X,
            training.y,
            n_classes,
            estimator=estimator,
            sample_weight=training.weights,
            generator=generator,
            n_jobs=n_jobs,
        )
    else:
        own = n_members is None or getattr(design, "fixed_length", False)
        matrix = design.build(n_classes, None if own else n_members, generator)
    matrix = check_code(matrix, repeats=True)
    if len(matrix) != n_classes:
        raise ValueError(
            f"code={design!r} made {len(matrix)} rows for {n_classes} classes; it needs one for each"
        )
    n_columns = matrix.shape[1]
    if n_members is not None and n_members < n_columns:
        raise ValueError(
            f"n_estimators={n_members} members cannot learn the {n_columns} columns that code={design!r} has for "
            f"{n_classes} classes; use {n_columns} or more, or a random code"
        )
    return matrix[:, np.arange(n_columns if n_members is None else n_members) % n_columns]


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
