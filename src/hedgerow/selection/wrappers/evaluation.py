"""How good is a subset, and what is a search for one worth? Models learn from some rows and are scored on others."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from itertools import chain, pairwise, product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats
from sklearn import config_context
from sklearn.base import ClassifierMixin, clone
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.metrics import check_scoring
from sklearn.model_selection import KFold, StratifiedKFold
from sklearn.pipeline import Pipeline
from sklearn.utils import get_tags
from sklearn.utils.parallel import delayed
from sklearn.utils.validation import has_fit_parameter

from hedgerow.foundation.threads import count_threads
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.groups import Units
from hedgerow.selection.wrappers.subset_table import SubsetTable

Fold = tuple[NDArray[np.intp], NDArray[np.intp]]
_CHUNKS_PER_JOB = 4  # a few, so a worker that is done early has something left to take
_ALPHA = 0.05  # of the test that finds a search too optimistic


@dataclass(frozen=True, eq=False)
class SubsetEvaluation:
    """An estimator, a table, and how the two are scored on a subset.

    Parameters
    ----------
    estimator : estimator
        Copied for every fit.
    scorer : callable
        A scikit-learn scorer; larger is better.
    design : SubsetTable
        The table as the estimator sees it.
    y : ndarray of shape (n_samples,)
        Class labels, or values.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows, in learning and in scoring.
    units : Units
        What subsets are made of.
    is_regression : bool
        Whether the target is a value.
    out_of_bag : bool, default=False
        Whether the estimator bags, and is scored out of bag about the rows that it learned from.
    """

    estimator: Any
    scorer: Any
    design: SubsetTable
    y: NDArray[Any]
    weights: NDArray[np.float64] | None
    units: Units
    is_regression: bool
    out_of_bag: bool = False

    def measure(self, mask: NDArray[np.bool_], train: NDArray[np.intp], test: NDArray[np.intp]) -> float:
        """Score about some rows after learning from others.

        Without any feature, the answer is the commonest class or the mean.
        """
        features = np.flatnonzero(self.units.spread(mask))
        if features.size == 0:
            estimator = DummyRegressor() if self.is_regression else DummyClassifier()
            seen, asked = np.zeros((train.size, 1)), np.zeros((test.size, 1))
        else:
            estimator = clone(self.estimator)
            seen, asked = self.design.take(features, train), self.design.take(features, test)
        try:
            estimator.fit(seen, self.y[train], **self._weigh(train))
            if self.out_of_bag and features.size and np.array_equal(train, test):
                return float(estimator.oob_score_)
            return float(self.scorer(estimator, asked, self.y[test], **self._weigh(test)))
        except Exception as error:
            names = [name for name, is_in in zip(self.units.names, mask, strict=True) if is_in]
            raise ValueError(
                f"{type(self.estimator).__name__} could not be fitted and scored on the features {names[:5]}"
                f"{' and more' if len(names) > 5 else ''}: {error}"
            ) from error

    def _weigh(self, rows: NDArray[np.intp]) -> dict[str, NDArray[np.float64]]:
        return {} if self.weights is None else {"sample_weight": self.weights[rows]}

    def measure_all(
        self, masks: NDArray[np.bool_], folds: list[Fold], pool: Any, n_jobs: int | None
    ) -> NDArray[np.float64]:
        """Scores of several subsets in several folds, of shape (n_masks, n_folds)."""
        tasks = list(product(range(len(masks)), range(len(folds))))
        n_chunks = min(len(tasks), _CHUNKS_PER_JOB * count_threads(n_jobs))
        if n_chunks <= _CHUNKS_PER_JOB:
            found = self._measure_some(masks, folds, tasks)
        else:
            edges = np.linspace(0, len(tasks), n_chunks + 1).astype(int)
            parts = pool(
                delayed(self._measure_some)(masks, folds, tasks[start:end]) for start, end in pairwise(edges)
            )
            found = list(chain.from_iterable(parts))
        return np.array(found).reshape(len(masks), len(folds))

    def _measure_some(
        self, masks: NDArray[np.bool_], folds: list[Fold], tasks: list[tuple[int, int]]
    ) -> list[float]:
        # Whether the table has gaps is known, and need not be found out again in every fit.
        with config_context(assume_finite=self.design.is_finite):
            return [self.measure(masks[mask], *folds[fold]) for mask, fold in tasks]


def find_scorer(estimator: Any, scoring: Any) -> Any:
    """The scorer that a user means; the share of right answers, the usual one, in a quick way.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> find_scorer(GaussianNB(), None) is share_right
    True
    """
    # scikit-learn checks labels and answers at length, which takes as long as a small fit.
    is_usual = getattr(type(estimator), "score", None) is ClassifierMixin.score
    if (scoring is None or scoring == "accuracy") and is_usual:
        return share_right
    return check_scoring(estimator, scoring=scoring)


def share_right(
    estimator: Any, X: Any, y: NDArray[Any], sample_weight: NDArray[np.float64] | None = None
) -> float:
    """Share of the rows about which a classifier is right, a scorer of scikit-learn's kind."""
    return float(np.average(estimator.predict(X) == y, weights=sample_weight))


