"""What is a search worth? Search again without some rows, and score what it found on those."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

_ALPHA = 0.05  # of the test that finds a search too optimistic


@dataclass(frozen=True, eq=False)
class NestedEstimate:
    """Scores of whole searches on rows that had no part in them.

    A search tries many subsets and keeps the one that pleases its validation rows most; some of that is luck. The
    difference between the score that it reports and the score on other rows is its optimism.

    Parameters
    ----------
    validation : ndarray of shape (n_folds,)
        For each part of the rows that was left out: what a search among the other rows reported.
    test : ndarray of shape (n_folds,)
        What its subset scored on the rows that were left out.
    curve : DataFrame
        ``fold``, ``size`` and ``score``: the best subset of each size that a search has seen, scored on the rows
        that were left out.

    Examples
    --------
    >>> nested = NestedEstimate(np.array([0.9, 0.9, 0.8]), np.array([0.5, 0.6, 0.4]), pd.DataFrame())
    >>> round(nested.score, 3), round(nested.optimism, 3), nested.overfits
    (0.5, 0.367, True)
    """

    validation: NDArray[np.float64]
    test: NDArray[np.float64]
    curve: pd.DataFrame

    @property
    def score(self) -> float:
        """Mean score on rows held out from the search."""
        return float(self.test.mean())

    @property
    def standard_error(self) -> float:
        """Standard error of the score, as if the folds were independent."""
        return float(self.test.std(ddof=1) / np.sqrt(self.test.size))

    @property
    def optimism(self) -> float:
        """By how much searches report more than they are worth, on average."""
        return float((self.validation - self.test).mean())

    @property
    def p_value(self) -> float:
        """One-sided p-value of a t-test over the folds that there is no optimism."""
        differences = self.validation - self.test
        if np.ptp(differences) == 0.0:
            return 0.0 if differences[0] > 0.0 else 1.0
        return float(stats.ttest_1samp(differences, 0.0, alternative="greater").pvalue)

    @property
    def overfits(self) -> bool:
        """Whether the optimism is more than chance explains, at a level of 5 %."""
        return self.p_value < _ALPHA
