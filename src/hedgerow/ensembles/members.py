"""Members that see transformed tables or answer the questions of a code, and importances handed back through them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes import Code
from hedgerow.codes.member_codes import MatrixCode
from hedgerow.combination.averaging import harden, sum_members
from hedgerow.foundation.row_products import multiply_rows
from hedgerow.learners import Members
from hedgerow.learners.adapter import AdaptedMembers
from hedgerow.learners.indicators import Indicators
from hedgerow.trees.grower import TreeMembers
from hedgerow.views.columns import PickedColumns
from hedgerow.views.transform_cache import TransformCache
from hedgerow.views.view import FittedView

_MOST_CELLS = 2**22  # of the unit vectors that are transformed at a time, 32 MiB


@dataclass(frozen=True)
class ViewedMembers:
    """Members that each look at their own transform of the table.

    Attributes
    ----------
    singles : tuple of Members
        One member each.
    views : tuple of FittedView
        The transform of each member.
    indicators : Indicators or None
        What turns categories into numbers before a transform sees them.
    preparation : FittedView or None
        What all transforms have in common, done once.
    """

    singles: tuple[Members, ...]
    views: tuple[FittedView, ...]
    indicators: Indicators | None
    preparation: FittedView | None = None

    def check_loaded(self) -> None:
        """Check how wide the views of a file are, since some draw as much as they say when rows are asked for.

        Raises
        ------
        ValueError
            If a view mixes other features than there are, or makes more or fewer than its member looks at.
        """
        n_features = getattr(self.preparation, "n_features", None)
        for single, view in zip(self.singles, self.views, strict=True):
            ends = (
                (n_features, getattr(view, "n_features", None)),
                (
                    getattr(view, "n_components", None),
                    _count_features(single),
                ),
            )
            if any(None not in (given, taken) and given != taken for given, taken in ends):
                raise ValueError("a member and its view do not fit: they have other numbers of features")

    def __len__(self) -> int:
        return len(self.singles)

    def __getitem__(self, index: int) -> Any:
        return self.singles[index][0]

    def outputs(self, X: NDArray[np.float64]) -> NDArray[np.float64]:
        """Predict each row by each member, from its transform of the row."""
        return np.concatenate(
            [single.outputs(table) for single, table in zip(self.singles, self.tables(X), strict=True)]
        )

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum over the members."""
        shares = [None] * len(self) if weights is None else weights[:, None]
        parts = zip(self.singles, self.tables(X), shares, strict=True)
        # One after the other, so only one table and one answer are in memory.
        return reduce(np.add, (single.sum_outputs(table, share, hard) for single, table, share in parts))

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        batches = (self, *others)
        return replace(
            self,
            singles=tuple(each for batch in batches for each in batch.singles),
            views=tuple(each for batch in batches for each in batch.views),
        )

    def tables(self, X: NDArray[np.float64]) -> Iterator[NDArray[np.float64]]:
        """Make what each member sees of the rows."""
        X = X if self.indicators is None else self.indicators.transform(X)
        cache = TransformCache(X if self.preparation is None else self.preparation.transform(X))
        return (cache.transform(view) for view in self.views)


def _count_features(members: Members) -> int | None:
    """How many features members look at; None where they do not say."""
    if isinstance(members, TreeMembers):
        return members.forest.n_features
    if isinstance(members, AdaptedMembers):
        return None if members.columns else getattr(members[0], "n_features_in_", None)
    return getattr(members, "n_features", None)


