"""The variables of a network, and rows of them as a network reads them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.column_scale import standardise


@dataclass(frozen=True)
class Variable:
    """One node of a network: a name, and its states where it has any.

    Attributes
    ----------
    name : str
        What it is called.
    states : tuple or None
        The values of a discrete variable, in the order of their codes; None for a number.
    centre, scale : float
        Of a number: what is subtracted, and then divided by, before anything is computed with it.

    Examples
    --------
    >>> Variable("smoke", ("no", "yes")).n_states, Variable("age").is_discrete
    (2, False)
    """

    name: str
    states: tuple[Any, ...] | None = None
    centre: float = 0.0
    scale: float = 1.0

    def check_loaded(self) -> None:
        """Refuse a scale that nothing can be divided by, and states that are not several values, each once."""
        if not (np.isfinite(self.centre) and np.isfinite(self.scale) and self.scale > 0):
            raise ValueError(f"the variable {self.name!r} has a scale that is no positive number")
        if self.states is not None and len(set(self.states)) != len(self.states):
            raise ValueError(f"the variable {self.name!r} has a state twice")

    @property
    def is_discrete(self) -> bool:
        """Whether it has states."""
        return self.states is not None

    @property
    def n_states(self) -> int:
        """Number of states; 0 for a number."""
        return 0 if self.states is None else len(self.states)


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows as a network reads them: one line for each variable.

    Attributes
    ----------
    codes : ndarray of int32 of shape (n_variables, n_rows)
        State of each discrete variable, 0 for a number that is known, and -1 for what is missing.
    values : ndarray of shape (n_variables, n_rows)
        The numbers, by the centre and scale of their variables; 0 for what is discrete or missing.
    """

    codes: NDArray[np.int32]
    values: NDArray[np.float64]

    @classmethod
    def of(cls, variables: Sequence[Variable], cells: NDArray[np.floating]) -> Self:
        """Read a matrix, (n_rows, n_variables), of codes and numbers.

        A NaN is missing, and so is a code that no state has.

        Examples
        --------
        >>> both = (Variable("smoke", ("no", "yes")), Variable("age"))
        >>> rows = Rows.of(both, np.array([[1.0, 41.0], [np.nan, 52.0]]))
        >>> rows.codes.tolist(), rows.values.tolist()
        ([[1, -1], [0, 0]], [[0.0, 0.0], [41.0, 52.0]])
        """
        table = np.ascontiguousarray(cells.T, np.float64)
        n_states = np.array([each.n_states for each in variables])[:, None]
        is_discrete = np.array([each.is_discrete for each in variables], np.bool_)[:, None]
        is_known = ~np.isnan(table)
        known = np.where(is_known, table, 0.0)
        is_known &= ~is_discrete | ((known >= 0) & (known < n_states) & (known == np.floor(known)))
        known = np.where(is_known, known, 0.0)
        codes = np.where(is_known, np.where(is_discrete, known, 0.0), -1.0).astype(np.int32)
        values = np.zeros_like(known)
        for place, each in enumerate(variables):
            if not each.is_discrete:
                scale = np.array([each.scale])
                values[place] = standardise(known[place][:, None], each.centre, scale)[:, 0]
        return cls(codes, np.where(is_known, values, 0.0))

    def __len__(self) -> int:
        return int(self.codes.shape[1])

    @property
    def n_variables(self) -> int:
        """Number of variables."""
        return int(self.codes.shape[0])

    @property
    def is_missing(self) -> NDArray[np.bool_]:
        """Which cells are not known, (n_variables, n_rows)."""
        return np.asarray(self.codes < 0)

    def select(self, rows: Any) -> Self:
        """Some of the rows, by number or by mask."""
        return type(self)(
            np.ascontiguousarray(self.codes[:, rows]), np.ascontiguousarray(self.values[:, rows])
        )

    def forget(self, variable: int) -> Self:
        """The same rows, in which nothing is known of one variable."""
        codes, values = self.codes.copy(), self.values.copy()
        codes[variable], values[variable] = -1, 0.0
        return type(self)(codes, values)


def merge_rows(rows: Rows, weights: NDArray[np.float64]) -> tuple[Rows, NDArray[np.float64]]:
    """Rows that are alike as one row of their weight, in an order of their own.

    Tables of states become short by it; and whatever is drawn from the rows afterwards depends neither on their order
    nor on whether a row is repeated or has a weight.

    Examples
    --------
    >>> rows = Rows.of((Variable("smoke", ("no", "yes")),), np.array([[1.0], [0.0], [1.0]]))
    >>> merged, weights = merge_rows(rows, np.ones(3))
    >>> merged.codes.tolist(), weights
    ([[0, 1]], array([1., 2.]))
    """
    if not len(rows):
        return rows, weights
    ranks = rows.codes.astype(">i4")  # so bytes are compared as numbers are
    for place, values in enumerate(rows.values):
        if values.any():
            found = np.unique(values, return_inverse=True)[1]
            ranks[place] = np.where(rows.codes[place] < 0, -1, found)
    ranks += 1
    lines = np.ascontiguousarray(ranks.T)
    keys = lines.view(np.dtype((np.void, lines.dtype.itemsize * lines.shape[1]))).ravel()
    _, first, number = np.unique(keys, return_index=True, return_inverse=True)
    return rows.select(first), np.bincount(number.ravel(), weights).astype(np.float64)


def list_duplicates(names: Sequence[str]) -> list[str]:
    """Names that occur more than once, each once.

    Examples
    --------
    >>> list_duplicates(["a", "b", "a"])
    ['a']
    """
    return sorted({name for name in names if list(names).count(name) > 1})
