"""Cross-validation of several methods on the same folds."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.diversity import diversity_report
from hedgerow.outputs import Outputs
from hedgerow.trials.candidates import Candidate
from hedgerow.trials.folds import FoldPlan, plan_folds
from hedgerow.trials.tournament import Tournament, Trial

Step = Callable[[str], None]


def hold_tournament(
    features: pd.DataFrame,
    target: Any,
    candidates: Sequence[Candidate],
    *,
    task: str,
    plan: FoldPlan | None = None,
    random_state: int = 0,
    step: Step = lambda _: None,
) -> Tournament:
    """Cross-validate methods on the same folds of one table.

    All methods take their turn on a fold before the next fold begins, so that the time that is left can be told from
    the time that has passed. A method that fails on a fold gets no score there; the others go on.

    Parameters
    ----------
    features : DataFrame of shape (n_rows, n_features)
        The table.
    target : array-like of shape (n_rows,)
        Classes or numbers.
    candidates : sequence of Candidate
        The methods; their names differ.
    task : {"classification", "regression"}
        What predicting the target is.
    plan : FoldPlan or None, default=None
        How to divide the table; None asks `plan_folds`.
    random_state : int, default=0
        Seed of the folds.
    step : callable, optional
        Called with a few words before each fit; there are ``len(candidates) * plan.n_splits`` of them.

    Returns
    -------
    Tournament

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.trials import list_candidates
    >>> table = datasets.load("sonar")
    >>> candidates = list_candidates(table.features, "classification")[::2]
    >>> found = hold_tournament(table.features, table.target, candidates, task="classification")
    >>> found
    <Tournament: 2 methods, 5 folds, 4 times; best is forest>
    >>> found.frame()["method"].tolist()
    ['forest', 'linear']
    """
    from sklearn.base import clone

    names = [candidate.name for candidate in candidates]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"The methods must have names of their own: {', '.join(names) or 'there are none'}")
    answers = np.asarray(target)
    plan = plan_folds(answers, task) if plan is None else plan
    splits = plan.split(answers, stratified=task == "classification", random_state=random_state)
    notebooks = {name: _Notebook() for name in names}
    guesses = []
    for number, (train, test) in enumerate(splits):
        guesses.append(_score(_guess(answers[train], test, task), answers[test], task))
        for candidate in candidates:
            step(f"{candidate.name}: fold {number + 1} of {len(splits)}")
            notebooks[candidate.name].try_once(
                clone(candidate.estimator),
                (features.iloc[train], answers[train]),
                (features.iloc[test], answers[test]),
                task,
                # Members are asked in the first division only: pairs of members take time.
                ask_members=number < plan.n_folds,
            )
    return Tournament(
        task=task,
        metric="accuracy" if task == "classification" else "r2",
        plan=plan,
        trials=tuple(notebook.to_trial(name) for name, notebook in notebooks.items()),
        guess=float(np.mean(guesses)),
    )


@dataclass
class _Notebook:
    """What is written down while a method goes from fold to fold."""

    scores: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    members: list[tuple[int, float, float]] = field(default_factory=list)
    failure: str | None = None

    def try_once(
        self,
        estimator: Any,
        train: tuple[pd.DataFrame, NDArray[Any]],
        test: tuple[pd.DataFrame, NDArray[Any]],
        task: str,
        *,
        ask_members: bool,
    ) -> None:
        start = perf_counter()
        try:
            with warnings.catch_warnings():
                # What a library has to say about one fold of many, such as steps that were not enough, helps nobody.
                warnings.simplefilter("ignore")
                estimator.fit(*train)
                self.seconds.append(perf_counter() - start)
                self.scores.append(_score(estimator.predict(test[0]), test[1], task))
                if ask_members:
                    self.ask_members(estimator, *test)
        except (ValueError, TypeError, ArithmeticError, LookupError) as error:
            # Where it failed after the fit, there is a time already.
            self.seconds += [perf_counter() - start] * (len(self.scores) + 1 - len(self.seconds))
            self.scores.append(np.nan)
            self.failure = self.failure or str(error).partition("\n")[0]

    def ask_members(self, estimator: Any, rows: pd.DataFrame, truth: NDArray[Any]) -> None:
        members = getattr(estimator, "estimators_", None)
        if members is None or not len(members):
            return
        try:
            outputs = Outputs.from_estimator(estimator, rows, truth, probabilities=False)
            first = diversity_report(outputs).first
        except (ValueError, TypeError, AttributeError):
            # Members that answer other questions than the ensemble, as those of codes do, cannot be compared.
            self.members.append((len(members), np.nan, np.nan))
            return
        error, likeness = first.values()
        self.members.append((outputs.n_members, float(error), float(likeness)))

    def to_trial(self, name: str) -> Trial:
        n_members, error, likeness = None, None, None
        if self.members:
            counts, errors, likenesses = np.array(self.members).T
            n_members = round(float(np.median(counts)))
            error, likeness = _mean_of_known(errors), _mean_of_known(likenesses)
        return Trial(
            name,
            np.array(self.scores),
            np.array(self.seconds),
            n_members,
            error,
            likeness,
            self.failure,
        )


def _mean_of_known(values: NDArray[np.float64]) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None


def _guess(answers: NDArray[Any], test: NDArray[np.intp], task: str) -> NDArray[Any]:
    """The most common class, the lowest of equals, or the mean, for every row."""
    if task == "regression":
        return np.full(len(test), float(np.mean(answers.astype(np.float64))))
    values, counts = np.unique(answers, return_counts=True)
    return np.full(len(test), values[counts.argmax()])


def _score(said: Any, truth: NDArray[Any], task: str) -> float:
    """Accuracy, or R²: the share of the squared deviations from the mean of the rows that is explained."""
    if task == "classification":
        return float(np.mean(np.asarray(said) == truth))
    values, truth = np.asarray(said, dtype=np.float64), truth.astype(np.float64)
    spread = float(((truth - truth.mean()) ** 2).sum())
    return 1.0 - float(((truth - values) ** 2).sum()) / spread if spread > 0 else np.nan
