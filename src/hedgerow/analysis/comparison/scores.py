"""Scores of methods on data sets or folds: read from whatever holds them, rounded, and ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from hedgerow.analysis.comparison.folds import Folds, find_differing_folds, is_cross_validation, read_folds
from hedgerow.analysis.comparison.t_tests import interval_half_width
from hedgerow.foundation.constraints import Count, Word, check

Rows = Literal["datasets", "folds"]


@dataclass(frozen=True, eq=False)
class ScoreTable:
    """Scores of methods, one row per data set or per fold of one data set.

    Parameters
    ----------
    values : ndarray of shape (n_rows, n_methods)
        Scores; NaN where there is none.
    methods, labels : tuple of str
        Names of the methods, and of the rows.
    rows : {"datasets", "folds"}
        What a row is. Data sets are independent of each other; folds of one data set are not.
    test_to_train : float or None, default=None
        Test rows for each training row, where the rows are folds and it is known.
    five_by_two : bool, default=False
        Whether the rows are those of five times two-fold cross-validation.
    same_folds : bool, default=False
        Whether all methods are known to have been tested on the same folds.
    dataset : str, default=""
        Name of the one data set whose folds these are, where it is known.
    half_widths : ndarray of shape (n_rows, n_methods) or None, default=None
        Where the rows are data sets: half of the corrected 95 % interval of each mean of folds; NaN where
        there are no folds or where it is not known how much they overlap.
    """

    values: NDArray[np.float64]
    methods: tuple[str, ...]
    labels: tuple[str, ...]
    rows: Rows
    test_to_train: float | None = None
    five_by_two: bool = False
    same_folds: bool = False
    dataset: str = ""
    half_widths: NDArray[np.float64] | None = None

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Which rows have a score for every method."""
        return np.asarray(~np.isnan(self.values).any(axis=1))


def read_scores(
    scores: Any,
    *,
    rows: Rows | None = None,
    names: Sequence[str] | None = None,
    metric: str | None = None,
    n_folds: int | None = None,
    sizes: tuple[int, int] | None = None,
) -> ScoreTable:
    """Make a table of scores from what `compare` takes; see there for the parameters.

    Examples
    --------
    >>> table = read_scores({"wbc": {"tree": [0.75, 1.0], "forest": 0.97}, "pima": {"tree": 0.7}})
    >>> table.methods, table.labels, table.values.tolist()
    (('tree', 'forest'), ('wbc', 'pima'), [[0.875, 0.97], [0.7, nan]])
    """
    check("rows", rows, Word(None, "datasets", "folds"))
    given = _ratio(n_folds, sizes)
    if isinstance(scores, Mapping):
        table = _read_mapping(scores, rows, metric, given)
    else:
        table = _read_matrix(scores, rows, names)
    if table.rows == "folds":
        table = _know_folds(table, n_folds, given)
    return _check(table)


def _ratio(n_folds: int | None, sizes: tuple[int, int] | None) -> float | None:
    """Test rows for each training row, as far as the caller says."""
    if sizes is not None:
        n_train, n_test = sizes
        if n_train < 1 or n_test < 1:
            raise ValueError(f"sizes={sizes}; pass the rows of a training set and of a test set")
        return n_test / n_train
    if n_folds is not None:
        check("n_folds", n_folds, Count(2))
        return 1 / (n_folds - 1)
    return None


def _read_mapping(
    scores: Mapping[Any, Any], rows: Rows | None, metric: str | None, given: float | None
) -> ScoreTable:
    nested = [_is_table(value) for value in scores.values()]
    if any(nested) and not all(nested):
        raise ValueError(
            "some values are tables of methods and some are scores; "
            "pass {data set: {method: scores}} or {method: scores}"
        )
    if not any(nested):
        cells = {str(name): read_folds(value, metric, str(name)) for name, value in scores.items()}
        return _stack_folds(cells, rows or "folds")
    data = {
        str(label): {
            str(name): read_folds(table[name], metric, f"{name} on {label}")
            for name in getattr(table, "columns", table)
        }
        for label, table in scores.items()
    }
    for label, cells in data.items():
        _refuse_other_folds(cells, label)
    if len(data) == 1 and rows != "datasets":
        ((label, cells),) = data.items()
        if max((folds.scores.size for folds in cells.values()), default=0) > 1:
            return replace(_stack_folds(cells, "folds"), dataset=label)
    if rows == "folds":
        raise ValueError(
            f"folds are compared within one data set, and there are {len(data)}; leave rows= out"
        )
    return _stack_data_sets(data, given)


