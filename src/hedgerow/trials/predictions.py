"""Predictions of a model: as a table, in the form that a metric scores, and those of a constant to compare with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.trials.metrics import METRICS, Metric


def answer(model: Any, features: pd.DataFrame, *, probabilities: bool = False) -> pd.DataFrame:
    """Predict each row with a fitted model.

    Parameters
    ----------
    model : estimator
        A fitted classifier or regressor.
    features : DataFrame
        The rows, with the columns it has learned from.
    probabilities : bool, default=False
        Whether to add a column for each class.

    Returns
    -------
    DataFrame
        ``prediction``, and with `probabilities` one column ``probability of CLASS`` for each class.

    Raises
    ------
    ValueError
        If probabilities are asked for and the model has none.

    Examples
    --------
    >>> from hedgerow import RandomForestClassifier
    >>> table = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0]})
    >>> forest = RandomForestClassifier(random_state=0).fit(table, ["small", "small", "large", "large"])
    >>> answer(forest, table, probabilities=True).columns.tolist()
    ['prediction', 'probability of large', 'probability of small']
    """
    if probabilities and not hasattr(model, "predict_proba"):
        raise ValueError(f"{type(model).__name__} does not predict probabilities. Leave --proba out.")
    answers = {"prediction": np.asarray(model.predict(features))}
    if probabilities:
        shares = np.asarray(model.predict_proba(features))
        answers |= {f"probability of {label}": shares[:, place] for place, label in enumerate(model.classes_)}
    return pd.DataFrame(answers)


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
