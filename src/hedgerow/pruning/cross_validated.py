"""FitSelect as published: forests on folds, one alpha for all, and the selected trees in one committee."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.model_selection import KFold, StratifiedKFold

from hedgerow.foundation.constraints import Count
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import Progress
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.pruning.committee import Committee, Part
from hedgerow.pruning.committee_errors import Evaluator, make_evaluator
from hedgerow.pruning.evaluation_outputs import predict_rows
from hedgerow.pruning.fitselect import ALPHAS, FitSelect
from hedgerow.pruning.models import (
    COMBINATIONS,
    CommitteeClassifier,
    CommitteeRegressor,
    choose_ensemble,
    fit_weighted,
)
from hedgerow.pruning.search import SIZES, Search, count_members


@configurable
class _FitSelect:
    """What the classifier and the regressor share."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(Count(), default=500)
    n_folds: int = parameter(Count(2), default=3)
    n_members: int | float | None = parameter(SIZES, default=None)
    alphas: Any = parameter(ALPHAS, default=None)
    step: int = parameter(Count(), default=1)
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    alpha_: float = fitted()
    alphas_: pd.DataFrame = fitted()
    searches_: list[Search] = fitted()
    n_members_before_: int = fitted()

    def _fit(self: Any, training: TrainingSet, table: Any) -> None:
        n_rows = training.n_samples
        if n_rows < self.n_folds:
            raise ValueError(f"n_folds={self.n_folds} is more than n_samples={n_rows}; use fewer folds")
        *seeds, split_seed = (int(seed) for seed in self._draw_seeds(self.n_folds + 1))
        ensembles: list[Any] = []
        folds = self._split(training.y, split_seed)
        with Progress(len(folds), f"{type(self).__name__}: folds", verbose=self.verbose > 0) as progress:
            for seed, (inside, _) in zip(seeds, folds, strict=True):
                ensemble = self._prepare(choose_ensemble(self, self.n_estimators), seed)
                ensembles.append(fit_weighted(ensemble, training.select(inside)))
                progress.advance(1)
        evaluators = [
            self._ask(ensemble, training.select(held))
            for ensemble, (_, held) in zip(ensembles, folds, strict=True)
        ]
        n_kept = count_members(self.n_members, evaluators[0].outputs.n_members)
        method = FitSelect(self.alphas, self.step)
        self.searches_ = method.search_together(evaluators, n_kept, self.n_jobs)
        self._keep(ensembles, evaluators)

    def _ask(self: Any, ensemble: Any, held: TrainingSet) -> Evaluator:
        if hasattr(ensemble, "classes_"):  # members cannot be asked about a class that they have never met
            held = held.select(np.isin(held.y, ensemble.classes_))
        weights = None if held.weights is None or not held.weights.any() else held.weights
        said = predict_rows(ensemble, held.X, held.y, weights, soft=self._soft, n_jobs=self.n_jobs)
        return make_evaluator(said, soft=self._soft)

    def _keep(self: Any, ensembles: list[Any], evaluators: list[Evaluator]) -> None:
        parts = tuple(
            Part.keep(ensemble, search.kept, search.combination_weights)
            for ensemble, search in zip(ensembles, self.searches_, strict=True)
        )
        self.committee_ = Committee(parts, getattr(self, "classes_", None), not self._soft)
        starts = np.cumsum([0, *(evaluator.outputs.n_members for evaluator in evaluators)])
        self.kept_ = np.concatenate(
            [search.kept + start for search, start in zip(self.searches_, starts[:-1], strict=True)]
        )
        self.n_members_before_ = int(starts[-1])
        found = self.searches_[0].found
        self.alpha_ = found["alpha"]
        self.alphas_ = pd.DataFrame(found["tried"]).assign(chosen=lambda t: t["alpha"] == self.alpha_)
        frames = [search.frame().rename(columns={"error": "validation_error"}) for search in self.searches_]
        self.path_ = pd.concat(frames, keys=range(len(frames)), names=["fold", None]).reset_index(
            level="fold"
        )

    def _split(self: Any, y: NDArray[Any], seed: int) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        kind = KFold
        if hasattr(self, "classes_") and np.unique(y, return_counts=True)[1].min() >= self.n_folds:
            kind = StratifiedKFold
        return list(kind(self.n_folds, shuffle=True, random_state=seed).split(np.zeros(len(y)), y))


