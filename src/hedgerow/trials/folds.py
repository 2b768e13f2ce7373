"""How often to divide a table, so that scores are sure enough and the wait is short enough."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Split = tuple[NDArray[np.intp], NDArray[np.intp]]

_SMALL, _MIDDLING, _MOST_ROWS = 300, 1_500, 20_000
_MOST_CELLS_DIVIDED = (
    2_000_000  # in all divisions together: a forest and a linear model take less than a minute
)


@dataclass(frozen=True)
class FoldPlan:
    """How a table is divided for cross-validation.

    Parameters
    ----------
    n_folds, n_repeats : int
        Parts of a division, and divisions.
    n_rows : int
        Rows of the table.
    n_used : int
        Rows that take part; fewer where the table is large.
    n_even : int or None, default=None
        Rows there would be if every class had as many as the rarest; None where that is not known.
    """

    n_folds: int
    n_repeats: int
    n_rows: int
    n_used: int
    n_even: int | None = None

    @property
    def n_splits(self) -> int:
        """How often each method is fitted."""
        return self.n_folds * self.n_repeats

    @property
    def sentence(self) -> str:
        """The plan in words."""
        times = "" if self.n_repeats == 1 else f", {self.n_repeats} times"
        rows = "" if self.n_used == self.n_rows else f" of {self.n_used:,} rows drawn from {self.n_rows:,}"
        return f"{self.n_folds} folds{times}{rows}"

    def split(self, target: Any, *, stratified: bool, random_state: int = 0) -> list[Split]:
        """Divide the rows: pairs of training and test rows.

        Parameters
        ----------
        target : array-like of shape (n_rows,)
            What is predicted.
        stratified : bool
            Whether each part has its share of each class.
        random_state : int, default=0
            Seed of all divisions.

        Returns
        -------
        list of (ndarray, ndarray)
            Those of one division next to each other.
        """
        from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold

        answers = np.asarray(target)
        rows = np.arange(self.n_rows)
        if self.n_used < self.n_rows:
            # A row of each class for each fold, or chance could leave a rare class out of all of them.
            rows = draw_rows(
                answers,
                self.n_used,
                stratified=stratified,
                n_least=self.n_folds,
                random_state=random_state,
            )
        kind = RepeatedStratifiedKFold if stratified else RepeatedKFold
        dividing = kind(n_splits=self.n_folds, n_repeats=self.n_repeats, random_state=random_state)
        with warnings.catch_warnings():
            # A class with fewer rows than folds is absent from some of them; the inspection says which are rare.
            warnings.filterwarnings("ignore", "The least populated class", UserWarning)
            return [(rows[train], rows[test]) for train, test in dividing.split(rows, answers[rows])]


def draw_rows(
    target: Any, n_drawn: int, *, stratified: bool, n_least: int = 5, random_state: int = 0
) -> NDArray[np.intp]:
    """Draw some of the rows of a large table, and none of its classes away.

    Parameters
    ----------
    target : array-like of shape (n_rows,)
        What is predicted.
    n_drawn : int
        How many rows to draw; all of them where there are no more.
    stratified : bool
        Whether a few rows of each class are drawn in any case.
    n_least : int, default=5
        How many of each class, where it has so many.
    random_state : int, default=0
        Seed.

    Returns
    -------
    ndarray of shape (n_drawn,)
        Positions in their order.

    Examples
    --------
    >>> target = np.array(["usual"] * 10_000 + ["rare"] * 3)
    >>> draw_rows(target, 100, stratified=True)[-3:].tolist()
    [10000, 10001, 10002]
    """
    answers = np.asarray(target)
    order = np.random.default_rng(random_state).permutation(len(answers))
    if stratified:
        turn = pd.Series(answers[order]).groupby(answers[order]).cumcount().to_numpy()
        order = order[np.argsort(turn >= n_least, kind="stable")]
    return np.sort(order[:n_drawn])


def plan_folds(
    target: Any,
    task: str,
    *,
    n_features: int = 1,
    n_folds: int | None = None,
    n_repeats: int | None = None,
) -> FoldPlan:
    """Choose folds by the size of a table: repeated ones for small tables, some of the rows of large ones.

    Parameters
    ----------
    target : array-like of shape (n_rows,)
        What is predicted.
    task : {"classification", "regression"}
        What predicting it is.
    n_features : int, default=1
        Columns of the table; wide tables are divided less often.
    n_folds, n_repeats : int or None, default=None
        Chosen by hand.

    Returns
    -------
    FoldPlan

    Raises
    ------
    ValueError
        If there are too few rows, in all or of each class.

    Examples
    --------
    >>> plan_folds([1.5] * 150, "regression").sentence
    '5 folds, 4 times'
    >>> plan_folds([1.5] * 100_000, "regression").sentence
    '5 folds of 20,000 rows drawn from 100,000'
    """
    answers = np.asarray(target)
    n_rows = len(answers)
    for name, given in (("n_folds", n_folds), ("n_repeats", n_repeats)):
        least = 2 if name == "n_folds" else 1
        if given is not None and given < least:
            raise ValueError(f"{name}={given} must be at least {least}")
    folds = 5 if n_folds is None else n_folds
    if n_rows < 2 * folds:
        raise ValueError(
            f"The table has {n_rows} rows, too few for {folds} folds of 2 rows. Add rows"
            f"{', or choose fewer folds' if n_rows > 3 else ''}."
        )
    n_used, n_even = min(n_rows, _MOST_ROWS), None
    if task == "classification":
        folds, n_even = _fit_to_classes(answers, folds)
        n_even = min(n_even, n_used)
    repeats = 4 if n_rows < _SMALL else 2 if n_rows < _MIDDLING else 1
    repeats = min(repeats, max(1, _MOST_CELLS_DIVIDED // (n_rows * max(n_features, 1))))
    return FoldPlan(folds, repeats if n_repeats is None else n_repeats, n_rows, n_used, n_even)


def _fit_to_classes(answers: NDArray[Any], n_folds: int) -> tuple[int, int]:
    """Fewer folds where the second most common class has fewer rows, for a training set needs two; and `n_even`."""
    labels, counts = np.unique(answers.astype(str), return_counts=True)
    order = np.argsort(-counts, kind="stable")
    if len(counts) < 2:
        raise ValueError(
            f"All rows have the class {str(labels[0])!r}. Add rows of another, or name another target."
        )
    second = int(counts[order[1]])
    if second < 2:
        raise ValueError(
            f"Class {str(labels[order[1]])!r} has 1 row, and a cross-validation needs two classes with 2 rows each. "
            "Add rows, or name another target."
        )
    return min(n_folds, second), len(counts) * int(counts.min())