def refuse_weights(estimator: Any, training: TrainingSet) -> None:
    """Refuse weights of the rows where an estimator takes none."""
    if training.weights is not None and not has_fit_parameter(estimator, "sample_weight"):
        raise ValueError(
            f"{type(estimator).__name__} takes no sample_weight in `fit`; leave the weights out or pass "
            "another estimator"
        )


def may_fill_gaps(estimator: Any) -> bool:
    """Whether missing values may be passed on; a pipeline does not say whether a step fills gaps, so it may try."""
    return isinstance(estimator, Pipeline) or (
        hasattr(estimator, "fit") and bool(get_tags(estimator).input_tags.allow_nan)
    )


def make_folds(
    cv: Any, rows: NDArray[np.intp], y: NDArray[Any], *, stratified: bool, seed: int
) -> list[Fold]:
    """Deal rows into folds to learn from and to be scored on.

    Parameters
    ----------
    cv : int, splitter or "oob"
        Number of folds, which are shuffled, each class in equal parts; a scikit-learn splitter; or one fold of all
        rows, to be scored out of bag.
    rows : ndarray of int
        The rows to deal.
    y : ndarray of shape (n_samples,)
        The target of all rows.
    stratified : bool
        Whether the target is a class.
    seed : int
        Of the shuffling, and of a splitter that has no seed.

    Returns
    -------
    list of (train, test)
        Row numbers.

    Examples
    --------
    >>> folds = make_folds(2, np.array([0, 1, 4, 5]), np.array([0, 0, 9, 9, 1, 1]), stratified=True, seed=0)
    >>> sorted(np.concatenate([test for _, test in folds]).tolist())
    [0, 1, 4, 5]
    """
    if isinstance(cv, str) and cv == "oob":
        return [(rows, rows)]
    if isinstance(cv, int | np.integer) and not isinstance(cv, bool):
        if not 2 <= cv <= rows.size:
            raise ValueError(
                f"cv={cv} folds of {rows.size} rows; ask for 2 or more, and no more than there are rows"
            )
        kind = StratifiedKFold if stratified else KFold
        splitter = kind(n_splits=int(cv), shuffle=True, random_state=seed % 2**32)
    elif hasattr(cv, "split"):
        splitter = copy(cv)
        if hasattr(splitter, "random_state") and not isinstance(splitter.random_state, int | np.integer):
            splitter.random_state = seed % 2**32  # another one for every call would make scores incomparable
    else:
        raise ValueError(
            f"cv={cv!r} must be a number of folds, 'oob', or a splitter such as KFold(5), which can also deal out the "
            "rows of a nested search; lists of rows cannot"
        )
    return [(rows[train], rows[test]) for train, test in splitter.split(rows[:, None], y[rows])]


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


def seed_copy(estimator: Any, seed: int) -> Any:
    """Copy an estimator, and seed every `random_state` that the user has left open.

    A RandomState counts as open: several copies would draw from it in whatever order they run.

    Parameters
    ----------
    estimator : estimator
        It is not changed.
    seed : int
        The seed.

    Returns
    -------
    estimator

    Examples
    --------
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> seed_copy(DecisionTreeClassifier(random_state=7), 0).random_state
    7
    >>> isinstance(seed_copy(DecisionTreeClassifier(), 0).random_state, int)
    True
    """
    copy = clone(estimator)
    free = sorted(
        name
        for name, value in copy.get_params(deep=True).items()
        if name.split("__")[-1] == "random_state" and not isinstance(value, int | np.integer)
    )
    states = np.random.SeedSequence(seed).generate_state(len(free))
    return copy.set_params(**{name: int(state) for name, state in zip(free, states, strict=True)})
