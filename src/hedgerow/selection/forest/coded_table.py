"""Features in eight bits, and their artificial contrasts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.trees.binning import BinnedTable

MOST_CODES = 255  # and one more for missing values
_MISSING_RANK = 65_535


@dataclass(frozen=True, eq=False)
class CodedTable:
    """Columns as codes of eight bits, which contrast forests read.

    A column of more than 255 distinct values is cut at its quantiles; of a category of more than 255 labels the 254
    most frequent keep a code of their own. Missing values have the code 255.

    Parameters
    ----------
    codes : ndarray of uint8 of shape (n_features, n_samples)
        The codes; columns of the table are rows here.
    traits : ndarray of int32 of shape (n_features, 2)
        Number of codes, and whether they are categories.

    Examples
    --------
    >>> table = CodedTable.from_matrix(np.array([[0.5], [7.0], [np.nan], [0.5]]), np.array([False]))
    >>> table.codes
    array([[  0,   1, 255,   0]], dtype=uint8)
    """

    codes: NDArray[np.uint8]
    traits: NDArray[np.int32]

    @classmethod
    def from_matrix(cls, X: NDArray[np.floating[Any]], is_categorical: NDArray[np.bool_]) -> Self:
        """Code the columns of a matrix; NaN is missing, and categories are codes 0, 1, ... already."""
        ranks = BinnedTable.from_matrix(X, is_categorical).codes
        codes = np.empty(ranks.shape, np.uint8)
        traits = np.empty((ranks.shape[0], 2), np.int32)
        for feature, is_category in enumerate(is_categorical):
            codes[feature], n_codes = _shorten(ranks[feature], bool(is_category))
            traits[feature] = n_codes, is_category
        return cls(codes, traits)

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return int(self.codes.shape[0])

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.codes.shape[1])

    def take(self, columns: NDArray[Any]) -> Self:
        """Some of the columns."""
        return type(self)(self.codes[columns], self.traits[columns])

    def with_contrasts(self, generator: np.random.Generator) -> Self:
        """The columns, followed by a copy of each whose rows are shuffled on their own."""
        contrasts = generator.permuted(self.codes, axis=1)
        return type(self)(np.concatenate([self.codes, contrasts]), np.concatenate([self.traits] * 2))


def _shorten(ranks: NDArray[np.uint16], is_category: bool) -> tuple[NDArray[np.uint8], int]:
    """Ranks in eight bits, and how many there are."""
    missing = ranks == _MISSING_RANK
    counts = np.bincount(ranks[~missing])
    if counts.size <= MOST_CODES:
        short = np.arange(counts.size)
    elif is_category:
        frequent = np.argsort(-counts, kind="stable")[: MOST_CODES - 1]
        short = np.full(counts.size, MOST_CODES - 1)
        short[frequent] = np.arange(frequent.size)
    else:
        middle = np.cumsum(counts) - 0.5 * counts
        _, short = np.unique((middle * (MOST_CODES / counts.sum())).astype(np.intp), return_inverse=True)
    codes = np.full(ranks.size, MOST_CODES, np.uint8)
    codes[~missing] = short[ranks[~missing]]
    return codes, int(short.max(initial=-1)) + 1