@dataclass(frozen=True)
class CodedMembers:
    """Members that learned recoded classes, and whose predictions are decoded to the real ones.

    Attributes
    ----------
    members : Members
        The members as they learned.
    code : Code
        What decodes.
    codes : ndarray of shape (n_members, n_classes)
        Each member's class of each class.
    """

    members: Members
    code: Code | MatrixCode
    codes: NDArray[np.intp]

    def __len__(self) -> int:
        return len(self.members)

    def __getitem__(self, index: int) -> Any:
        return self.members[index]

    def outputs(self, X: NDArray[np.float64], hard: bool = False) -> NDArray[np.float64]:
        """Ask and decode each member; a hard answer becomes a vote for every class of one group."""
        outputs = self.members.outputs(X)
        outputs = harden(outputs) if hard else outputs
        return np.stack(
            [self.code.decode(code, output) for code, output in zip(self.codes, outputs, strict=True)]
        )

    def sum_outputs(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """Sum the decoded scores."""
        if isinstance(self.code, MatrixCode):
            return self._sum_sides(X, weights, hard)
        return sum_members(iter(self.outputs(X, hard)), weights, False)

    def _sum_sides(
        self, X: NDArray[np.float64], weights: NDArray[np.float64] | None, hard: bool
    ) -> NDArray[np.float64]:
        """One matrix product for each side, and no decoded scores of single members."""
        outputs = self.members.outputs(X)
        outputs = harden(outputs) if hard else outputs
        combination_weights = np.ones(len(self)) if weights is None else weights
        sides = (
            multiply_rows(outputs[:, :, side].T, combination_weights[:, None] * (self.codes == side))
            for side in (0, 1)
        )
        # A class that a column leaves out has half a vote, as `MatrixCode.decode` gives it.
        return np.asarray(reduce(np.add, sides) + 0.5 * combination_weights @ (self.codes < 0))

    def join(self, others: Sequence[Self]) -> Self:
        """Append the others to these members."""
        members = self.members.join([other.members for other in others])
        return replace(
            self, members=members, codes=np.concatenate([self.codes, *(other.codes for other in others)])
        )


def average_importances(members: Members, n_features: int) -> NDArray[np.float64]:
    """Mean importance of each feature over the members, scaled to sum to one.

    Where members look at orthonormal mixtures z_j = sum_f a_jf x_f of the features, the importance of z_j is shared out
    by the squares of its loadings, which sum to one: I(x_f) = sum_j a_jf^2 I(z_j).

    Raises AttributeError where members have no importances, or have them for other transforms of the features.
    """
    if isinstance(members, CodedMembers):
        return average_importances(members.members, n_features)
    if isinstance(members, ViewedMembers):
        mean = _hand_back(members, n_features)
    else:
        mean = _read_importances(members, n_features).mean(axis=0)
    return np.asarray(mean / (mean.sum() or 1.0))


def _read_importances(members: Members, n_features: int) -> NDArray[np.float64]:
    if hasattr(members, "feature_importances"):
        return np.asarray(members.feature_importances(n_features))
    return np.stack([members[index].feature_importances_ for index in range(len(members))])


def _hand_back(members: ViewedMembers, n_features: int) -> NDArray[np.float64]:
    """Sum of the importances that the members give to their mixtures, shared out to the features in them."""
    if not all(getattr(view, "orthonormal", False) for view in members.views):
        raise AttributeError(
            "the members look at transformed features, whose importances cannot be shared out to the features"
        )
    n_columns = n_features if members.indicators is None else int(members.indicators.widths.sum())
    n_prepared = getattr(members.preparation, "n_features", n_columns)
    if n_prepared != n_columns:  # one unit vector for each feature is too many where there are fewer
        raise ValueError(f"the members look at mixtures of {n_prepared} features, not of {n_columns}")
    if all(isinstance(view, PickedColumns) for view in members.views):
        total = _hand_back_picked(members, n_columns)
    else:
        total = _hand_back_mixed(members, n_columns)
    return total if members.indicators is None else members.indicators.sum_columns(total)


def _hand_back_picked(members: ViewedMembers, n_columns: int) -> NDArray[np.float64]:
    total = np.zeros(n_columns)
    for single, view in zip(members.singles, members.views, strict=True):
        columns = cast(PickedColumns, view).columns
        np.add.at(total, columns, _read_importances(single, columns.size)[0])
    return total


def _hand_back_mixed(members: ViewedMembers, n_columns: int) -> NDArray[np.float64]:
    total, size = np.zeros(n_columns), max(1, _MOST_CELLS // max(n_columns, 1))
    for first in range(0, n_columns, size):
        block = slice(first, min(first + size, n_columns))
        cache = TransformCache(np.eye(block.stop - first, n_columns, first))
        for single, view in zip(members.singles, members.views, strict=True):
            loadings = cache.transform(view)  # what each unit vector becomes: (n_units, n_mixtures)
            total[block] += loadings**2 @ _read_importances(single, loadings.shape[1])[0]
    return total