@configurable
class FitSelectClassifier(_FitSelect, CommitteeClassifier):
    r"""The fittest trees of several forests, each chosen on the fold that its forest was not fitted on.

    The rows are cut into folds. For each fold a forest is grown on the others, and its trees are ranked by a mixture of
    their accuracy on the fold and of how much they differ there (see `hedgerow.pruning.FitSelect`). The mixture
    :math:`\alpha` that is best on average over the folds is taken for all; each ranking is cut where its vote is best,
    and what is left of all forests votes together.

    Parameters
    ----------
    estimator : classifier or None, default=None
        The ensemble that is grown for each fold; a random forest of `n_estimators` trees when None.
    n_estimators : int, default=500
        Trees of each forest where `estimator` is None.
    n_folds : int, default=3
        Number of folds, and so of forests.
    n_members : int, float or None, default=None
        Members to keep of each forest, or which share; None for as many as are best.
    alphas : array-like of float or None, default=None
        Shares of the accuracy that are tried; None for 0, 0.1, ..., 1.
    step : int, default=1
        Numbers of members that are tried are multiples of it; published numbers are multiples of 10.
    combination : {"vote", "mean_probability"}, default="vote"
        How the members answer together, and by which answer the rankings are cut.
    n_jobs : int or None, default=None
        Passed on to the forests; it never changes a result.
    random_state : int, RandomState or None, default=None
        Where the randomness comes from; an int also seeds the forests.
    verbose : int, default=0
        Whether to show progress.

    Attributes
    ----------
    alpha_ : float
        The share of the accuracy that was best.
    alphas_ : DataFrame
        Mean error and number of members for each alpha.
    kept_ : ndarray
        Positions of the kept members, those of all forests numbered through.
    path_ : DataFrame
        Error against the number of members of each forest, on its fold.
    searches_ : list of Search
        What was considered, one per fold.
    member_weights_, estimators_, n_members_, n_members_before_, classes_, n_classes_
        As for `PrunedEnsembleClassifier`.

    Notes
    -----
    A tie of votes goes to the lower class. The paper scores AUC by means of class distributions: take
    ``combination="mean_probability"`` for those. A forest sees only a part of the rows, so compare the result with a
    forest of all of them.

    References
    ----------
    H. Elghazel, A. Aussem and F. Perraud, Trading-off diversity and accuracy for optimal ensemble tree selection in
    random forests, SUEMA 2010.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = FitSelectClassifier(n_estimators=50, random_state=0).fit(X[::2], y[::2])
    >>> model.n_members_ < model.n_members_before_ == 150
    True
    >>> bool(model.score(X[1::2], y[1::2]) > 0.93)
    True
    """

    combination: str = parameter(COMBINATIONS, default="vote")


class FitSelectRegressor(_FitSelect, CommitteeRegressor):
    """The fittest trees of several regression forests, each chosen on the fold that its forest was not fitted on.

    Parameters
    ----------
    estimator : regressor or None, default=None
        The ensemble that is grown for each fold; a random forest of `n_estimators` trees when None.
    n_estimators, n_folds, n_members, alphas, step, n_jobs, random_state, verbose
        As for `FitSelectClassifier`.

    Attributes
    ----------
    alpha_, alphas_, kept_, path_, searches_, member_weights_, estimators_, n_members_, n_members_before_
        As for `FitSelectClassifier`; errors are root mean squares.

    Notes
    -----
    The paper is about classes; see `hedgerow.pruning.FitSelect` for what accuracy and diversity are here.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> X, y = load_diabetes(return_X_y=True)
    >>> model = FitSelectRegressor(n_estimators=30, random_state=0).fit(X[::2], y[::2])
    >>> bool(model.score(X[1::2], y[1::2]) > 0.3)
    True
    """
