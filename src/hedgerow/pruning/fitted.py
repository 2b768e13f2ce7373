"""Pruning of an ensemble that is fitted already."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.base import is_classifier
from sklearn.frozen import FrozenEstimator

from hedgerow.pruning.model_assembly import keep_of_fitted
from hedgerow.pruning.pruned import PrunedEnsembleClassifier, PrunedEnsembleRegressor


def prune(
    ensemble: Any,
    X: Any,
    y: ArrayLike,
    method: Any = "fitselect",
    *,
    n_members: int | float | None = None,
    out_of_bag: bool = False,
    training: tuple[Any, ArrayLike] | None = None,
    sample_weight: ArrayLike | None = None,
    combination: str = "vote",
    n_jobs: int | None = None,
    random_state: int | np.random.RandomState | None = None,
) -> PrunedEnsembleClassifier | PrunedEnsembleRegressor:
    """Keep the members of a fitted ensemble that are worth keeping together.

    Parameters
    ----------
    ensemble : estimator or sequence of estimators
        A fitted ensemble of hedgerow; scikit-learn's bagging, forest, voting, stacking or AdaBoost; a pipeline or a
        search that holds one; or a list of fitted classifiers or regressors.
    X, y : array-like
        Rows that the members were not fitted on, and the truth about them; with `out_of_bag` the very rows that `fit`
        saw.
    method : str or object, default="fitselect"
        As for `PrunedEnsembleClassifier`.
    n_members : int, float or None, default=None
        How many members to keep at most, or which share of them; None for as many as err least.
    out_of_bag : bool, default=False
        Whether X and y are the training rows, and each member is evaluated on those it was not fitted on.
    training : tuple of (X, y) or None, default=None
        The training rows, so `path_` also has the errors out of bag.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.
    combination : {"vote", "mean_probability"}, default="vote"
        How classifiers answer together.
    n_jobs : int or None, default=None
        Members that predict at the same time.
    random_state : int, RandomState or None, default=None
        Where the randomness of a method comes from, if it has any.

    Returns
    -------
    PrunedEnsembleClassifier or PrunedEnsembleRegressor
        Fitted: it predicts with the kept members alone, which it shares with the ensemble.

    Warns
    -----
    UserWarning
        If the members seem to have been trained on the given rows.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from sklearn.ensemble import RandomForestClassifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> forest = RandomForestClassifier(50, random_state=0).fit(X[::2], y[::2])
    >>> pruned = prune(forest, X[1::4], y[1::4], "reduce_error", n_members=9)
    >>> len(pruned.kept_), bool(pruned.score(X[3::4], y[3::4]) > 0.9)
    (9, True)
    """
    members = list(ensemble) if isinstance(ensemble, list | tuple) else None
    given = members if members is not None else FrozenEstimator(ensemble)
    first = members[0] if members else ensemble
    shared = {"method": method, "n_members": n_members, "n_jobs": n_jobs, "random_state": random_state}
    model: PrunedEnsembleClassifier | PrunedEnsembleRegressor
    if is_classifier(first):
        model = PrunedEnsembleClassifier(given, combination=combination, **shared)
    else:
        model = PrunedEnsembleRegressor(given, **shared)
    target = np.asarray(y)
    keep_of_fitted(model, ensemble, X, target, sample_weight, out_of_bag=out_of_bag, training=training)
    return model
