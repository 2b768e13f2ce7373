"""Slow and obvious twins of what wrappers do."""

from itertools import chain, combinations

import numpy as np
from sklearn.base import clone
from sklearn.model_selection import StratifiedKFold, cross_val_score

from hedgerow.search.scores import SubsetScores


def scores_of(score, n_units, calls=None):
    """Scores of subsets by a function of a set of numbers."""

    def evaluate(masks):
        if calls is not None:
            calls.extend(frozenset(np.flatnonzero(mask).tolist()) for mask in masks)
        return np.array([[score(frozenset(np.flatnonzero(mask).tolist()))] for mask in masks], float)

    return SubsetScores(n_units, evaluate)


def every_subset(n_units):
    return map(
        frozenset, chain.from_iterable(combinations(range(n_units), size) for size in range(n_units + 1))
    )


def forward(score, n_units):
    """Add while the score strictly rises."""
    current = frozenset()
    while len(current) < n_units:
        best = max(
            (current | {unit} for unit in range(n_units) if unit not in current),
            key=lambda s: (score(s), -max(s - current)),
        )
        if score(best) <= score(current):
            return current
        current = best
    return current


def backward(score, n_units):
    """Remove while the score does not fall below the best."""
    current, top = frozenset(range(n_units)), score(frozenset(range(n_units)))
    while current:
        best = max((current - {unit} for unit in sorted(current)), key=lambda s: (score(s), max(current - s)))
        if score(best) < top:
            return current
        current, top = best, max(top, score(best))
    return current


def forward_by_scikit_learn(estimator, X, y, folds):
    """Forward search with cross_val_score, against the commonest class."""
    chosen, top = [], np.bincount(y).max() / len(y)
    while len(chosen) < X.shape[1]:
        tried = {
            column: cross_val_score(clone(estimator), X[:, sorted([*chosen, column])], y, cv=folds).mean()
            for column in range(X.shape[1])
            if column not in chosen
        }
        best = max(tried, key=tried.get)
        if tried[best] <= top:
            break
        chosen, top = [*chosen, best], tried[best]
    return sorted(chosen), top


def stratified(seed):
    return StratifiedKFold(5, shuffle=True, random_state=seed)


def hull_area(fpr, tpr):
    """Area under the best mixtures of any two points, by trying all of them."""
    x, y = np.r_[0.0, fpr, 1.0], np.r_[0.0, tpr, 1.0]
    places = np.unique(x)
    heights = []
    for place in places:
        best = 0.0
        for i in range(x.size):
            for j in range(x.size):
                if x[i] <= place <= x[j]:
                    share = 0.0 if x[i] == x[j] else (place - x[i]) / (x[j] - x[i])
                    low = max(y[i], y[j]) if x[i] == x[j] else (1 - share) * y[i] + share * y[j]
                    best = max(best, low)
        heights.append(best)
    return float(np.trapezoid(heights, places))