def _is_table(value: Any) -> bool:
    """Tell a table of methods (dictionary, data frame) from the scores of one method."""
    return (isinstance(value, Mapping) and not is_cross_validation(value)) or hasattr(value, "columns")


def _stack_data_sets(data: dict[str, dict[str, Folds]], given: float | None) -> ScoreTable:
    """Means over folds; a failed fold makes a gap, because the other folds alone would flatter the method."""
    methods = tuple(dict.fromkeys(name for cells in data.values() for name in cells))
    values = np.full((len(data), len(methods)), np.nan)
    half_widths = values.copy()
    for row, cells in enumerate(data.values()):
        for name, folds in cells.items():
            column = methods.index(name)
            values[row, column] = folds.scores.mean()
            ratio = folds.test_to_train if given is None else given
            if ratio is not None and folds.scores.size > 1:
                half_widths[row, column] = interval_half_width(folds.scores, test_to_train=ratio)
    return ScoreTable(values, methods, tuple(data), "datasets", half_widths=half_widths)


def _stack_folds(cells: dict[str, Folds], rows: Rows) -> ScoreTable:
    """One column per method; the rows are folds, or data sets where the caller says so."""
    sizes = {name: folds.scores.size for name, folds in cells.items()}
    if len(set(sizes.values())) > 1:
        raise ValueError(
            f"the methods have different numbers of scores: {sizes}; score all on the same folds"
        )
    _refuse_other_folds(cells, "the data set")
    n_rows = next(iter(sizes.values()), 0)
    values = np.column_stack([folds.scores for folds in cells.values()]) if cells else np.empty((0, 0))
    word = "fold" if rows == "folds" else "data set"
    table = ScoreTable(values, tuple(cells), tuple(f"{word} {row}" for row in range(n_rows)), rows)
    if rows == "datasets" or any(folds.test is None for folds in cells.values()) or not cells:
        return table
    known = next(iter(cells.values()))
    return replace(
        table, test_to_train=known.test_to_train, five_by_two=known.is_five_by_two, same_folds=True
    )


def _refuse_other_folds(cells: dict[str, Folds], label: str) -> None:
    differing = find_differing_folds(cells)
    if differing:
        raise ValueError(
            f"on {label}, {differing[0]} and {differing[1]} were tested on different folds; "
            "give cross_validate the same cv, with a fixed random_state, for every method"
        )


def _read_matrix(scores: Any, rows: Rows | None, names: Sequence[str] | None) -> ScoreTable:
    """A data frame, or an array with names."""
    columns = getattr(scores, "columns", None)
    try:
        values = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(
            "the table holds more than numbers; make the column of data set names its index"
        ) from None
    if values.ndim != 2:
        raise ValueError(f"the scores have the shape {values.shape}; pass rows and methods")
    labels = None
    index = None if columns is None else getattr(scores, "index", None)
    if index is not None and not np.array_equal(index, np.arange(len(values))):
        labels = tuple(map(str, index))
    if rows is None:
        if labels is None:
            raise ValueError(
                'are the rows data sets or folds of one data set? Pass rows="datasets" or rows="folds": folds are '
                "not independent and need other tests"
            )
        rows = "datasets"
    methods = columns if names is None else names
    if methods is None:
        methods = [f"method {column}" for column in range(values.shape[1])]
    if len(methods) != values.shape[1]:
        raise ValueError(f"{len(methods)} names were given for {values.shape[1]} methods")
    if labels is None:
        word = "fold" if rows == "folds" else "data set"
        labels = tuple(f"{word} {row}" for row in range(len(values)))
    return ScoreTable(values, tuple(map(str, methods)), labels, rows)


def _know_folds(table: ScoreTable, n_folds: int | None, given: float | None) -> ScoreTable:
    """Add what the caller says about the folds to what the scores say."""
    n_rows = len(table.values)
    if n_folds is not None and n_rows % n_folds:
        raise ValueError(f"{n_rows} scores are not whole repeats of {n_folds} folds")
    if n_folds is not None:
        table = replace(table, five_by_two=n_folds == 2 and n_rows == 10)
    return table if given is None else replace(table, test_to_train=given)


