"""All that definitions of bias and variance read, gathered once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hedgerow.analysis.bias_variance.classes import ClassShares
from hedgerow.analysis.bias_variance.tally import ClassTally, ValueTally
from hedgerow.analysis.bias_variance.values import ValueSpread


@dataclass(frozen=True)
class Setting:
    """What was measured, in words.

    Parameters
    ----------
    learner : str
        Whose error it is.
    protocol : str
        Where its training sets came from.
    noise : str
        How the distribution of the target is known: "zero", "known", or by which estimate.
    """

    learner: str
    protocol: str
    noise: str


@dataclass(frozen=True, eq=False)
class Evidence:
    """What models from different training sets predict for some rows.

    Parameters
    ----------
    distributions : ClassShares or ValueSpread
        What each row's target could have been, and what was predicted.
    observed : ndarray of shape (n_rows,)
        The targets that were seen: labels or values.
    classes : ndarray of shape (n_classes,) or None
        The labels, sorted; None for values.
    index : ndarray of shape (n_rows,)
        Names of the rows: those of a data frame, or positions.
    weights : ndarray of shape (n_rows,)
        How much each row counts.
    replicate_errors : mapping of str to ndarray of shape (n_repetitions,)
        For each loss, the mean over the rows that a repetition predicted.
    predictions : ndarray of shape (n_repetitions, n_rows) or None
        Class codes or values, where they were kept; -1 or NaN where a row was not predicted.
    n_untested : int
        Rows that no model predicted; they are left out of everything.
    setting : Setting
        What was measured.
    """

    distributions: ClassShares | ValueSpread
    observed: NDArray[Any]
    classes: NDArray[Any] | None
    index: NDArray[Any]
    weights: NDArray[np.float64]
    replicate_errors: Mapping[str, NDArray[np.float64]]
    predictions: NDArray[Any] | None
    n_untested: int
    setting: Setting

    @classmethod
    def from_tally(
        cls,
        tally: ClassTally | ValueTally,
        observed: NDArray[Any],
        classes: NDArray[Any] | None,
        index: NDArray[Any],
        setting: Setting,
    ) -> Self:
        """Leave out the rows without an answer, and turn sums into means."""
        tested = np.flatnonzero(tally.n_predictions)
        if not tested.size or not tally.weights[tested].any():
            raise ValueError("no row of positive weight was tested; use more replicates, or another protocol")
        was_tested = tally.tested_weight > 0
        errors = {
            name: sums[was_tested] / tally.tested_weight[was_tested] for name, sums in tally.losses.items()
        }
        kept = tally.predictions
        return cls(
            tally.distributions(tested), observed[tested], classes, index[tested], tally.weights[tested],
            errors,
            kept if kept is None or tested.size == len(observed) else kept[:, tested],
            len(observed) - tested.size, setting,
        )  # fmt: skip

    def mean(self, values: NDArray[np.float64]) -> float:
        """Weighted mean over the rows."""
        return float(values @ self.weights / self.weights.sum())

    def standard_error(self, values: NDArray[np.float64]) -> float:
        """Standard error of that mean, if other rows had been drawn; sqrt(E (1 - E) / n) for 0 and 1."""
        around = (values - self.mean(values)) * self.weights
        return float(np.sqrt(around @ around) / self.weights.sum())
