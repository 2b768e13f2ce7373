"""How stable a selection is: the record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.constraints import Number, check
from hedgerow.selection.stability.indices import (
    StabilityDifference,
    StabilityEstimate,
    check_supports,
    compare_stability,
    estimate_stability,
    jaccard_stability,
    kuncheva_stability,
    rank_features,
    spearman_stability,
)


@dataclass(frozen=True, eq=False)
class SelectionStability:
    """What a selector selected in several runs, and how much the runs agree.

    Made by `selection_stability`, or from a table of marks by `stability_of`.

    Parameters
    ----------
    supports : ndarray of bool of shape (n_runs, n_features)
        What each run selected.
    names : tuple of str
        Names of the features.
    ranks : ndarray of shape (n_runs, n_features) or None, default=None
        Ranks of the features in each run, where the selector scores them; 1 is best.
    runs : str, default="runs"
        What a run was, for sentences.
    confidence : float, default=0.95
        Confidence of the interval.
    reservation : str, default=""
        What limits the finding; ends the sentence.
    """

    supports: NDArray[np.bool_]
    names: tuple[str, ...]
    ranks: NDArray[np.float64] | None = None
    runs: str = "runs"
    confidence: float = 0.95
    reservation: str = ""

    @cached_property
    def estimate(self) -> StabilityEstimate:
        """Stability of Nogueira, Sechidis and Brown, with its variance."""
        return estimate_stability(self.supports)

    @property
    def stability(self) -> float:
        """Stability: 1 when all runs select the same, 0 on average when they select at random."""
        return self.estimate.value

    @property
    def interval(self) -> tuple[float, float]:
        """Confidence interval of the stability."""
        return self.estimate.interval(self.confidence)

    @cached_property
    def jaccard(self) -> float:
        """Mean share of features that two runs both selected, among those that either did."""
        return jaccard_stability(self.supports)

    @cached_property
    def kuncheva(self) -> float:
        """Mean agreement of two runs beyond chance."""
        return kuncheva_stability(self.supports)

    @cached_property
    def spearman(self) -> float | None:
        """Mean rank correlation of two runs; None where the selector does not score features."""
        return None if self.ranks is None else spearman_stability(self.ranks)

    @property
    def sizes(self) -> NDArray[np.intp]:
        """Number of features that each run selected."""
        return np.asarray(self.supports.sum(axis=1))

    @property
    def frequencies(self) -> NDArray[np.float64]:
        """Share of the runs that selected each feature."""
        return np.asarray(self.supports.mean(axis=0))

    def difference_from(self, other: Self) -> StabilityDifference:
        """Test whether another selector is as stable.

        Parameters
        ----------
        other : SelectionStability
            The other selector's stability.

        Returns
        -------
        StabilityDifference
        """
        return compare_stability(self.estimate, other.estimate)

    def frame(self) -> pd.DataFrame:
        """One row per feature, the most often selected first.

        Returns
        -------
        DataFrame
            ``feature``; ``frequency``, the share of the runs that selected it; and ``mean_rank`` where the
            selector scores features.
        """
        frame = pd.DataFrame({"feature": self.names, "frequency": self.frequencies})
        if self.ranks is not None:
            frame["mean_rank"] = self.ranks.mean(axis=0)
            return frame.sort_values(
                ["frequency", "mean_rank"], ascending=[False, True], kind="stable", ignore_index=True
            )
        return frame.sort_values("frequency", ascending=False, kind="stable", ignore_index=True)

    @property
    def sentence(self) -> str:
        """The finding in plain words."""
        n_runs, n_features = self.supports.shape
        if self.supports.all() or not self.supports.any():
            what = f"all {n_features} features" if self.supports.all() else "no feature"
            return f"Each of {n_runs} {self.runs} selected {what}, so there is no choice whose stability could be told."
        # Adding 0 turns a rounded -0 into 0.
        value, low, high = (round(number, 2) + 0.0 for number in (self.stability, *self.interval))
        always, ever = int(self.supports.all(axis=0).sum()), int(self.supports.any(axis=0).sum())
        return (
            f"Over {n_runs} {self.runs}, {_say_sizes(self.sizes)} of {n_features} features were selected; the "
            f"stability is {value:.2f} ({100 * self.confidence:.0f} % interval {low:.2f} to {high:.2f}), "
            f"{read_stability(self.stability)}. {_count(always)} selected every time, {ever} at least once."
            + self.reservation
        )

    def __repr__(self) -> str:
        n_runs, n_features = self.supports.shape
        return f"<SelectionStability: {self.stability:.3f}, {n_runs} {self.runs}, {n_features} features>"


def stability_of(
    supports: ArrayLike,
    *,
    feature_names: Sequence[str] | None = None,
    scores: ArrayLike | None = None,
    confidence: float = 0.95,
) -> SelectionStability:
    """Measure the stability of selections that were made elsewhere.

    Parameters
    ----------
    supports : array-like of bool, or of 0 and 1, of shape (n_runs, n_features)
        What each run selected. The columns of a data frame name the features.
    feature_names : sequence of str or None, default=None
        Names of the features; None for those of the data frame, or x0, x1, ...
    scores : array-like of shape (n_runs, n_features) or None, default=None
        Scores of the features in each run, larger for better ones.
    confidence : float, default=0.95
        Confidence of the interval.

    Returns
    -------
    SelectionStability

    Examples
    --------
    >>> stability = stability_of([[1, 1, 0, 0], [1, 1, 0, 0], [1, 0, 1, 0]], feature_names=["a", "b", "c", "d"])
    >>> print(stability.frame().to_string(index=False))
    feature  frequency
          a   1.000000
          b   0.666667
          c   0.333333
          d   0.000000
    """
    marks = check_supports(supports)
    check("confidence", confidence, Number(0, 1, "neither"))
    names = name_features(supports, feature_names, marks.shape[1])
    ranks = None
    if scores is not None:
        ranks = rank_features(scores)
        if ranks.shape != marks.shape:
            raise ValueError(f"the scores have the shape {ranks.shape}, the selections {marks.shape}")
    return SelectionStability(marks, names, ranks, confidence=confidence)


def name_features(table: Any, given: Sequence[str] | None, n_features: int) -> tuple[str, ...]:
    """Names of features: those given, those of a data frame, or x0, x1, ...

    Examples
    --------
    >>> name_features(None, None, 2), name_features(None, ["a", "b"], 2)
    (('x0', 'x1'), ('a', 'b'))
    """
    names = getattr(table, "columns", None) if given is None else given
    if names is None:
        return tuple(f"x{feature}" for feature in range(n_features))
    if len(names) != n_features:
        raise ValueError(f"{len(names)} names were given for {n_features} features")
    return tuple(map(str, names))


def read_stability(value: float) -> str:
    """Put a stability in words, by the benchmarks of Fleiss that Nogueira, Sechidis and Brown use.

    Examples
    --------
    >>> read_stability(0.3), read_stability(0.6), read_stability(0.9)
    ('poor', 'intermediate to good', 'excellent')
    """
    if value < 0.4:
        return "poor"
    return "intermediate to good" if value <= 0.75 else "excellent"


def _say_sizes(sizes: NDArray[np.intp]) -> str:
    least, most = int(sizes.min()), int(sizes.max())
    return str(least) if least == most else f"{least} to {most}"


def _count(n_features: int) -> str:
    if n_features == 0:
        return "No feature was"
    return "1 feature was" if n_features == 1 else f"{n_features} features were"
