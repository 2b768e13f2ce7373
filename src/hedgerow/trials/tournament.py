"""What a tournament of methods found: the records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.comparison import compare, interval_half_width
from hedgerow.trials.folds import FoldPlan

if TYPE_CHECKING:
    from hedgerow.analysis.comparison import Comparison


@dataclass(frozen=True, eq=False)
class Trial:
    """How one method did on all folds.

    Parameters
    ----------
    name : str
        The method.
    scores : ndarray of shape (n_splits,)
        Accuracy or R² on the held-out rows of each fold; NaN where the method failed.
    fit_seconds : ndarray of shape (n_splits,)
        Time of each fit.
    n_members : int or None
        Members of the ensemble; None where there are none.
    member_error : float or None
        Mean error of a member on held-out rows: share of wrong answers, or root mean square.
    likeness : float or None
        Kappa of pairs of members on held-out rows, or for numbers the spread of the members around their mean.
    failure : str or None
        What the first failure said.
    """

    name: str
    scores: NDArray[np.float64]
    fit_seconds: NDArray[np.float64]
    n_members: int | None
    member_error: float | None
    likeness: float | None
    failure: str | None

    @property
    def score(self) -> float:
        """Mean score; NaN where the method failed on a fold."""
        return float(np.mean(self.scores))


@dataclass(frozen=True, eq=False)
class Tournament:
    """How several methods did on the same folds of one table. Made by `hold_tournament`.

    Parameters
    ----------
    task : str
        Classification or regression.
    metric : str
        What the scores are: ``"accuracy"`` or ``"r2"``.
    plan : FoldPlan
        How the table was divided.
    trials : tuple of Trial
        One for each method, in the order given.
    guess : float
        Mean score of the most common class, or of the mean, as the answer to every row.
    """

    task: str
    metric: str
    plan: FoldPlan
    trials: tuple[Trial, ...]
    guess: float

    @property
    def best(self) -> Trial:
        """The method with the best mean score; the first of equals.

        Raises
        ------
        ValueError
            If every method failed; the message is the first failure.
        """
        scores = np.array([trial.score for trial in self.trials])
        if np.isnan(scores).all():
            raise ValueError(f"Every method failed. {self.trials[0].name}: {self.trials[0].failure}")
        return self.trials[int(np.nanargmax(scores))]

    @property
    def comparison(self) -> Comparison | None:
        """Which differences are more than luck; None where fewer than two methods worked on every fold."""
        scores = {trial.name: trial.scores for trial in self.trials if not np.isnan(trial.scores).any()}
        if len(scores) < 2:
            return None
        return compare(scores, n_folds=self.plan.n_folds)

    def differences(self) -> pd.DataFrame:
        """All pairs of methods that worked on every fold.

        Returns
        -------
        DataFrame
            ``first`` and ``second`` method; ``difference`` of the mean scores, first less second; ``low`` and ``high``,
            its corrected 95 % interval; ``p_value``, adjusted by Holm; ``better``, the name of the method that is
            better, or nothing where the folds do not tell.
        """
        names = ["first", "second", "difference", "low", "high", "p_value", "better"]
        comparison = self.comparison
        if comparison is None:
            return pd.DataFrame(columns=names)
        renamed = {"mean_difference": "difference", comparison.decided_by: "p_value"}
        return comparison.pairs().rename(columns=renamed).reindex(columns=names)

    def half_width(self, trial: Trial) -> float:
        """Half of the 95 % interval of a mean score, corrected for folds that share training rows."""
        return float(interval_half_width(trial.scores, test_to_train=1 / (self.plan.n_folds - 1)))

    def frame(self) -> pd.DataFrame:
        """One row per method, the best first.

        Returns
        -------
        DataFrame
            ``method``; mean ``score`` and its 95 % interval, ``low`` and ``high``; median ``fit_seconds``;
            ``n_members``, ``member_error`` and ``likeness`` where there are members.
        """
        rows = []
        for trial in self.trials:
            half = self.half_width(trial)
            rows.append(
                {
                    "method": trial.name,
                    "score": trial.score,
                    "low": trial.score - half,
                    # No score is above 1, whatever the t distribution allows.
                    "high": min(trial.score + half, 1.0) if not np.isnan(half) else half,
                    "fit_seconds": float(np.median(trial.fit_seconds)),
                    "n_members": np.nan if trial.n_members is None else trial.n_members,
                    "member_error": np.nan if trial.member_error is None else trial.member_error,
                    "likeness": np.nan if trial.likeness is None else trial.likeness,
                }
            )
        return pd.DataFrame(rows).sort_values("score", ascending=False, kind="stable", ignore_index=True)

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings; None for what is not known."""
        comparison = self.comparison
        described = [
            {str(key): _known(value) for key, value in row.items()} for row in self.frame().to_dict("records")
        ]
        by_name = {trial.name: trial for trial in self.trials}
        for row in described:
            trial = by_name[str(row["method"])]
            row["n_members"] = trial.n_members
            row["scores"] = [_known(score) for score in trial.scores.tolist()]
            row["failure"] = trial.failure
        return {
            "task": self.task,
            "metric": self.metric,
            "folds": {
                "n_folds": self.plan.n_folds,
                "n_repeats": self.plan.n_repeats,
                "n_rows": self.plan.n_rows,
                "n_used": self.plan.n_used,
                "sentence": self.plan.sentence,
            },
            "guess": self.guess,
            "methods": described,
            "best": self.best.name,
            "differences": [
                {str(key): _known(value) for key, value in row.items()}
                for row in self.differences().to_dict("records")
            ],
            "conclusion": None if comparison is None else comparison.conclusion,
        }

    def __repr__(self) -> str:
        return f"<Tournament: {len(self.trials)} methods, {self.plan.sentence}; best is {self.best.name}>"


def _known(value: Any) -> Any:
    """None in the place of NaN, which JSON cannot say."""
    return None if isinstance(value, float) and np.isnan(value) else value
