"""What a search may add and remove: single features, or whole groups of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.groups import Groups


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