def _check(table: ScoreTable) -> ScoreTable:
    if len(table.methods) < 2:
        raise ValueError(f"{len(table.methods)} method was given; it takes two to compare")
    if len(set(table.methods)) < len(table.methods):
        raise ValueError(f"two methods have the same name: {', '.join(table.methods)}")
    if np.isinf(table.values).any():
        raise ValueError("the scores hold infinite values; make them NaN to leave them out")
    empty = np.isnan(table.values).all(axis=0)
    if empty.any():
        raise ValueError(f"{table.methods[int(empty.argmax())]} has no score at all; leave it out")
    return table


# What is left of a mean of folds when its last bits, which depend on the order of summing, are gone.
DIGITS = 12


def round_scores(scores: ArrayLike, decimals: int | None = None) -> NDArray[np.float64]:
    """Round scores, so equal ones are equal.

    Published tables rank what they print, so a table of two decimals is ranked after rounding to two. Without
    `decimals` only the noise of floating point is removed: 12 significant digits stay.

    Parameters
    ----------
    scores : array-like
        Scores; NaN stays.
    decimals : int or None, default=None
        Decimals to keep; None for 12 significant digits.

    Returns
    -------
    ndarray

    Examples
    --------
    >>> round_scores([0.1 + 0.2, 0.3]).tolist(), round_scores([0.123, 0.118], decimals=2).tolist()
    ([0.3, 0.3], [0.12, 0.12])
    """
    values = np.asarray(scores, dtype=np.float64)
    return np.round(values, decimals) if decimals is not None else _round_to(values, np.abs(values))


def subtract(first: ArrayLike, second: ArrayLike) -> NDArray[np.float64]:
    """Difference of scores, where what is only the noise of floating point is nothing.

    0.3 - 0.2 and 0.2 - 0.1 are the same difference to a rank test, though not to the last bit.

    Examples
    --------
    >>> subtract([0.3, 0.2, 0.7], [0.2, 0.1, 0.7]).tolist()
    [0.1, 0.1, 0.0]
    """
    left, right = np.asarray(first, dtype=np.float64), np.asarray(second, dtype=np.float64)
    return _round_to(left - right, np.maximum(np.abs(left), np.abs(right)))


def _round_to(values: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.float64]:
    """Round values to the digits that a number of that size has."""
    exponent = np.floor(np.log10(np.where(size > 0, size, 1.0)))
    unit = 10.0 ** np.clip(DIGITS - 1 - exponent, -290, 290)
    return np.asarray(np.rint(values * unit) / unit)


def rank_methods(
    scores: ArrayLike, *, higher_is_better: bool = True, decimals: int | None = None
) -> NDArray[np.float64]:
    """Rank the methods within each row; 1 is best, and tied methods share the mean of their places.

    Each row of ranks sums to k(k+1)/2, with or without ties. Giving tied methods the smallest of their places
    breaks that, and with it every test that is built on ranks.

    Parameters
    ----------
    scores : array-like of shape (n_rows, n_methods)
        One row per data set.
    higher_is_better : bool, default=True
        Whether a larger score is a better one.
    decimals : int or None, default=None
        Decimals to round to first; None removes only the noise of floating point.

    Returns
    -------
    ndarray of shape (n_rows, n_methods)

    References
    ----------
    J. Demsar, Statistical comparisons of classifiers over multiple data sets, Journal of Machine Learning
    Research 7, 2006, pp. 1-30.

    Examples
    --------
    >>> rank_methods([[0.10, 0.20, 0.20, 0.40]], higher_is_better=False)
    array([[1. , 2.5, 2.5, 4. ]])
    """
    values = round_scores(scores, decimals)
    if values.ndim != 2 or 0 in values.shape:
        raise ValueError(f"scores have the shape {values.shape}; pass (rows, methods)")
    if np.isnan(values).any():
        row = int(np.isnan(values).any(axis=1).argmax())
        raise ValueError(f"row {row} has a gap (NaN) and cannot be ranked; leave it out")
    return np.asarray(stats.rankdata(-values if higher_is_better else values, axis=1))
