"""From a design to the matrix whose columns the members learn."""

from __future__ import annotations

from typing import Any

import numpy as np

from hedgerow.codes import CodeMatrix, Design, LearnedDesign, check_code
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
