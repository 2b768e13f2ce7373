"""How a table is divided into folds, how sure a mean score over them is, and what the best method will do."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.analysis.comparison import interval_half_width
from hedgerow.foundation.frames import take_fields
from hedgerow.trials.metrics import Metric

Split = tuple[NDArray[np.intp], NDArray[np.intp]]

_SMALL, _MIDDLING, _MOST_ROWS = 300, 1_500, 20_000
# In all divisions together: a forest and a linear model take less than a minute.
_MOST_CELLS_DIVIDED = 2_000_000


@dataclass(frozen=True)
class FoldPlan:
    """How a table is divided for cross-validation.

    Parameters
    ----------
    n_folds, n_repeats : int
        Parts of a division, and divisions.
    n_rows : int
        Rows of the table.
    n_used : int
        Rows that take part; fewer where the table is large.
    n_even : int or None, default=None
        Rows there would be if every class had as many as the rarest; None where that is not known.
    """

    n_folds: int
    n_repeats: int
    n_rows: int
    n_used: int
    n_even: int | None = None

    @property
    def n_splits(self) -> int:
        """How often each method is fitted."""
        return self.n_folds * self.n_repeats

    @property
    def sentence(self) -> str:
        """The plan in words."""
        times = "" if self.n_repeats == 1 else f", {self.n_repeats} times"
        rows = "" if self.n_used == self.n_rows else f" of {self.n_used:,} rows drawn from {self.n_rows:,}"
        return f"{self.n_folds} folds{times}{rows}"

    def split(self, target: Any, *, stratified: bool, random_state: int = 0) -> list[Split]:
        """Divide the rows: pairs of training and test rows.

        Parameters
        ----------
        target : array-like of shape (n_rows,)
            What is predicted.
        stratified : bool
            Whether each part has its share of each class.
        random_state : int, default=0
            Seed of all divisions.

        Returns
        -------
        list of (ndarray, ndarray)
            Those of one division next to each other.
        """
        from sklearn.model_selection import RepeatedKFold, RepeatedStratifiedKFold

        answers = np.asarray(target)
        rows = np.arange(self.n_rows)
        if self.n_used < self.n_rows:
            # A row of each class for each fold, or chance could leave a rare class out of all of them.
            rows = draw_rows(
                answers,
                self.n_used,
                stratified=stratified,
                n_least=self.n_folds,
                random_state=random_state,
            )
        kind = RepeatedStratifiedKFold if stratified else RepeatedKFold
        dividing = kind(n_splits=self.n_folds, n_repeats=self.n_repeats, random_state=random_state)
        with warnings.catch_warnings():
            # A class with fewer rows than folds is absent from some of them; the inspection says which are rare.
            warnings.filterwarnings("ignore", "The least populated class", UserWarning)
            return [(rows[train], rows[test]) for train, test in dividing.split(rows, answers[rows])]


def draw_rows(
    target: Any, n_drawn: int, *, stratified: bool, n_least: int = 5, random_state: int = 0
) -> NDArray[np.intp]:
    """Draw some of the rows of a large table, and none of its classes away.

    Parameters
    ----------
    target : array-like of shape (n_rows,)
        What is predicted.
    n_drawn : int
        How many rows to draw; all of them where there are no more.
    stratified : bool
        Whether a few rows of each class are drawn in any case.
    n_least : int, default=5
        How many of each class, where it has so many.
    random_state : int, default=0
        Seed.

    Returns
    -------
    ndarray of shape (n_drawn,)
        Positions in their order.

    Examples
    --------
    >>> target = np.array(["usual"] * 10_000 + ["rare"] * 3)
    >>> draw_rows(target, 100, stratified=True)[-3:].tolist()
    [10000, 10001, 10002]
    """
    answers = np.asarray(target)
    order = np.random.default_rng(random_state).permutation(len(answers))
    if stratified:
        turn = pd.Series(answers[order]).groupby(answers[order]).cumcount().to_numpy()
        order = order[np.argsort(turn >= n_least, kind="stable")]
    return np.sort(order[:n_drawn])


def plan_folds(
    target: Any,
    task: str,
    *,
    n_features: int = 1,
    n_folds: int | None = None,
    n_repeats: int | None = None,
) -> FoldPlan:
    """Choose folds by the size of a table: repeated ones for small tables, some of the rows of large ones.

    Parameters
    ----------
    target : array-like of shape (n_rows,)
        What is predicted.
    task : {"classification", "regression"}
        What predicting it is.
    n_features : int, default=1
        Columns of the table; wide tables are divided less often.
    n_folds, n_repeats : int or None, default=None
        Chosen by hand.

    Returns
    -------
    FoldPlan

    Raises
    ------
    ValueError
        If there are too few rows, in all or of each class.

    Examples
    --------
    >>> plan_folds([1.5] * 150, "regression").sentence
    '5 folds, 4 times'
    >>> plan_folds([1.5] * 100_000, "regression").sentence
    '5 folds of 20,000 rows drawn from 100,000'
    """
    answers = np.asarray(target)
    n_rows = len(answers)
    for name, given, least in (("n_folds", n_folds, 2), ("n_repeats", n_repeats, 1)):
        if given is not None and given < least:
            raise ValueError(f"{name}={given} must be at least {least}")
    folds = 5 if n_folds is None else n_folds
    if n_rows < 2 * folds:
        raise ValueError(
            f"The table has {n_rows} rows, too few for {folds} folds of 2 rows. Add rows"
            f"{', or choose fewer folds' if n_rows > 3 else ''}."
        )
    n_used, n_even = min(n_rows, _MOST_ROWS), None
    if task == "classification":
        folds, n_even = _fit_to_classes(answers, folds)
        n_even = min(n_even, n_used)
    repeats = 4 if n_rows < _SMALL else 2 if n_rows < _MIDDLING else 1
    repeats = min(repeats, max(1, _MOST_CELLS_DIVIDED // (n_rows * max(n_features, 1))))
    return FoldPlan(folds, repeats if n_repeats is None else n_repeats, n_rows, n_used, n_even)


def _fit_to_classes(answers: NDArray[Any], n_folds: int) -> tuple[int, int]:
    """Fewer folds where the second most common class has fewer rows, because a training set needs two; and `n_even`."""
    labels, counts = np.unique(answers.astype(str), return_counts=True)
    order = np.argsort(-counts, kind="stable")
    if len(counts) < 2:
        raise ValueError(
            f"All rows have the class {str(labels[0])!r}. Add rows of another, or name another target."
        )
    second = int(counts[order[1]])
    if second < 2:
        raise ValueError(
            f"Class {str(labels[order[1]])!r} has 1 row, and a cross-validation needs two classes with 2 rows each. "
            "Add rows, or name another target."
        )
    return min(n_folds, second), len(counts) * int(counts.min())


@dataclass(frozen=True, eq=False)
class Expectation:
    """How well it does to try several methods and to keep the best. Made by `expect_of_best`.

    Parameters
    ----------
    metric : Metric
        What the scores are.
    scores : ndarray of shape (n_splits,)
        On each fold, the score of the method that is best on the other folds of the same division.
    low, high : float
        The 95 % interval of the mean, corrected for folds that share training rows.
    picks : mapping of str to int
        How many folds each method was best for; methods that were never best are left out.
    n_methods : int
        Methods that took part.
    """

    metric: Metric
    scores: NDArray[np.float64]
    low: float
    high: float
    picks: Mapping[str, int]
    n_methods: int

    @property
    def score(self) -> float:
        """Mean score."""
        return float(np.mean(self.scores))

    @property
    def sentence(self) -> str:
        """The estimate in words."""
        write = self.metric.write
        names = sorted(self.picks, key=lambda name: -self.picks[name])
        times = [
            f"{name} {self.picks[name]} times" if self.picks[name] > 1 else f"{name} once" for name in names
        ]
        picked = f"{names[0]} each time" if len(names) == 1 else ", ".join(times)
        return (
            f"From trying {self.n_methods} methods and keeping the best expect {self.metric.title} {write(self.score)} "
            f"({write(self.low)} to {write(self.high)}): the score on each fold of the method that is best on the "
            f"other folds ({picked})."
        )

    def to_dict(self) -> dict[str, Any]:
        """The record as numbers, words and mappings."""
        return take_fields(self, "score", "low", "high", "picks", "sentence")


def expect_of_best(scores: Mapping[str, NDArray[np.float64]], plan: FoldPlan, metric: Metric) -> Expectation:
    """Estimate how well it does to try methods by cross-validation and to keep the best.

    The best of several cross-validated means is optimistic: the more methods there are, the luckier the luckiest is
    (Cawley & Talbot 2010). So the folds that choose a method must not score it. For each fold the method with the best
    mean on the other folds of the same division is chosen, and its score on this fold counts.

    Parameters
    ----------
    scores : mapping of str to ndarray of shape (n_splits,)
        Scores of each method on the same folds, those of one division next to each other. The first of equals is best.
    plan : FoldPlan
        How the table was divided.
    metric : Metric
        What the scores are.

    Returns
    -------
    Expectation

    Notes
    -----
    Luck that does not come from the rows themselves is removed wholly. Some remains where methods differ in what they
    learn from, because the models that choose on the other folds have learned from the rows of this one: of eight
    methods that each look at one column of noise, on 60 rows, the best has a mean accuracy of 0.61, this estimate is
    0.53, and 0.50 is true. Nested cross-validation (Varma & Simon 2006) has no such rest, and takes as many further
    fits for each fold as there are folds. As all scores of a cross-validation, this one is about methods that learn
    from fewer rows than there are.

    References
    ----------
    S. Varma and R. Simon, Bias in error estimation when using cross-validation for model selection, BMC Bioinformatics
    7:91, 2006.
    G. C. Cawley and N. L. C. Talbot, On over-fitting in model selection and subsequent selection bias in performance
    evaluation, Journal of Machine Learning Research 11, 2010, pp. 2079-2107.

    Examples
    --------
    >>> from hedgerow.trials.metrics import METRICS
    >>> lucky = {"one": np.array([0.9, 0.4]), "other": np.array([0.4, 0.8])}
    >>> expect_of_best(lucky, FoldPlan(2, 1, 20, 20), METRICS["accuracy"]).scores
    array([0.4, 0.4])
    """
    names = list(scores)
    # folds[r, f, m]: method m on fold f of division r.
    folds = np.stack([scores[name] for name in names], axis=-1).reshape(-1, plan.n_folds, len(names))
    others = [np.delete(folds, fold, axis=1).mean(axis=1) for fold in range(plan.n_folds)]
    best = metric.gain(np.stack(others, axis=1)).argmax(axis=-1)
    picked = np.take_along_axis(folds, best[..., np.newaxis], axis=-1).ravel()
    low, high = find_interval(picked, plan, metric)
    counts = np.bincount(best.ravel(), minlength=len(names))
    picks = {name: int(count) for name, count in zip(names, counts, strict=True) if count}
    return Expectation(metric, picked, low, high, picks, len(names))


def find_interval(scores: NDArray[np.float64], plan: FoldPlan, metric: Metric) -> tuple[float, float]:
    """The 95 % interval of a mean score: corrected for folds that share rows, and within what the metric allows.

    The t interval of a method without a single error has no width, and would call it perfect for ever. Its interval
    ends where so good a record would be seen once in twenty times: at ``0.05 ** (1 / n)`` of n rows that are all
    right. For metrics that count classes alike, a class counts no more rows than the rarest has; where that is not
    known, a fold counts as one.

    Parameters
    ----------
    scores : ndarray of shape (n_splits,)
        A score for each fold.
    plan : FoldPlan
        How the table was divided.
    metric : Metric
        What the scores are; whatever the t distribution allows, no accuracy is above 1.

    Returns
    -------
    low, high : float
        NaN where a score is.

    Examples
    --------
    >>> from hedgerow.trials.metrics import METRICS
    >>> low, high = find_interval(np.array([1.0, 0.9, 1.0, 1.0, 1.0]), FoldPlan(5, 1, 50, 50), METRICS["accuracy"])
    >>> round(low, 3), high
    (0.897, 1.0)
    """
    if (metric.lowest, metric.highest) == (0.0, 1.0) and (scores == metric.perfect).all():
        n_right = plan.n_used if metric.is_mean else plan.n_even or plan.n_folds
        lost = 1 - 0.05 ** (1 / n_right)
        return (1.0 - lost, 1.0) if metric.higher_is_better else (0.0, lost)
    mean = float(np.mean(scores))
    half = float(interval_half_width(scores, test_to_train=1 / (plan.n_folds - 1)))
    return metric.clip(mean - half), metric.clip(mean + half)
