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

from hedgerow.diversity import ambiguity_decomposition, pairwise
from hedgerow.outputs import Outputs
from hedgerow.trials.candidates import Candidate
from hedgerow.trials.folds import FoldPlan, plan_folds
from hedgerow.trials.metrics import METRICS, Metric, find_metric
from hedgerow.trials.results import CrossValidation, MethodResult

Step = Callable[[str], None]


def cross_validate(
    features: pd.DataFrame,
    target: Any,
    candidates: Sequence[Candidate],
    *,
    task: str,
    metric: str | None = None,
    plan: FoldPlan | None = None,
    random_state: int = 0,
    step: Step = lambda _: None,
) -> CrossValidation:
    """Cross-validate methods on the same folds of one table.

    All methods take their turn on a fold before the next fold begins, so the time that is left can be told from
    the time that has passed. A method that fails on a fold gets no scores from there on; the others go on.

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
    metric : str or None, default=None
        What to score, a key of `hedgerow.trials.metrics.METRICS`; None for accuracy or R².
    plan : FoldPlan or None, default=None
        How to divide the table; None asks `plan_folds`.
    random_state : int, default=0
        Seed of the folds.
    step : callable, optional
        Called with a few words before each fit; there are ``len(candidates) * plan.n_splits`` of them.

    Returns
    -------
    CrossValidation

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.trials.candidates import list_candidates
    >>> table = datasets.load("sonar")
    >>> candidates = list_candidates(table.features, "classification")[::2]
    >>> found = cross_validate(table.features, table.target, candidates, task="classification")
    >>> found
    <CrossValidation: 2 methods, 5 folds, 4 times; best is forest>
    >>> found.frame()["method"].tolist()
    ['forest', 'linear']
    """
    names = [candidate.name for candidate in candidates]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"The methods must have names of their own: {', '.join(names) or 'there are none'}")
    measure = find_metric(metric, task)
    classes = task == "classification"
    answers = np.asarray(target) if classes else np.asarray(target, dtype=np.float64)
    labels, counts = np.unique(answers, return_counts=True) if classes else (np.array([]), np.array([]))
    plan = plan_folds(answers, task, n_features=features.shape[1]) if plan is None else plan
    splits = plan.split(answers, stratified=classes, random_state=random_state)
    records = {name: _FoldRecord(measure, labels) for name in names}
    guesses = []
    for number, (train, test) in enumerate(splits):
        guess = predict_constant(answers[train], len(test), measure, labels)
        guesses.append(measure.score(guess, answers[test], labels))
        for candidate in candidates:
            step(f"{candidate.name}: fold {number + 1} of {len(splits)}")
            records[candidate.name].try_once(
                candidate.estimator,
                (features.iloc[train], answers[train]),
                (features.iloc[test], answers[test]),
                # Members are asked in the first division only: pairs of members take time.
                predict_members=number < plan.n_folds,
            )
    by_size = sorted(zip(map(str, labels), counts.tolist(), strict=True), key=lambda pair: -pair[1])
    return CrossValidation(
        task=task,
        metric=measure.name,
        plan=plan,
        results=tuple(record.to_result(name) for name, record in records.items()),
        guess=float(np.mean(guesses)),
        classes=dict(by_size) if classes else None,
        splits=splits,
    )


@dataclass
class _FoldRecord:
    """What is written down while a method goes from fold to fold."""

    metric: Metric
    labels: NDArray[Any]
    scores: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    members: list[tuple[int, float, float]] = field(default_factory=list)
    failure: str | None = None

    def try_once(
        self,
        estimator: Any,
        train: tuple[pd.DataFrame, NDArray[Any]],
        test: tuple[pd.DataFrame, NDArray[Any]],
        *,
        predict_members: bool,
    ) -> None:
        from sklearn.base import clone

        if self.failure is not None:
            self.scores.append(np.nan)
            return
        start = perf_counter()
        try:
            with warnings.catch_warnings():
                # What a library has to say about one fold of many, such as steps that were not enough, helps nobody.
                warnings.simplefilter("ignore")
                fitted = clone(estimator).fit(*train)
                self.seconds.append(perf_counter() - start)
                score = self.score(fitted, *test)
                if predict_members:
                    self.predict_members(fitted, *test)
                self.scores.append(score)
        except (ValueError, TypeError, ArithmeticError, LookupError, AttributeError, RuntimeError) as error:
            # Where it failed after the fit, there is a time already.
            self.seconds = self.seconds or [perf_counter() - start]
            self.scores.append(np.nan)
            self.failure = str(error).partition("\n")[0] or type(error).__name__

    def score(self, fitted: Any, rows: pd.DataFrame, truth: NDArray[Any]) -> float:
        score = self.metric.score(ask(fitted, rows, self.metric, self.labels), truth, self.labels)
        if np.isnan(score):
            other = "mae" if self.metric.task == "regression" else "accuracy"
            raise ValueError(
                f"{self.metric.title} is not defined on a fold of {len(truth)} rows with the same target. Choose "
                f"another metric, such as {other}, or fewer folds."
            )
        return score

    def predict_members(self, estimator: Any, rows: pd.DataFrame, truth: NDArray[Any]) -> None:
        members = getattr(estimator, "estimators_", None)
        if members is None or not len(members):
            return
        if self.metric.task == "classification":
            # A class that is not in the training rows of this fold has no probability.
            learned = np.isin(truth, estimator.classes_)
            rows, truth = rows[learned], truth[learned]
        try:
            outputs = Outputs.from_estimator(estimator, rows, truth, probabilities=False)
            error, likeness = _measure_members(outputs)
        except (ValueError, TypeError, AttributeError):
            # Members that answer other questions than the ensemble, as those of codes do, cannot be compared.
            self.members.append((len(members), np.nan, np.nan))
            return
        self.members.append((outputs.n_members, error, likeness))

    def to_result(self, name: str) -> MethodResult:
        members: tuple[int | None, float | None, float | None] = (None, None, None)
        if self.members:
            counts, errors, likenesses = np.array(self.members).T
            members = round(float(np.median(counts))), _mean_of_known(errors), _mean_of_known(likenesses)
        return MethodResult(name, np.array(self.scores), np.array(self.seconds), *members, self.failure)


