"""Codes for mRMR: mutual information or symmetrical uncertainty, from split counts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from hedgerow.selection.filters.mrmr_parts import Parts
from hedgerow.selection.measures.columns import ROUND_OFF

_MOST_CODES = 4096  # of a column: a table of two such columns has 134 MB
_BLOCK = 1024  # columns of a sparse table that are read at a time


class CodeRelations:
    """Relations of columns of codes with classes and with each other, in bits or as a share of them.

    Parameters
    ----------
    codes : ndarray of uint16 of shape (n_features, n_samples)
        The codes 0, 1, ...; columns of the table are rows here.
    y : ndarray of int of shape (n_samples,) or None
        Class codes; None where relevance is found elsewhere.
    parts : Parts
        What each run leaves out.
    as_share : bool
        Whether to measure symmetrical uncertainty, from 0 to 1, instead of mutual information.
    """

    relevance: NDArray[np.float64]

    def __init__(
        self, codes: NDArray[np.uint16], y: NDArray[Any] | None, parts: Parts, *, as_share: bool
    ) -> None:
        order = parts.order
        self._codes = np.ascontiguousarray(codes[:, order])
        self._sizes = codes.max(axis=1, initial=0).astype(np.int64) + 1
        self._weights, self._starts = np.ascontiguousarray(parts.weights[order]), parts.starts
        self._left, self._as_share = parts.left_weights[:, None], as_share
        runs = np.arange(parts.n_runs)
        alone = np.zeros(order.size, np.uint16)
        self._alone = self._sum_logs(self._codes, self._sizes, alone, runs)
        self.constant = self._find_entropy(self._alone, self._left) <= ROUND_OFF
        if y is not None:
            classes = y[order].astype(np.uint16)[None]
            shared = self._sum_logs(classes, classes.max(axis=1).astype(np.int64) + 1, alone, runs)
            self.relevance = self._measure(
                self._sum_logs(self._codes, self._sizes, classes[0], runs), shared, runs
            )

    def relate(self, chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the code that each run chose shares with all codes, on the rows of the run."""
        related = np.empty((chosen.size, self._codes.shape[0]))
        for feature in np.unique(chosen):
            runs = np.flatnonzero(chosen == feature)
            related[runs] = self.relate_to(int(feature), runs)
        return related

    def relate_to(self, feature: int, runs: NDArray[np.intp]) -> NDArray[np.float64]:
        """What one code shares with all codes, in some of the runs."""
        joint = self._sum_logs(self._codes, self._sizes, self._codes[feature], runs)
        return self._measure(joint, self._alone[runs, feature][:, None], runs)

    def _measure(
        self, joint: NDArray[np.float64], other: NDArray[np.float64], runs: NDArray[np.intp]
    ) -> NDArray[np.float64]:
        """I = log2 N + (sum over pairs - sum over x - sum over y) / N, from sums of n log2 n."""
        left = self._left[runs]
        shared = np.log2(left) + (joint - self._alone[runs] - other) / left
        shared = np.where(shared > ROUND_OFF, shared, 0.0)
        if not self._as_share:
            return shared
        held = self._find_entropy(self._alone[runs], left) + self._find_entropy(other, left)
        return np.divide(2.0 * shared, held, out=np.zeros_like(shared), where=held > ROUND_OFF)

    @staticmethod
    def _find_entropy(sums: NDArray[np.float64], left: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(np.log2(left) - sums / left)

    def _sum_logs(
        self, codes: NDArray[np.uint16], sizes: NDArray[np.int64], other: NDArray[np.uint16], runs: NDArray[np.intp]
    ) -> NDArray[np.float64]:  # fmt: skip
        from hedgerow._kernels.split_counts import sum_logs_left_out

        sums = np.empty((runs.size, codes.shape[0]))
        n_other = int(other.max(initial=0)) + 1
        sum_logs_left_out(
            codes, sizes, other, n_other, self._weights, self._starts, runs.astype(np.int64), sums
        )
        return sums


def make_codes(X: Any, names: tuple[str, ...]) -> NDArray[np.uint16]:
    """Codes 0, 1, ... of the distinct values of each column, in their order; missing is a value of its own, the last.

    Examples
    --------
    >>> make_codes(np.array([[2.5, 0.0], [1.0, np.nan], [2.5, 7.0]]), ("a", "b"))
    array([[1, 0, 1],
           [0, 2, 1]], dtype=uint16)
    """
    n_samples, n_features = X.shape
    codes = np.empty((n_features, n_samples), np.uint16)
    is_sparse = sparse.issparse(X)
    table: Any = X.tocsc() if is_sparse else X
    for start in range(0, n_features, _BLOCK):
        block = table[:, start : start + _BLOCK]
        block = block.toarray() if is_sparse else block
        for place in range(block.shape[1]):
            values, inverse = np.unique(block[:, place], return_inverse=True)
            if values.size > _MOST_CODES:
                raise ValueError(
                    f"column {names[start + place]!r} has {values.size} distinct values, more than {_MOST_CODES}; "
                    "information counts them, so cut numbers into classes first, or use measure='correlation'"
                )
            codes[start + place] = inverse
    return codes
