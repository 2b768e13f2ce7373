"""The relevance of each feature in a forest, overall and for each row, as records."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Word, check
from hedgerow.relevance.hypothesis_tests import adjust_p_values


@dataclass(frozen=True, eq=False)
class Relevance:
    """Global relevance of the features; one entry per feature.

    Parameters
    ----------
    names : tuple of str
        The features.
    gain, weighted_gain : ndarray
        Mean gain that the feature offered to the nodes that drew it: plain, and weighted by how much their labels could
        have told (`node_complexity`).
    low, high : ndarray
        Confidence interval of the weighted gain.
    effective_size : ndarray
        Number of equally weighted observations that the weighted ones are worth.
    n_splits : ndarray of int
        Number of nodes that drew the feature first.
    frequency : ndarray
        Share of the splits that use the feature.
    expected, excess : ndarray
        Weighted gain of an irrelevant feature with the same values in such nodes, and what the feature has above it.
    unseen, unseen_expected : ndarray
        Mean out-of-bag gain of the splits on the feature (rise in the share of a row's class, or fall of its squared
        error, summed over the row's path in a tree that was not fitted on it), and that of an irrelevant feature. NaN
        where nothing was tested on unseen rows.
    t, p_value : ndarray
        The test of relevance; see `test`.
    p_holm, p_bh : ndarray
        P-values adjusted for the number of features: for any false discovery (Holm), for their rate
        (Benjamini-Hochberg).
    permutation, permutation_spread : ndarray
        Out-of-bag score lost when the feature's values are shuffled: mean and standard deviation. NaN where not asked
        for.
    selected : ndarray of bool
        Whether the feature passes at `alpha`.
    alpha : float
        Level.
    test : str
        How the p-values were found, in words.
    """

    names: tuple[str, ...]
    gain: NDArray[np.float64]
    weighted_gain: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    effective_size: NDArray[np.float64]
    n_splits: NDArray[np.intp]
    frequency: NDArray[np.float64]
    expected: NDArray[np.float64]
    excess: NDArray[np.float64]
    unseen: NDArray[np.float64]
    unseen_expected: NDArray[np.float64]
    t: NDArray[np.float64]
    p_value: NDArray[np.float64]
    p_holm: NDArray[np.float64]
    p_bh: NDArray[np.float64]
    permutation: NDArray[np.float64]
    permutation_spread: NDArray[np.float64]
    selected: NDArray[np.bool_]
    alpha: float
    test: str

    @classmethod
    def of_test(
        cls,
        p_value: NDArray[np.float64],
        excess: NDArray[np.float64],
        *,
        selection: Literal["threshold", "test"] | None,
        adjust: Literal["holm", "bh"] | None,
        alpha: float,
        **known: Any,
    ) -> Self:
        """Adjust p-values and select features; NaN stands for what is not known.

        Parameters
        ----------
        p_value, excess : ndarray of shape (n_features,)
            The test of each feature, and by how much its gain exceeds that of an irrelevant one.
        selection : {"threshold", "test"} or None
            Whether features pass with an excess above zero, or with an adjusted p-value below `alpha`; None for all.
        adjust : {"holm", "bh"} or None
            How the p-values of that test are adjusted.
        alpha : float
            Level.
        **known
            Other fields of the record.
        """
        unknown = np.full(p_value.shape, np.nan)
        optional = ("frequency", "unseen", "unseen_expected", "permutation", "permutation_spread")
        return cls(
            p_value=p_value,
            p_holm=adjust_p_values(p_value, "holm"),
            p_bh=adjust_p_values(p_value, "bh"),
            excess=excess,
            selected={
                None: np.ones(p_value.shape, np.bool_),
                "threshold": np.nan_to_num(excess, nan=0.0) > 0.0,
                "test": adjust_p_values(p_value, adjust) < alpha,
            }[selection],
            alpha=alpha,
            **(dict.fromkeys(optional, unknown) | known),
        )

    def __len__(self) -> int:
        return len(self.names)

    def frame(self) -> pd.DataFrame:
        """One row per feature, in the order of the table; a column for each of the arrays above."""
        arrays = {field.name: getattr(self, field.name) for field in fields(self)}
        columns = {name: array for name, array in arrays.items() if isinstance(array, np.ndarray)}
        return pd.DataFrame({"feature": list(self.names), **columns})

    def ranked(self, by: Literal["test", "gain"] = "test") -> pd.DataFrame:
        """The frame with the most relevant features first.

        Parameters
        ----------
        by : {"test", "gain"}, default="test"
            How sure it is: by p-value, then by t. Or how much they tell: those that pass by weighted gain, and then the
            others by p-value. So a list is shown to people: p-values far below the level say little more, and the gain
            of a feature that hardly any node has drawn says nothing.

        Returns
        -------
        DataFrame
            The rows of `frame`.
        """
        check("by", by, Word("test", "gain"))
        doubt = np.nan_to_num(self.p_value, nan=1.0)
        order: tuple[NDArray[Any], ...] = (-np.nan_to_num(self.t, nan=-np.inf), doubt)
        if by == "gain":
            gain = np.nan_to_num(self.weighted_gain, nan=-np.inf)
            order = (*order, np.where(self.selected, -gain, 0.0), ~self.selected)
        return self.frame().iloc[np.lexsort(order)].reset_index(drop=True)

    def __repr__(self) -> str:
        found = ", ".join(np.array(self.names)[self.selected][:5])
        more = "" if self.selected.sum() <= 5 else ", ..."
        return f"<Relevance: {self.selected.sum()} of {len(self)} features pass at {self.alpha:g}: {found}{more}>"


@dataclass(frozen=True, eq=False)
class LocalRelevance:
    """Average information change about each row by splits on each feature.

    ``FR(f, j)`` is the mean, over the splits on feature f that row j passes, of the information about its class before
    the split less that after it, in bits: ``-log2`` of the share of the row's class in the node. For regression it is
    the squared distance to the mean. It is negative where a feature misleads about the row.

    Parameters
    ----------
    values : ndarray of float32 of shape (n_samples, n_features)
        The averages; 0 where a row met no split on the feature.
    counts : ndarray of int32 of shape (n_samples, n_features)
        Number of splits met.
    names : tuple of str
        The features.
    index : sequence
        Names of the rows, as in the data frame they came from.
    is_seen : bool
        Whether rows were walked down the trees that were grown on them, or down the others.

    References
    ----------
    J. Rogers, PhD thesis, University of Southampton, 2007, eq. 7.23 and 7.24.

    Examples
    --------
    >>> local = LocalRelevance(np.array([[0.5, -0.1]], np.float32), np.array([[3, 2]], np.int32), ("a", "b"), range(1))
    >>> local.explain(0)
      feature  relevance  n_splits
    0       a        0.5         3
    1       b       -0.1         2
    """

    values: NDArray[np.float32]
    counts: NDArray[np.int32]
    names: tuple[str, ...]
    index: Any
    is_seen: bool = True

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and features."""
        return self.values.shape[0], self.values.shape[1]

    def mean(self) -> NDArray[np.float64]:
        """Mean over the rows: a global relevance of each feature."""
        return np.asarray(self.values.mean(axis=0, dtype=np.float64))

    def explain(self, row: Any) -> pd.DataFrame:
        """The features that matter for one row, the most relevant first.

        Parameters
        ----------
        row : int or label
            The row: its label in the data frame, or its number where there are no labels.

        Returns
        -------
        DataFrame
            Columns ``feature``, ``relevance`` and ``n_splits``.
        """
        place = self._find(row)
        frame = pd.DataFrame(
            {
                "feature": list(self.names),
                "relevance": self.values[place].astype(np.float64).round(7),
                "n_splits": self.counts[place],
            }
        )
        return frame.sort_values("relevance", ascending=False, kind="stable", ignore_index=True)

    def frame(self) -> pd.DataFrame:
        """One row per row, one column per feature."""
        return pd.DataFrame(self.values, index=self.index, columns=list(self.names))

    def _find(self, row: Any) -> int:
        labels = pd.Index(self.index)
        if row not in labels:
            raise KeyError(
                f"there is no row {row!r}; rows are named {labels[0]!r} to {labels[-1]!r} ({len(labels)} of them)"
            )
        place = labels.get_loc(row)
        if not isinstance(place, int):
            raise KeyError(f"several rows are named {row!r}; make the index of the data frame unique")
        return place
