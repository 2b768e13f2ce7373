"""What the rounds of a selection found, for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False)
class ACERound:
    """One target of one round: who is more important than the contrasts, and who repeats whom.

    Parameters
    ----------
    number : int
        The round, counted from 1.
    target : str
        What was to be explained.
    importances : ndarray of shape (n_replicates, n_features)
        Importance of each feature in each replicate.
    contrasts : ndarray of shape (n_replicates,)
        The quantile of the contrasts' importances that a feature must exceed.
    t, p_values : ndarray of shape (n_features,)
        The paired test of the two.
    relevant : ndarray of bool of shape (n_features,)
        Whether a feature passed the test.
    dropped_for : ndarray of int of shape (n_features,)
        The feature that masks this one; its own number where it is kept, -1 where it is not relevant.
    masking : ndarray of shape (n_relevant, n_relevant)
        How far the feature of the column could stand in for that of the line, among the relevant ones.
    masks : ndarray of bool of shape (n_relevant, n_relevant)
        Whether that is further than contrasts could.
    n_targets : int
        How many targets the round has.
    """

    number: int
    target: str
    importances: NDArray[np.float64]
    contrasts: NDArray[np.float64]
    t: NDArray[np.float64]
    p_values: NDArray[np.float64]
    relevant: NDArray[np.bool_]
    dropped_for: NDArray[np.intp]
    masking: NDArray[np.float64]
    masks: NDArray[np.bool_]
    n_targets: int = 1

    @property
    def adjusted(self) -> NDArray[np.float64]:
        """P-values times the number of targets of the round, at most 1."""
        return np.minimum(self.p_values * self.n_targets, 1.0)

    @property
    def kept(self) -> NDArray[np.bool_]:
        """Whether a feature is relevant and not masked."""
        return np.asarray(self.dropped_for == np.arange(self.dropped_for.size))

    @property
    def masked(self) -> NDArray[np.bool_]:
        """Whether a feature is relevant but masked."""
        return self.relevant & ~self.kept


@dataclass(frozen=True, eq=False)
class ACERounds:
    """All rounds, in order.

    Parameters
    ----------
    names : tuple of str
        The names of the features.
    rounds : tuple of ACERound
        One for each target of each round.
    """

    names: tuple[str, ...]
    rounds: tuple[ACERound, ...]

    def __len__(self) -> int:
        return len(self.rounds)

    def __getitem__(self, index: int) -> ACERound:
        return self.rounds[index]

    def __iter__(self) -> Iterator[ACERound]:
        return iter(self.rounds)

    def frame(self) -> pd.DataFrame:
        """One row for each round, target and feature, the most important first.

        Columns ``round``, ``target``, ``feature``, ``importance``, ``contrast`` (means over the replicates), ``t``,
        ``p_value``, ``relevant``, ``kept``, and ``masked_by``, the feature for which a relevant one was dropped.
        """
        import pandas as pd

        names = np.array([*self.names, ""], dtype=object)
        parts = []
        for each in self.rounds:
            masker = np.where(each.masked, each.dropped_for, -1)
            part = pd.DataFrame(
                {
                    "round": each.number,
                    "target": each.target,
                    "feature": self.names,
                    "importance": each.importances.mean(axis=0),
                    "contrast": each.contrasts.mean(),
                    "t": each.t,
                    "p_value": each.p_values,
                    "relevant": each.relevant,
                    "kept": each.kept,
                    "masked_by": names[masker],
                }
            )
            parts.append(part.sort_values("importance", ascending=False, kind="stable"))
        return pd.concat(parts, ignore_index=True)

    def summarise(self) -> dict[str, NDArray[Any]]:
        """For each feature the ``round`` that found it first (0: none), and ``masked_by`` where it was dropped."""
        first, masked_by = np.zeros(len(self.names), np.intp), np.full(len(self.names), "", dtype=object)
        for each in reversed(self.rounds):
            first[each.kept] = each.number
            masked_by[each.masked] = np.array(self.names, dtype=object)[each.dropped_for[each.masked]]
        masked_by[first > 0] = ""
        return {"round": first, "masked_by": masked_by}

    def replicates(self) -> pd.DataFrame:
        """One row for each round, target, replicate and feature: ``importance``, and the ``contrast`` to exceed."""
        import pandas as pd

        return pd.concat(
            [
                pd.DataFrame(
                    {
                        "round": each.number,
                        "target": each.target,
                        "replicate": np.repeat(np.arange(len(each.contrasts)), len(self.names)),
                        "feature": np.tile(np.array(self.names, dtype=object), len(each.contrasts)),
                        "importance": each.importances.ravel(),
                        "contrast": np.repeat(each.contrasts, len(self.names)),
                    }
                )
                for each in self.rounds
            ],
            ignore_index=True,
        )

    def masking(self) -> pd.DataFrame:
        """Masking among the relevant features of the first round that has any, the most important first.

        The feature of the line splits; that of the column could stand in for it.
        """
        return self._frame_pairs("masking")

    def masks(self) -> pd.DataFrame:
        """Whether the feature of the line masks that of the column, in the order of `masking`."""
        return self._frame_pairs("masks")

    def _frame_pairs(self, field: str) -> pd.DataFrame:
        import pandas as pd

        for each in self.rounds:
            columns = np.flatnonzero(each.relevant)
            if columns.size:
                order = np.argsort(-each.importances.mean(axis=0)[columns], kind="stable")
                names = [self.names[column] for column in columns[order]]
                return pd.DataFrame(getattr(each, field)[np.ix_(order, order)], index=names, columns=names)
        return pd.DataFrame()
