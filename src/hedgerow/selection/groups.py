"""Features that stand or fall together: one-hot columns of a category, sensors of a device, the lags of a series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.wording import suggest

Columns = Sequence[Any] | NDArray[Any] | None


@dataclass(frozen=True)
class Groups:
    """Which group each feature belongs to; a feature that nobody grouped is a group of its own.

    Parameters
    ----------
    labels : ndarray of int of shape (n_features,)
        Number of each feature's group.
    names : tuple of str
        Name of each group.

    Examples
    --------
    >>> groups = Groups.read({"size": ["width", "height"]}, ("width", "color", "height"))
    >>> groups.labels, groups.names
    (array([0, 1, 0]), ('size', 'color'))
    >>> groups.pool_p_values(np.array([0.5, 0.2, 0.01]))
    array([0.02, 0.2 ])
    >>> groups.complete(np.array([True, False, False]))
    array([ True, False,  True])
    """

    labels: NDArray[np.intp]
    names: tuple[str, ...]

    @classmethod
    def read(cls, groups: Any, names: Sequence[str]) -> Self:
        """Understand what a user passes as `groups`.

        Parameters
        ----------
        groups : mapping, list of lists, sequence of labels or None
            The columns of each group, by name or position, with or without a name; or one label for each feature.
        names : sequence of str
            The names of the features.

        Returns
        -------
        Groups
        """
        if groups is None:
            return cls(np.arange(len(names)), tuple(names))
        if isinstance(groups, Mapping):
            return cls._from_members([str(name) for name in groups], list(groups.values()), names)
        given = list(groups)
        if given and all(isinstance(group, list | tuple | set | np.ndarray) for group in given):
            return cls._from_members([f"group {place}" for place in range(len(given))], given, names)
        if len(given) != len(names):
            raise ValueError(
                f"groups has {len(given)} labels for {len(names)} features; pass one label for each feature, or the "
                "groups as lists of columns"
            )
        found, labels = np.unique([str(label) for label in given], return_inverse=True)
        return cls(labels, tuple(found.tolist()))

    @classmethod
    def _from_members(cls, titles: list[str], members: list[Any], names: Sequence[str]) -> Self:
        owner: NDArray[np.intp] = np.full(len(names), -1, dtype=np.intp)
        for group, columns in enumerate(members):
            is_member = find_columns(columns, names, "groups")
            taken = np.flatnonzero(is_member & (owner >= 0))
            if taken.size:
                first = taken[0]
                raise ValueError(
                    f"feature {names[first]!r} is in two groups, {titles[owner[first]]!r} and {titles[group]!r}; "
                    "a feature belongs to one group"
                )
            owner[is_member] = group
        alone = owner < 0
        owner[alone] = len(titles) + np.arange(np.count_nonzero(alone))
        found, labels = np.unique(owner, return_inverse=True)  # a group without columns is none
        every_title = [*titles, *(name for name, is_alone in zip(names, alone, strict=True) if is_alone)]
        return cls(labels, tuple(every_title[group] for group in found))

    def __len__(self) -> int:
        return len(self.names)

    @property
    def is_trivial(self) -> bool:
        """Whether every feature is a group of its own."""
        return len(self) == self.labels.size

    def pool_scores(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Score of each group: that of its best member; NaN where no member has one."""
        pooled = np.full(len(self), np.nan)
        np.fmax.at(pooled, self.labels, scores)
        return pooled

    def pool_p_values(self, p_values: NDArray[np.float64]) -> NDArray[np.float64]:
        """P-value of each group: the smallest of its members times their number (Bonferroni), at most 1."""
        pooled = np.full(len(self), np.nan)
        np.fmin.at(pooled, self.labels, p_values)
        return np.minimum(pooled * np.bincount(self.labels), 1.0)

    def complete(self, selected: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Select the whole of each group that has a selected member."""
        chosen = np.zeros(len(self), np.bool_)
        chosen[self.labels[selected]] = True
        return chosen[self.labels]


def find_columns(columns: Columns, names: Sequence[str], parameter: str) -> NDArray[np.bool_]:
    """Mask of the features that a user means by names, positions or a mask.

    Parameters
    ----------
    columns : sequence of str, sequence of int, mask or None
        What the user passed; None means no feature.
    names : sequence of str
        The names of the features.
    parameter : str
        What the user's parameter is called, for errors.

    Returns
    -------
    ndarray of bool of shape (n_features,)

    Examples
    --------
    >>> find_columns(["b", -1], ("a", "b", "c"), "fixed_features")
    array([False,  True,  True])
    """
    mask = np.zeros(len(names), np.bool_)
    if columns is None:
        return mask
    given = [columns] if isinstance(columns, str | int | np.integer) else list(columns)
    if given and all(isinstance(entry, bool | np.bool_) for entry in given):
        if len(given) != len(names):
            raise ValueError(f"{parameter} is a mask of {len(given)} entries for {len(names)} features")
        return np.array(given, dtype=np.bool_)
    positions = {name: place for place, name in enumerate(names)}
    for entry in given:
        mask[_find_column(entry, positions, parameter)] = True
    return mask


def _find_column(entry: Any, positions: Mapping[str, int], parameter: str) -> int:
    if isinstance(entry, int | np.integer) and not isinstance(entry, bool):
        if not -len(positions) <= entry < len(positions):
            raise ValueError(
                f"{parameter} names column {entry}, but the columns are 0 to {len(positions) - 1}"
            )
        return int(entry)
    if str(entry) not in positions:
        raise ValueError(
            f"{parameter} names {entry!r}, which is not a feature. {suggest(str(entry), positions)}"
        )
    return positions[str(entry)]


@dataclass(frozen=True, eq=False)
class Units:
    """The features that are added and removed together, in the order of their first columns.

    Features that the user has fixed belong to no unit: they are part of every subset.

    Parameters
    ----------
    members : ndarray of bool of shape (n_units, n_features)
        The features of each unit.
    names : tuple of str
        Names of the units.
    fixed : ndarray of bool of shape (n_features,)
        Features of every subset.
    """

    members: NDArray[np.bool_]
    names: tuple[str, ...]
    fixed: NDArray[np.bool_]

    @classmethod
    def find(cls, groups: Groups, fixed: NDArray[np.bool_]) -> Self:
        """Find the units of a table.

        Parameters
        ----------
        groups : Groups
            Which features are kept or dropped together.
        fixed : ndarray of bool of shape (n_features,)
            The features that are kept whatever is found.

        Returns
        -------
        Units
        """
        fixed, labels = groups.complete(fixed), groups.labels
        open_groups = list(dict.fromkeys(labels[~fixed].tolist()))
        if not open_groups:
            raise ValueError(
                f"fixed_features holds all {fixed.size} features, so there is nothing to search; fix fewer"
            )
        return cls(
            members=np.array([labels == group for group in open_groups]),
            names=tuple(groups.names[group] for group in open_groups),
            fixed=fixed,
        )

    def __len__(self) -> int:
        return len(self.names)

    def spread(self, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The features of a subset of units, with those that are fixed."""
        return np.asarray(self.members[mask].any(axis=0) | self.fixed)