def _measure_members(outputs: Outputs) -> tuple[float, float]:
    """How good members are, and how alike: the two numbers that a `diversity_report` begins with."""
    if not outputs.is_classification:
        parts = ambiguity_decomposition(outputs)
        return float(np.sqrt(parts.member_error)), float(np.sqrt(parts.ambiguity))
    errors = outputs.errors()
    return float(errors[~np.isnan(errors)].mean()), float(pairwise(outputs, "kappa").mean)


def _mean_of_known(values: NDArray[np.float64]) -> float | None:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else None


def ask(model: Any, features: pd.DataFrame, metric: Metric, labels: NDArray[Any]) -> NDArray[Any]:
    """Predict with a fitted model what a metric scores.

    Parameters
    ----------
    model : estimator
        A fitted classifier or regressor.
    features : DataFrame of shape (n_rows, n_features)
        The rows.
    metric : Metric
        What is scored.
    labels : ndarray of shape (n_classes,)
        All classes there are, sorted; the model may have learned fewer of them.

    Returns
    -------
    ndarray of shape (n_rows,) or (n_rows, n_classes)
        Answers, or a column for each of `labels`: 0 for a class that the model has not learned.

    Raises
    ------
    ValueError
        If the model cannot say it.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> table = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0]})
    >>> forest = RandomForestClassifier(random_state=0).fit(table, ["a", "a", "c", "c"])
    >>> ask(forest, table, METRICS["brier"], np.array(["a", "b", "c"]))[:, 1]
    array([0., 0., 0., 0.])
    """
    if metric.asked == "answers":
        return np.asarray(model.predict(features))
    if hasattr(model, "predict_proba"):
        said = np.asarray(model.predict_proba(features), dtype=np.float64)
        # Rounding may leave a probability a little above 1, and scikit-learn refuses it. So it shall what is far off.
        possible = np.clip(said, 0.0, 1.0)
        said = np.where(np.abs(said - possible) < 1e-9, possible, said)
    elif metric.asked == "ratings" and hasattr(model, "decision_function"):
        said = np.asarray(model.decision_function(features), dtype=np.float64)
        if said.ndim == 1:
            said = np.column_stack([-said, said])
    else:
        others = [other.name for other in METRICS.values() if _can_score(model, other)]
        raise ValueError(
            f"it gives no probabilities, and {metric.title} needs them. Choose another method, or one of the metrics "
            f"{', '.join(others)}."
        )
    if np.isnan(said).any():
        raise ValueError("some of its probabilities are not numbers.")
    columns = np.zeros((len(said), len(labels)))
    columns[:, np.searchsorted(labels, model.classes_)] = said
    return columns


def predict_constant(
    learned: NDArray[Any], n_rows: int, metric: Metric, labels: NDArray[Any]
) -> NDArray[Any]:
    """The best constant prediction, from the training targets alone, for every row.

    Parameters
    ----------
    learned : ndarray of shape (n_learned,)
        Targets of the training rows.
    n_rows : int
        How often to answer.
    metric : Metric
        What is scored; a guess that is good for one metric is poor for another.
    labels : ndarray of shape (n_classes,)
        All classes there are, sorted.

    Returns
    -------
    ndarray of shape (n_rows,) or (n_rows, n_classes)
        In the form that the metric scores.

    Examples
    --------
    >>> predict_constant(np.array([1.0, 2.0, 9.0]), 2, METRICS["mae"], np.array([]))
    array([2., 2.])
    """
    if metric.guess == "the mean":
        return np.full(n_rows, learned.astype(np.float64).mean())
    if metric.guess == "the median":
        return np.full(n_rows, np.median(learned.astype(np.float64)))
    counts = np.bincount(np.searchsorted(labels, learned), minlength=len(labels))
    if metric.guess == "the most common class":
        # The lowest of equals.
        return np.full(n_rows, labels[counts.argmax()])
    return np.tile(counts / counts.sum(), (n_rows, 1))


def _can_score(model: Any, metric: Metric) -> bool:
    if metric.task != "classification":
        return False
    return metric.asked == "answers" or (metric.asked == "ratings" and hasattr(model, "decision_function"))
