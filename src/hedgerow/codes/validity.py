"""What makes a code matrix fit for use."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.codes.protocol import CodeMatrix

MAX_REPAIRS = 100  # passes over the matrix; one mends what another broke, and a handful is enough


def check_code(matrix: ArrayLike, *, repeats: bool = False) -> CodeMatrix:
    """Return a code matrix as int8, or say what is wrong with it.

    Classes are told apart by their rows, so these must differ; a column without both +1 and -1 asks nothing; a column
    equal or opposite to another one asks the same question twice.

    Parameters
    ----------
    matrix : array-like of shape (n_classes, n_columns)
        Entries -1, 0 and +1.
    repeats : bool, default=False
        Whether a question may be asked more than once; members on bootstrap samples answer it differently.

    Returns
    -------
    ndarray of shape (n_classes, n_columns), int8

    Examples
    --------
    >>> check_code([[1, 1], [1, -1], [-1, 1]])
    array([[ 1,  1],
           [ 1, -1],
           [-1,  1]], dtype=int8)
    >>> check_code([[1, 1], [1, 1], [-1, -1]])
    Traceback (most recent call last):
        ...
    ValueError: classes 0 and 1 have the same row in the code, so nothing tells them apart; add a column that parts them
    """
    code = np.asarray(matrix)
    if code.ndim != 2 or code.shape[0] < 2 or code.shape[1] < 1:
        raise ValueError(
            f"a code has one row per class and one column per question, but its shape is {code.shape}; pass at least "
            "2 rows and 1 column"
        )
    if not np.isin(code, (-1, 0, 1)).all():
        wrong = code[~np.isin(code, (-1, 0, 1))][0]
        raise ValueError(f"the code holds {wrong}; its entries are -1, 0 (class left out) and +1")
    code = code.astype(np.int8)
    one_sided = np.flatnonzero(~_has_both_sides(code))
    if one_sided.size:
        raise ValueError(
            f"column {one_sided[0]} of the code has no class on one of its sides; every column needs a +1 and a -1"
        )
    pair = _find_equal(code)
    if pair is not None:
        raise ValueError(
            f"classes {pair[0]} and {pair[1]} have the same row in the code, so nothing tells them apart; add a column "
            "that parts them"
        )
    pair = None if repeats else _find_equal(canonise(code).T)
    if pair is not None:
        raise ValueError(
            f"columns {pair[0]} and {pair[1]} of the code are equal or opposite, so they ask the same question; "
            "drop one"
        )
    return code


def is_valid(matrix: CodeMatrix) -> bool:
    """Whether rows are distinct, columns have both sides, and no two columns ask the same question.

    Examples
    --------
    >>> is_valid(np.array([[1, -1], [-1, 1]], dtype=np.int8))
    False
    """
    return (
        bool(_has_both_sides(matrix).all())
        and has_distinct_rows(matrix)
        and _find_equal(canonise(matrix).T) is None
    )


def has_distinct_rows(matrix: NDArray[np.int8]) -> bool:
    """Whether no two classes have the same row.

    Examples
    --------
    >>> has_distinct_rows(np.array([[1], [-1], [1]], dtype=np.int8))
    False
    """
    return _find_equal(matrix) is None


def canonise(matrix: NDArray[np.int8]) -> NDArray[np.int8]:
    """Turn columns so that the first class that is not left out is on the side -1; opposite columns become equal.

    Examples
    --------
    >>> canonise(np.array([[1, -1, 0], [-1, 1, 1]], dtype=np.int8))
    array([[-1, -1,  0],
           [ 1,  1, -1]], dtype=int8)
    """
    first = (matrix != 0).argmax(axis=0)
    sides = matrix[first, np.arange(matrix.shape[1])]
    return np.where(sides > 0, -matrix, matrix).astype(np.int8)


def repair(matrix: CodeMatrix, generator: np.random.RandomState) -> CodeMatrix:
    """Change as few entries of a dense code as it takes to make it valid.

    A column without two sides has one class put on the other side. A row equal to an earlier one moves to the unused
    word that differs in the fewest entries. A column that repeats an earlier question moves one class at a time to the
    other side. Classes and words that serve equally well are drawn.

    Parameters
    ----------
    matrix : ndarray of shape (n_classes, n_columns)
        Entries -1 and +1, with enough columns for `n_classes` words.
    generator : RandomState
        Where the randomness comes from.

    Returns
    -------
    ndarray of shape (n_classes, n_columns), int8

    Examples
    --------
    >>> word_twice = np.array([[1, 1], [1, 1], [-1, 1], [-1, -1]], dtype=np.int8)
    >>> repair(word_twice, np.random.RandomState(0))
    array([[ 1,  1],
           [ 1, -1],
           [-1,  1],
           [-1, -1]], dtype=int8)
    """
    code = np.array(matrix, dtype=np.int8)
    n_classes, n_columns = code.shape
    if n_columns < count_bits(n_classes):
        raise ValueError(
            f"{n_columns} columns have only {2**n_columns} words for {n_classes} classes; use at least "
            f"{count_bits(n_classes)} columns"
        )
    if n_columns > 62 or n_columns <= 2 ** min(n_classes - 1, 62) - 1:
        for _ in range(MAX_REPAIRS):
            changed = (
                _part_columns(code, generator)
                | _part_rows(code, generator)
                | _part_questions(code, generator)
            )
            if not changed:
                return code
    raise ValueError(
        f"no valid code of {n_columns} columns for {n_classes} classes was found; there are "
        f"{2 ** (n_classes - 1) - 1} different questions: use fewer columns"
    )


def count_bits(n_classes: int) -> int:
    """Fewest columns of a code without zeros, ceil(log2 n_classes).

    Examples
    --------
    >>> [count_bits(n_classes) for n_classes in (2, 4, 5, 610)]
    [1, 2, 3, 10]
    """
    return max(1, (n_classes - 1).bit_length())


def _has_both_sides(code: NDArray[np.int8]) -> NDArray[np.bool_]:
    return np.asarray((code > 0).any(axis=0) & (code < 0).any(axis=0))


def _find_equal(code: NDArray[np.int8]) -> tuple[int, int] | None:
    """The first pair of equal rows."""
    first_with: dict[bytes, int] = {}
    for position, row in enumerate(code):
        first = first_with.setdefault(row.tobytes(), position)
        if first < position:
            return first, position
    return None


def _part_columns(code: CodeMatrix, generator: np.random.RandomState) -> bool:
    one_sided = np.flatnonzero(~_has_both_sides(code))
    for column in one_sided:
        code[generator.randint(len(code)), column] *= -1
    return one_sided.size > 0


def _part_rows(code: CodeMatrix, generator: np.random.RandomState) -> bool:
    """Move a row that was there before to the nearest unused word."""
    changed = False
    used = {row.tobytes() for row in code}
    seen: set[bytes] = set()
    for row in code:
        if row.tobytes() in seen:
            row[:] = _find_unused(row, used, generator)
            used.add(row.tobytes())
            changed = True
        seen.add(row.tobytes())
    return changed


def _find_unused(
    row: NDArray[np.int8], used: set[bytes], generator: np.random.RandomState
) -> NDArray[np.int8]:
    """The unused word that differs in the fewest places; breadth first, so at most `len(used)` words are met."""
    ring, met = [row], {row.tobytes()}
    while True:
        wider = []
        for word in ring:
            for place in range(len(word)):
                other = word.copy()
                other[place] *= -1
                if other.tobytes() not in met:
                    met.add(other.tobytes())
                    wider.append(other)
        unused = [word for word in wider if word.tobytes() not in used]
        if unused:
            return unused[generator.randint(len(unused))]
        ring = wider


def _part_questions(code: CodeMatrix, generator: np.random.RandomState) -> bool:
    """Put one class of a column that repeats a question on the other side."""
    changed = False
    seen: set[bytes] = set()
    for column, question in enumerate(canonise(code).T):
        if question.tobytes() in seen:
            code[generator.randint(len(code)), column] *= -1
            changed = True
        seen.add(question.tobytes())
    return changed
