"""What a score is: accuracy, R² and the others, which way is better, and what a guess would have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import metrics

from hedgerow.foundation.wording import suggest

Asked = Literal["answers", "probabilities", "ratings"]
Guess = Literal["the most common class", "the shares of the classes", "the mean", "the median"]
Measure = Callable[[NDArray[Any], NDArray[Any], NDArray[Any]], float]

_DEFAULTS = {"classification": "accuracy", "regression": "r2"}


@dataclass(frozen=True)
class Metric:
    """A way to score answers.

    Whether more is better is known here and nowhere else: what sorts scores, or looks for the best, asks `gain`.

    Parameters
    ----------
    name : str
        What it is called in Python and on the command line.
    title : str
        What it is called in tables and sentences.
    meaning : str
        What it is, in a few words.
    task : {"classification", "regression"}
        What it scores.
    higher_is_better : bool
        Whether a larger score is a better one; False for errors.
    lowest, highest : float or None
        No score is beyond these; None where there is no bound.
    guess : str
        The best answer of one who knows the training targets only, and not the features.
    measure : callable
        Answers, truth and the labels of all classes make a score.
    asked : {"answers", "probabilities", "ratings"}, default="answers"
        What a model is asked for. Ratings are probabilities, or values of the decision function where there are none.
    has_unit : bool, default=False
        Whether a score is in the unit of the target.
    is_mean : bool, default=False
        Whether a score is the mean of what each row has by itself, so rows can be counted.
    """

    name: str
    title: str
    meaning: str
    task: str
    higher_is_better: bool
    lowest: float | None
    highest: float | None
    guess: Guess
    measure: Measure = field(repr=False)
    asked: Asked = "answers"
    has_unit: bool = False
    is_mean: bool = False

    @property
    def needs_probabilities(self) -> bool:
        """Whether probabilities are scored, and not the answers themselves."""
        return self.asked != "answers"

    def score(self, answers: Any, truth: Any, labels: Any = None) -> float:
        """Score answers.

        Parameters
        ----------
        answers : array-like of shape (n_rows,) or (n_rows, n_classes)
            Classes or numbers; where the metric needs probabilities, a column of them for each of `labels`.
        truth : array-like of shape (n_rows,)
            What is right.
        labels : array-like of shape (n_classes,), default=None
            All classes there are, in order; None for those in `truth`.

        Returns
        -------
        float
            NaN where these rows cannot tell, as R² where all targets are the same.

        Examples
        --------
        >>> METRICS["accuracy"].score(["a", "b"], ["a", "a"])
        0.5
        >>> round(METRICS["log_loss"].score([[0.5, 0.5], [0.5, 0.5]], ["a", "b"]), 3)
        0.693
        """
        right = np.asarray(truth)
        return float(
            self.measure(
                np.asarray(answers), right, np.unique(right) if labels is None else np.asarray(labels)
            )
        )

    def gain(self, score: Any) -> Any:
        """Turn scores so that more is better: errors change their sign.

        Examples
        --------
        >>> METRICS["accuracy"].gain(0.9), METRICS["rmse"].gain(0.9)
        (0.9, -0.9)
        """
        return score if self.higher_is_better else -score

    @property
    def perfect(self) -> float | None:
        """The best score there can be; None where there is no bound."""
        return self.highest if self.higher_is_better else self.lowest

    def clip(self, score: float) -> float:
        """The nearest score that there can be: whatever the t distribution allows, no accuracy is above 1."""
        return float(np.clip(score, self.lowest, self.highest))

    def write(self, score: float, *, signed: bool = False) -> str:
        """A score as text: three decimals, or four digits of what has a unit; one more for a signed difference.

        Examples
        --------
        >>> METRICS["accuracy"].write(0.95), METRICS["rmse"].write(12345.6), METRICS["rmse"].write(0.0123456)
        ('0.950', '12,346', '0.01235')
        >>> METRICS["accuracy"].write(0.015, signed=True)
        '+0.0150'
        """
        sign = "+" if signed else ""
        if not self.has_unit:
            return f"{score:{sign}.{3 + signed}f}"
        return f"{score:{sign},.0f}" if abs(score) >= 999.95 else f"{score:{sign}#.4g}"


def find_metric(name: str | None, task: str) -> Metric:
    """Find a metric by its name.

    Parameters
    ----------
    name : str or None
        A key of `METRICS`; None for accuracy or R².
    task : {"classification", "regression"}
        What it is to score.

    Returns
    -------
    Metric

    Raises
    ------
    LookupError
        If there is no such metric, or it is for the other task.

    Examples
    --------
    >>> find_metric(None, "regression").title
    'R²'
    >>> find_metric("brier", "classification").higher_is_better
    False
    """
    known = [metric.name for metric in METRICS.values() if metric.task == task]
    if name is None:
        return METRICS[_DEFAULTS[task]]
    if name not in METRICS:
        raise LookupError(f"There is no metric {name!r}. {suggest(name, known)}")
    if name not in known:
        raise LookupError(
            f"The metric {name} is for {METRICS[name].task}, and this is {task}. Choose {', '.join(known[:-1])} or "
            f"{known[-1]}."
        )
    return METRICS[name]


METRICS: dict[str, Metric] = {}


def _metric(name: str, title: str, meaning: str, **properties: Any) -> Callable[[Measure], Measure]:
    """Declare a metric by the function that measures it."""

    def declare(measure: Measure) -> Measure:
        METRICS[name] = Metric(name, title, meaning, measure=measure, **properties)
        return measure

    return declare


_CLASSES: dict[str, Any] = {"task": "classification", "lowest": 0.0}
_SHARE = _CLASSES | {"higher_is_better": True, "highest": 1.0, "guess": "the most common class"}
_RATED = _SHARE | {"guess": "the shares of the classes", "asked": "ratings"}
_LOSS = _RATED | {"higher_is_better": False, "asked": "probabilities"}
_NUMBERS: dict[str, Any] = {"task": "regression", "guess": "the mean"}
_ERROR = _NUMBERS | {"higher_is_better": False, "lowest": 0.0, "highest": None, "has_unit": True}


@_metric("accuracy", "accuracy", "share of right answers", is_mean=True, **_SHARE)
def _accuracy(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    return float(np.mean(said == truth))


@_metric(
    "balanced_accuracy",
    "balanced accuracy",
    "share of right answers in each class, all classes counting alike",
    **_SHARE,
)
def _balanced_accuracy(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    # Of the classes that occur among these rows: the recall of others is not defined.
    return float(metrics.recall_score(truth, said, labels=np.unique(truth), average="macro"))


@_metric("auc", "AUC", "area under the ROC curve, the mean over pairs of classes", **_RATED)
def _area(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    return mean_pair_area(said, np.searchsorted(labels, truth))


@_metric("f1", "F1", "harmonic mean of precision and recall, all classes counting alike", **_SHARE)
def _f1(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    return float(metrics.f1_score(truth, said, average="macro", zero_division=0.0))


@_metric("log_loss", "log loss", "mean surprise at the true class, in nats", **_LOSS | {"highest": None})
def _log_loss(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    return float(metrics.log_loss(truth, said, labels=labels))


@_metric("brier", "Brier score", "half of the squared error of the probabilities", is_mean=True, **_LOSS)
def _brier(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    # Halved for any number of classes, so it is at most 1.
    return float(metrics.brier_score_loss(truth, said, labels=labels, scale_by_half=True))


@_metric(
    "r2",
    "R²",
    "share of the variance that is explained",
    higher_is_better=True,
    lowest=None,
    highest=1.0,
    **_NUMBERS,
)
def _r2(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    if np.ptp(truth.astype(np.float64)) == 0:
        return float("nan")  # there is no variance to explain
    return float(metrics.r2_score(truth.astype(np.float64), said))


@_metric("rmse", "RMSE", "root of the mean squared error", **_ERROR)
def _root_mean_squared_error(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    return float(metrics.root_mean_squared_error(truth.astype(np.float64), said))


@_metric("mae", "MAE", "mean absolute error", **_ERROR | {"guess": "the median"})
def _mean_absolute_error(said: NDArray[Any], truth: NDArray[Any], labels: NDArray[Any]) -> float:
    return float(metrics.mean_absolute_error(truth.astype(np.float64), said))


def mean_pair_area(ratings: ArrayLike, truth: ArrayLike) -> float:
    """Mean area under the ROC curve over all pairs of the classes that occur.

    For classes i and j let A(i|j) be the chance that a row of class i has a higher rating for i than a row of class j
    has, ties counting one half. A pair has the area (A(i|j) + A(j|i)) / 2, and with two classes whose ratings are
    opposite, such as probabilities, that is the area under the ROC curve. Shares of classes do not matter.

    Parameters
    ----------
    ratings : array-like of shape (n_rows, n_classes)
        How strongly each row is taken for each class: probabilities or values of a decision function.
    truth : array-like of int of shape (n_rows,)
        The column of each row's class.

    Returns
    -------
    float
        NaN where fewer than two classes occur, or a rating is not a number.

    References
    ----------
    D. J. Hand and R. J. Till, A simple generalisation of the area under the ROC curve for multiple class
    classification problems, Machine Learning 45, 2001, pp. 171-186.

    Examples
    --------
    >>> mean_pair_area([[0.9, 0.1], [0.6, 0.4], [0.7, 0.3], [0.2, 0.8]], [0, 0, 1, 1])
    0.75
    """
    rated, classes = np.asarray(ratings, dtype=np.float64), np.asarray(truth)
    present, places, counts = np.unique(classes, return_inverse=True, return_counts=True)
    if len(present) < 2 or np.isnan(rated).any():
        return float("nan")
    # beaten[i, j] is A(i|j). Sorting the ratings once for each class is far less work than a curve for each pair.
    beaten = np.array(
        [
            np.bincount(places, _share_above(rated[:, label], places == place), minlength=len(present))
            for place, label in enumerate(present)
        ]
    )
    beaten /= counts
    pairs = ~np.eye(len(present), dtype=np.bool_)
    return float(beaten[pairs].mean())


def _share_above(ratings: NDArray[np.float64], own: NDArray[np.bool_]) -> NDArray[Any]:
    """For each row the share of the class's own rows that are rated higher, with half of those rated alike."""
    sorted_own = np.sort(ratings[own])
    below = np.searchsorted(sorted_own, ratings, side="left")
    not_above = np.searchsorted(sorted_own, ratings, side="right")
    return 1.0 - (below + not_above) / (2 * len(sorted_own))
