"""From a design to the questions of all members."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes import CodeMatrix, Design, LearnedDesign
from hedgerow.codes.validity import check_code
from hedgerow.learners.indicators import Indicators


def pose_questions(
    design: Design | LearnedDesign,
    n_members: int | None,
    X: Any,
    y: NDArray[np.intp],
    n_classes: int,
    *,
    estimator: Any,
    sample_weight: NDArray[np.float64] | None,
    is_categorical: NDArray[np.bool_] | None,
    generator: np.random.RandomState,
    n_jobs: int | None,
) -> CodeMatrix:
    """Make the matrix whose columns the members answer, one each.

    Two classes have one question, which all members are asked. A code of fixed length has its columns asked in turn
    until all members have one.

    Parameters
    ----------
    design : Design or LearnedDesign
        What makes the code.
    n_members : int or None
        Number of members; None for the design's own number of columns.
    X, y, n_classes, estimator, sample_weight, generator, n_jobs
        As for `hedgerow.codes.LearnedDesign`.
    is_categorical : ndarray of shape (n_features,) or None
        Which features are categories; a design that learns sees indicators for them.

    Returns
    -------
    ndarray of shape (n_classes, n_members), int8
    """
    if n_classes < 2:
        raise ValueError(
            f"code={design!r} poses questions about two classes or more, but y has only one class; use code=None"
        )
    if n_classes == 2 and n_members is not None:
        matrix: CodeMatrix = np.array([[-1], [1]], np.int8)
    elif isinstance(design, LearnedDesign):
        if is_categorical is not None:
            X = Indicators.learn(X, is_categorical).transform(X)
        matrix = design.learn(
            X,
            y,
            n_classes,
            estimator=estimator,
            sample_weight=sample_weight,
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
            f"n_estimators={n_members} members cannot answer the {n_columns} columns that code={design!r} has for "
            f"{n_classes} classes; use {n_columns} or more, or a random code"
        )
    return matrix[:, np.arange(n_columns if n_members is None else n_members) % n_columns]
