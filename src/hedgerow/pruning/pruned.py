"""An ensemble that is pruned on rows that its members were not fitted on: grown first, or fitted already."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import is_classifier
from sklearn.frozen import FrozenEstimator
from sklearn.model_selection import train_test_split

from hedgerow.foundation.constraints import Number, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.outputs import Outputs
from hedgerow.pruning.model_assembly import keep, keep_of_fitted, leaves_rows_out
from hedgerow.pruning.models import (
    COMBINATIONS,
    CommitteeClassifier,
    CommitteeRegressor,
    choose_ensemble,
    fit_weighted,
)
from hedgerow.pruning.search import METHODS, SIZES, Search


@configurable
class _PrunedEnsemble:
    """What pruned classifiers and regressors share."""

    estimator: Any = parameter(default=None, kw_only=False)
    method: Any = parameter(METHODS, default="fitselect")
    n_members: int | float | None = parameter(SIZES, default=None)
    validation: str = parameter(Word("auto", "out_of_bag", "holdout"), default="auto")
    validation_fraction: float = parameter(Number(0, 1, "neither"), default=0.3)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None

    search_: Search | None = fitted()
    n_members_before_: int = fitted()

    def _fit(self: Any, training: TrainingSet, table: Any) -> None:
        if isinstance(self.estimator, FrozenEstimator):
            fitted_one = self.estimator.estimator
            keep_of_fitted(self, fitted_one, training.X, training.y, training.weights, table=table)
            return
        fit_seed, split_seed, _ = self._draw_seeds(3)
        ensemble = self._prepare(choose_ensemble(self), int(fit_seed))

        def ask(rows: TrainingSet, *, out_of_bag: bool) -> Outputs:
            return Outputs.from_estimator(
                ensemble,
                rows.X,
                rows.y,
                out_of_bag=out_of_bag,
                sample_weight=rows.weights,
                n_jobs=self.n_jobs,
            )

        if self.validation != "holdout":
            fit_weighted(ensemble, training)
            if self.validation == "out_of_bag" or leaves_rows_out(ensemble, training.n_samples):
                keep(self, ensemble, {"out_of_bag_error": ask(training, out_of_bag=True)}, table)
                return
        inside, held = self._hold_out(training.y, int(split_seed))
        learned = training.select(inside)
        fit_weighted(ensemble, learned)
        evaluated = {"validation_error": ask(training.select(held), out_of_bag=False)}
        if leaves_rows_out(ensemble, len(inside)):
            evaluated["out_of_bag_error"] = ask(learned, out_of_bag=True)
        keep(self, ensemble, evaluated, table[held])

    def _hold_out(self: Any, y: NDArray[Any], seed: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        strata = None
        if is_classifier(self):
            counts = np.unique(y, return_counts=True)[1]
            n_held = int(np.ceil(self.validation_fraction * len(y)))
            can_stratify = counts.min() > 1 and len(counts) <= min(n_held, len(y) - n_held)
            strata = y if can_stratify else None
        inside, held = train_test_split(
            np.arange(len(y)), test_size=self.validation_fraction, random_state=seed, stratify=strata
        )
        if is_classifier(self):  # members cannot be asked about a class that they have never met
            held = held[np.isin(y[held], y[inside])]
        return np.sort(inside), np.sort(held)


@configurable
class PrunedEnsembleClassifier(_PrunedEnsemble, CommitteeClassifier):
    """Grow an ensemble, and keep the members that are worth keeping together.

    Members are chosen by their predictions for rows that they were not fitted on: out of bag where each member left
    rows out, else on rows that are held out before the ensemble is grown. The kept members vote.

    Parameters
    ----------
    estimator : classifier or None, default=None
        The ensemble: hedgerow's, scikit-learn's bagging, forests, voting or AdaBoost, or a pipeline that ends in one; a
        random forest of 100 trees when None. A fitted one in a `sklearn.frozen.FrozenEstimator` is not grown again, and
        `fit` chooses by the given rows.
    method : str or object, default="fitselect"
        How members are chosen: "best", "cluster", "fitselect", "forward", "genetic", "hull", "instance", "kappa",
        "margin_distance", "opitz", "reduce_error", or one of the objects of `hedgerow.pruning`.
    n_members : int, float or None, default=None
        How many members to keep at most, or which share of them; None for as many as err least.
    validation : {"auto", "out_of_bag", "holdout"}, default="auto"
        By which rows members are evaluated; "auto" goes out of bag where it can.
    validation_fraction : float, default=0.3
        Share of the rows that is held out.
    combination : {"vote", "mean_probability"}, default="vote"
        How the kept members answer together, and by which answer they are chosen.
    n_jobs : int or None, default=None
        Passed on to the ensemble; it never changes a result.
    random_state : int, RandomState or None, default=None
        Where the randomness comes from; an int also seeds the ensemble.

    Attributes
    ----------
    kept_ : ndarray
        Positions of the kept members in the ensemble, in the order in which they were chosen.
    path_ : DataFrame
        Error against the number of members, as far as the method looked: on the rows that chose, and out of bag where
        both are known.
    search_ : Search or None
        The search itself; None for "instance".
    member_weights_ : ndarray
        How much each kept member counts.
    estimators_ : list
        The kept members, shared with the ensemble.
    n_members_, n_members_before_ : int
        How many members are kept, and of how many.
    classes_, n_classes_, n_features_in_, feature_names_in_
        As for `EnsembleClassifier`.

    Notes
    -----
    The error of the chosen committee in `path_` is the best of many and flatters. Evaluate a pruned ensemble on rows
    that had no part in it.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> pruned = PrunedEnsembleClassifier(n_members=15, random_state=0).fit(X, y)
    >>> pruned.n_members_, pruned.n_members_before_
    (15, 100)
    """

    combination: str = parameter(COMBINATIONS, default="vote")


class PrunedEnsembleRegressor(_PrunedEnsemble, CommitteeRegressor):
    """Grow a regression ensemble, and keep the members that are worth keeping together.

    Parameters
    ----------
    estimator : regressor or None, default=None
        The ensemble; a random forest of 100 trees when None.
    method : str or object, default="fitselect"
        How members are chosen: "best", "cluster", "fitselect", "forward", "genetic", "hull", "kappa", "opitz",
        "reduce_error", or one of the objects of `hedgerow.pruning`. Pairs are alike by the correlation of their errors.
    n_members, validation, validation_fraction, n_jobs, random_state
        As for `PrunedEnsembleClassifier`.

    Attributes
    ----------
    kept_, path_, search_, member_weights_, estimators_, n_members_, n_members_before_
        As for `PrunedEnsembleClassifier`; errors are root mean squares.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> pruned = PrunedEnsembleRegressor(n_members=10, random_state=0).fit(X, y)
    >>> pruned.predict(X).shape, len(pruned.kept_)
    ((442,), 10)
    """


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
