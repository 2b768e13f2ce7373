"""The rounds of ACE: what each found, for people to read, and how one target of a round is tried."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hedgerow.selection.forest.contrasts import ContrastGrower, compare_pairs
from hedgerow.selection.forest.residuals import Target

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


class ACEStep(IntEnum):
    """What the randomness of a round is for."""

    CONTRASTS = 0
    MASKING = 1
    RESIDUALS = 2


@dataclass(frozen=True)
class Levels:
    """How sure is sure enough.

    Parameters
    ----------
    quantile_level : float
        A feature must exceed this upper quantile of the contrasts.
    alpha : float
        Level of the tests.
    bonferroni : bool
        Whether the level is divided by the number of tests.
    """

    quantile_level: float = 0.05
    alpha: float = 0.05
    bonferroni: bool = True

    def of(self, n_tests: int) -> float:
        """Level of each of several tests."""
        return self.alpha / max(n_tests, 1) if self.bonferroni else self.alpha

    def bound(self, contrasts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Quantile of the contrasts, along the last axis."""
        return np.asarray(np.quantile(contrasts, 1.0 - self.quantile_level, axis=-1))


def try_target(
    grower: ContrastGrower,
    levels: Levels,
    target: Target,
    number: int,
    place: int,
    n_targets: int,
    found: NDArray[np.bool_],
) -> ACERound:
    """Test all features against the contrasts, then drop those that others mask.

    Parameters
    ----------
    grower : ContrastGrower
        Grows the forests.
    levels : Levels
        How sure is sure enough.
    target : Target
        What is to be explained.
    number, place, n_targets : int
        The round, which of its targets this is, and how many it has.
    found : ndarray of bool of shape (n_features,)
        What was found before; see `remove_redundant`.

    Returns
    -------
    ACERound
    """
    n_features, title = found.size, f"round {number}, {target.name}"
    everything = np.arange(n_features)
    grown = grower.grow(
        target.outputs, everything, (number, place, ACEStep.CONTRASTS), f"{title}: contrasts"
    ).importances
    importances, contrasts = grown[:, :n_features], levels.bound(grown[:, n_features:])
    t, p_values = compare_pairs(importances, contrasts[:, None])
    relevant = p_values < levels.of(n_features * n_targets)
    dropped_for = np.full(n_features, -1)
    masking, masks = np.zeros((0, 0)), np.zeros((0, 0), np.bool_)
    if relevant.any():
        columns = np.flatnonzero(relevant | found)
        replicates = grower.grow(
            target.outputs, columns, (number, place, ACEStep.MASKING), f"{title}: masking", masking=True
        ).masking
        masks, outdone = _compare_features(replicates, importances[:, columns], levels)
        dropped = remove_redundant(importances[:, columns].mean(axis=0), masks, found[columns], outdone)
        dropped_for[columns] = columns[dropped]
        dropped_for[~relevant] = -1
        pairs = np.ix_(relevant[columns], relevant[columns])
        masking, masks = replicates[:, :, : columns.size].mean(axis=0)[pairs], masks[pairs]
    return ACERound(
        number, target.name, importances, contrasts, t, p_values, relevant, dropped_for, masking, masks, n_targets
    )  # fmt: skip


def _compare_features(
    masking: NDArray[np.float64], importances: NDArray[np.float64], levels: Levels
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether the feature of the line masks that of the column, and whether it is clearly less important."""
    n_features = importances.shape[1]
    level = levels.of(n_features * (n_features - 1))
    bounds = levels.bound(masking[:, :, n_features:])
    _, masked = compare_pairs(masking[:, :, :n_features], bounds[:, :, None])
    _, outdone = compare_pairs(importances[:, None, :], importances[:, :, None])
    return (masked < level) & ~np.eye(n_features, dtype=np.bool_), outdone < level


def remove_redundant(
    importances: NDArray[np.float64],
    masks: NDArray[np.bool_],
    known: NDArray[np.bool_] | None = None,
    outdone: NDArray[np.bool_] | None = None,
) -> NDArray[np.intp]:
    """Go through the features from the most important on; each that is still there drops those it masks.

    Features that are known from before stay. They come first, and drop what they mask unless it outdoes them: a copy
    of a known feature is not news, but a feature that says more about what is left is.

    Parameters
    ----------
    importances : ndarray of shape (n_features,)
        How important each feature is.
    masks : ndarray of bool of shape (n_features, n_features)
        Whether the feature of the line masks that of the column.
    known : ndarray of bool of shape (n_features,), default=None
        Which features are known; None for none.
    outdone : ndarray of bool of shape (n_features, n_features), default=None
        Whether the feature of the line is clearly less important than that of the column; None for never.

    Returns
    -------
    ndarray of int of shape (n_features,)
        For each feature the one that it was dropped for; its own number where it is kept.

    Notes
    -----
    Without known features this is the greedy elimination of Tuv et al. They do not say what becomes of features found
    in earlier rounds; without the rule above, the copy of a feature would be found as soon as a trace of the feature
    is left in the residual.

    References
    ----------
    E. Tuv, A. Borisov, G. Runger and K. Torkkola, "Feature selection with ensembles, artificial variables, and
    redundancy elimination", Journal of Machine Learning Research 10 (2009).

    Examples
    --------
    >>> masks = np.array([[0, 0, 1], [1, 0, 0], [0, 0, 0]], bool)
    >>> remove_redundant(np.array([1.0, 3.0, 2.0]), masks)
    array([1, 1, 2])
    >>> remove_redundant(np.array([1.0, 3.0, 2.0]), masks, known=np.array([True, False, False]))
    array([0, 1, 0])
    """
    n_features = importances.size
    known = np.zeros(n_features, np.bool_) if known is None else known
    drops = masks & ~known
    if outdone is not None:
        drops[known] &= ~outdone[known]
    dropped_for = np.where(known, np.arange(n_features), -1)
    for feature in np.lexsort((-importances, ~known)):
        if dropped_for[feature] < 0:
            dropped_for[feature] = feature
        if dropped_for[feature] == feature:
            dropped_for[(dropped_for < 0) & drops[feature]] = feature
    return dropped_for
