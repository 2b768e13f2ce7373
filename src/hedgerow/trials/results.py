"""What a validation of methods found: the records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.comparison import Comparison
from hedgerow.analysis.comparison.comparison import compare
from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.frames import list_rows, take_fields
from hedgerow.foundation.wording import share
from hedgerow.trials.folds import Expectation, FoldPlan, Split, expect_of_best, find_interval
from hedgerow.trials.metrics import METRICS, Metric

_RARE = 0.1  # rows of the rarest class for one of the most common


@dataclass(frozen=True, eq=False)
class MethodResult:
    """How one method did on all folds.

    Parameters
    ----------
    name : str
        The method.
    scores : ndarray of shape (n_splits,)
        Score on the held-out rows of each fold; NaN from the fold on where the method failed.
    fit_seconds : ndarray of shape (n_fits,)
        Time of each fit; a method that has failed is not fitted again.
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
class CrossValidation:
    """How several methods did on the same folds of one table. Made by `cross_validate`.

    Parameters
    ----------
    task : str
        Classification or regression.
    metric : str
        What the scores are, a key of `hedgerow.trials.metrics.METRICS`.
    plan : FoldPlan
        How the table was divided.
    results : tuple of MethodResult
        One for each method, in the order given.
    guess : float
        Mean score of the best answer of one who knows the training targets only; see `Metric.guess`.
    classes : mapping of str to int or None, default=None
        Rows of each class, the most common first; None for numbers.
    splits : sequence of (ndarray, ndarray) or None, default=None
        Training and test rows of each fold, the same for all methods; None where they are not known.
    """

    task: str
    metric: str
    plan: FoldPlan
    results: tuple[MethodResult, ...]
    guess: float
    classes: Mapping[str, int] | None = None
    splits: Sequence[Split] | None = None

    @property
    def measure(self) -> Metric:
        """The metric itself: its words, its bounds, and which way is better."""
        return METRICS[self.metric]

    @property
    def complete(self) -> tuple[MethodResult, ...]:
        """The methods that worked on every fold."""
        return tuple(result for result in self.results if not np.isnan(result.scores).any())

    @property
    def best(self) -> MethodResult:
        """The method with the best mean score; the first of equals.

        Raises
        ------
        ValueError
            If every method failed; the message is the first failure.
        """
        if not self.complete:
            raise ValueError(f"Every method failed. {self.results[0].name}: {self.results[0].failure}")
        return max(self.complete, key=lambda result: self.measure.gain(result.score))

    @property
    def beats_guess(self) -> bool:
        """Whether the whole interval of the best score is on the better side of the guess."""
        gain = self.measure.gain
        return bool(min(gain(end) for end in self.interval(self.best)) > gain(self.guess))

    @cached_property
    def chosen(self) -> Expectation | None:
        """What to expect of trying all methods and keeping the best, whose own score has had luck.

        None where fewer than two methods worked on every fold.
        """
        scores = {result.name: result.scores for result in self.complete}
        return expect_of_best(scores, self.plan, self.measure) if len(scores) > 1 else None

    @cached_property
    def comparison(self) -> Comparison | None:
        """Which differences are more than luck; None where fewer than two methods worked on every fold."""
        if len(self.complete) < 2:
            return None
        higher_is_better = self.measure.higher_is_better
        if self.splits is None:
            scores = {result.name: result.scores for result in self.complete}
            return compare(scores, n_folds=self.plan.n_folds, higher_is_better=higher_is_better)
        train, test = zip(*self.splits, strict=True)
        # As scikit-learn's cross_validate gives them, so nothing about the folds is taken for granted.
        indices = {"train": train, "test": test}
        validated = {
            result.name: {"test_score": result.scores, "indices": indices} for result in self.complete
        }
        return compare(validated, higher_is_better=higher_is_better)

    def remarks(self) -> list[str]:
        """What a reader of the scores should know about the metric, one sentence each."""
        if self.metric != "accuracy" or not self.classes:
            return []
        most = max(self.classes.values())
        rare = {label: count for label, count in self.classes.items() if count < _RARE * most}
        if not rare:
            return []
        which = f"the class {next(iter(rare))}" if len(rare) == 1 else f"the {len(rare)} rarest classes"
        part = sum(rare.values()) / sum(self.classes.values())
        return [
            f"Accuracy hardly sees {which} ({share(part)} of the rows): --metric balanced_accuracy or --metric "
            "auc looks at all classes alike."
        ]

    def differences(self) -> pd.DataFrame:
        """All pairs of methods that worked on every fold.

        Returns
        -------
        DataFrame
            ``first`` and ``second`` method; ``difference`` of the mean scores, first less second, whichever way is
            better; ``low`` and ``high``, its corrected 95 % interval; ``p_value``, adjusted by Holm; ``better``, the
            name of the method that is better, or nothing where the folds do not tell.
        """
        names = ["first", "second", "difference", "low", "high", "p_value", "better"]
        comparison = self.comparison
        if comparison is None:
            return pd.DataFrame(columns=names)
        renamed = {"mean_difference": "difference", comparison.decided_by: "p_value"}
        return comparison.pairs().rename(columns=renamed).reindex(columns=names)

    def interval(self, result: MethodResult) -> tuple[float, float]:
        """The 95 % interval of a mean score; see `find_interval`."""
        return find_interval(result.scores, self.plan, self.measure)

    def frame(self) -> pd.DataFrame:
        """One row per method, the best first.

        Returns
        -------
        DataFrame
            ``method``; mean ``score`` and its 95 % interval, ``low`` and ``high``; median ``fit_seconds``;
            ``n_members``, ``member_error`` and ``likeness`` where there are members.
        """
        rows = []
        for result in self.results:
            low, high = self.interval(result)
            known = {"method": result.name, "score": result.score, "low": low, "high": high}
            known["fit_seconds"] = float(np.median(result.fit_seconds))
            members = take_fields(result, "n_members", "member_error", "likeness")
            rows.append(known | {name: np.nan if each is None else each for name, each in members.items()})
        return pd.DataFrame(rows).sort_values(
            "score", key=lambda scores: -self.measure.gain(scores), kind="stable", ignore_index=True
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words, lists and mappings; None for what is not known."""
        comparison = self.comparison
        described = list_rows(self.frame())
        by_name = {result.name: result for result in self.results}
        for row in described:
            result = by_name[str(row["method"])]
            row["n_members"] = result.n_members
            row["scores"] = [_known(score) for score in result.scores.tolist()]
            row["failure"] = result.failure
        return {
            "task": self.task,
            "metric": self.metric,
            "higher_is_better": self.measure.higher_is_better,
            "folds": take_fields(self.plan, "n_folds", "n_repeats", "n_rows", "n_used", "sentence"),
            "guess": _known(self.guess),
            "methods": described,
            "best": self.best.name,
            "chosen": None if self.chosen is None else self.chosen.to_dict(),
            "differences": list_rows(self.differences()),
            "conclusion": None if comparison is None else comparison.conclusion,
            "remarks": self.remarks(),
        }

    def __repr__(self) -> str:
        best = f"best is {self.best.name}" if self.complete else "all failed"
        return f"<CrossValidation: {len(self.results)} methods, {self.plan.sentence}; {best}>"


def _known(value: Any) -> Any:
    """None in the place of NaN, which JSON cannot say."""
    return None if isinstance(value, float) and np.isnan(value) else value
