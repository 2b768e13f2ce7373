"""Recursive elimination with a linear support vector machine."""

from __future__ import annotations

import math
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.svm import LinearSVC, LinearSVR

from hedgerow.foundation.constraints import Count, Number, Share
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.selector import SelectionResult, Selector

_MOST_PASSES = (
    5000  # of a machine over the rows; scikit-learn's 1,000 are too few for columns that repeat each other
)


@configurable
class SVMRFESelector(Selector):
    """Fit a linear support vector machine, drop the feature with the smallest weight, and fit again.

    The weight of a feature is w^2, summed over the one-versus-rest problems where there are more than two classes.
    It is a baseline: it looks at what a linear machine makes use of, not at what the target depends on, and how many
    features to keep must be known.

    Parameters
    ----------
    n_features : int or float, default=0.5
        How many features to keep; a float is a share of them.
    step : int or float, default=1
        How many features go at a time; a float is a share of those that are left, at least one.
    C : float, default=1.0
        Cost of errors of the machine.
    task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when nothing is found; that does not happen here.
    random_state : int, RandomState or None, default=0
        For machines with more rows than columns, whose rows are visited in a random order.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        The last `n_features` that were left.
    scores_ : ndarray of shape (n_features,)
        Place of each feature, counted from the first one dropped: the larger, the later it went.
    p_values_ : None
        Weights have no p-values.
    ranking_ : ndarray of int of shape (n_features,)
        1 is the last feature left.

    See Also
    --------
    CausalSelector

    Notes
    -----
    Numbers are standardised, with the weights of the rows. A category with k values is k indicator columns, whose
    squares are summed; a missing category is a category, and a missing number the mean. For a target of values the
    machine is one for regression, and the target is standardised, too. Of equal weights the lower column number stays
    longer. The ranking goes down to the last feature, whatever `n_features` is.

    Cost: One machine for each step; a share as step makes their number logarithmic in F.

    References
    ----------
    I. Guyon, J. Weston, S. Barnhill and V. Vapnik, Gene selection for cancer classification using support vector
    machines, Machine Learning 46, 2002.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.selection import SVMRFESelector
    >>> sample = datasets.make_network(500, random_state=0)
    >>> selector = SVMRFESelector(2).fit(sample.table().features, sample.y)
    >>> selector.get_feature_names_out().tolist()
    ['D', 'E']
    """

    n_features: float = parameter(Count() | Share(), default=0.5, kw_only=False)
    step: float = parameter(Count() | Share(), default=1)
    C: float = parameter(Number(0, closed="neither"), default=1.0)
    random_state: int | np.random.RandomState | None = 0

    _remedy: ClassVar[str] = "keep more features"

    ranking_: NDArray[np.intp] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        n_kept = _count(self.n_features, training.n_features)
        table, owner = standardise(training)
        left = np.arange(training.n_features)
        dropped: list[int] = []
        while left.size > 1:
            columns = np.flatnonzero(np.isin(owner, left))
            weights = np.zeros(training.n_features)
            np.add.at(weights, owner[columns], self._weigh(table[:, columns], training))
            n_going = min(_count(self.step, left.size), left.size - 1)
            if left.size > n_kept:  # the chosen number is passed by, not over
                n_going = min(n_going, left.size - n_kept)
            going = find_least(weights[left], n_going)
            dropped += left[going].tolist()
            left = np.delete(left, going)
        order = np.array([*dropped, *left.tolist()], np.intp)
        scores = np.empty(training.n_features)
        scores[order] = np.arange(1, training.n_features + 1)
        self.ranking_ = (training.n_features + 1 - scores).astype(np.intp)
        return SelectionResult(scores, self.ranking_ <= n_kept)

    def _weigh(self, table: NDArray[np.float64], training: TrainingSet) -> NDArray[np.float64]:
        """Squared weight of each column."""
        wide = table.shape[1] > table.shape[0]
        if training.classes is not None:
            machine = LinearSVC(C=self.C, dual=wide, max_iter=_MOST_PASSES, random_state=self.random_state)
            y = training.y
        else:
            machine = LinearSVR(
                C=self.C,
                dual=wide,
                loss="squared_epsilon_insensitive",
                max_iter=_MOST_PASSES,
                random_state=self.random_state,
            )
            y = (training.y - np.average(training.y, weights=training.weights)) / training.y.std()
        machine.fit(table, y, sample_weight=training.weights)
        return np.asarray((np.atleast_2d(machine.coef_) ** 2).sum(axis=0))


def find_least(weights: NDArray[np.float64], n: int) -> NDArray[np.intp]:
    """Places of the smallest weights, the smallest first; of equal ones the last goes first.

    Examples
    --------
    >>> find_least(np.array([0.9, -0.1, 0.5, -0.7]) ** 2, 1)
    array([1])
    >>> find_least(np.zeros(3), 2)
    array([2, 1])
    """
    return np.lexsort((-np.arange(weights.size), weights))[:n]


def standardise(training: TrainingSet) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Numbers of mean 0 and deviation 1, indicators of categories, and the feature that each column belongs to.

    Parameters
    ----------
    training : TrainingSet
        The table.

    Returns
    -------
    table : ndarray of shape (n_samples, n_columns)
    owner : ndarray of int of shape (n_columns,)
    """
    weights = training.counts
    blocks, owner = [], []
    for feature, column in enumerate(np.asarray(training.X, np.float64).T):
        is_missing = np.isnan(column)
        if training.categorical[feature]:
            codes = np.where(is_missing, -1.0, column)
            block = (codes[:, None] == np.unique(codes)).astype(np.float64)
        else:
            known = weights * ~is_missing
            mean = known @ np.nan_to_num(column) / known.sum() if known.any() else 0.0
            block = np.where(is_missing, mean, column)[:, None]
        block -= weights @ block / weights.sum()
        scale = np.sqrt(weights @ block**2 / weights.sum())
        blocks.append(block / np.where(scale > 1e-12, scale, 1.0))
        owner += [feature] * block.shape[1]
    return np.hstack(blocks), np.array(owner, np.intp)


def _count(number: Any, n_features: int) -> int:
    """A number of features, or that share of them."""
    if isinstance(number, float | np.floating):
        return max(1, math.floor(number * n_features))
    return min(int(number), n_features)
