"""Random subspaces: each member sees some of the features; how many, a search may find out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn import get_config
from sklearn.base import clone
from sklearn.model_selection import cross_val_score

from hedgerow.combination.protocol import COMBINATIONS
from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Count, Flag, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.resampling import Bootstrap, Full
from hedgerow.views import Subspace
from hedgerow.views.columns import SIZES, count_features

if TYPE_CHECKING:
    import pandas as pd


def list_sizes(n_features: int) -> NDArray[np.intp]:
    """List the subset sizes to try: all of them up to 20, else 15 evenly spread ones.

    Examples
    --------
    >>> list_sizes(4)
    array([1, 2, 3, 4])
    >>> list_sizes(85)
    array([ 1,  7, 13, 19, 25, 31, 37, 43, 49, 55, 61, 67, 73, 79, 85])
    """
    if n_features <= 20:
        return np.arange(1, n_features + 1)
    return np.linspace(1, n_features, 15).round().astype(np.intp)


def score_sizes(
    ensemble: Any,
    X: Any,
    y: ArrayLike,
    sample_weight: ArrayLike | None,
    sizes: NDArray[np.intp],
    n_trial_estimators: int,
) -> pd.DataFrame:
    """Score small ensembles of each subset size, out of bag if they bootstrap, else by cross-validation.

    Parameters
    ----------
    ensemble : RandomSubspaceClassifier or RandomSubspaceRegressor
        The ensemble whose size is sought; it is not changed.
    X, y, sample_weight
        The training data.
    sizes : ndarray
        The sizes to try.
    n_trial_estimators : int
        Number of members of each small ensemble.

    Returns
    -------
    DataFrame
        Columns `size`, `score` and `chosen`; the best score is chosen, the smaller size where scores are
        equal.
    """
    trial = clone(ensemble).set_params(n_estimators=n_trial_estimators, warm_start=False, verbose=0)
    scores = []
    for size in sizes:
        trial.set_params(max_features=int(size))
        scores.append(_score(trial, X, y, sample_weight))
    import pandas as pd

    table = pd.DataFrame({"size": sizes, "score": scores})
    return table.assign(chosen=table.index == int(np.argmax(scores)))


def _score(trial: Any, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> float:
    if trial.bootstrap:
        return float(trial.set_params(oob_score=True).fit(X, y, sample_weight).oob_score_)
    trial.set_params(oob_score=False)
    if sample_weight is not None and get_config()["enable_metadata_routing"]:
        trial.set_fit_request(sample_weight=True).set_score_request(sample_weight=False)
    parameters = {} if sample_weight is None else {"sample_weight": sample_weight}
    return float(cross_val_score(trial, X, y, params=parameters).mean())


@configurable
class _SubspaceParameters:
    """The parameters of random subspaces, and what they choose."""

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(Count(), default=100, kw_only=False)
    max_features: float | str = parameter(SIZES | Word("search"), default=0.5)
    bootstrap: bool = parameter(Flag(), default=False)
    n_trial_estimators: int = parameter(Count(), default=25)
    combination: Any = "mean_probability"

    max_features_: int = fitted()
    subset_scores_: pd.DataFrame = fitted()
    n_features_in_: int = fitted()
    warm_start: bool = False

    def _look_ahead(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None) -> None:
        """Set `max_features_`, and `subset_scores_` where sizes are tried; a warm start keeps the size it has."""
        if self.max_features != "search":
            self.max_features_ = count_features(self.max_features, self.n_features_in_)
        elif not (self.warm_start and hasattr(self, "subset_scores_")):
            sizes = list_sizes(self.n_features_in_)
            scores = score_sizes(self, X, y, sample_weight, sizes, self.n_trial_estimators)
            self.subset_scores_ = scores
            self.max_features_ = int(sizes[scores["chosen"].argmax()])

    def _choices(self) -> Choices:
        resampling = Bootstrap() if self.bootstrap else Full()
        combination = COMBINATIONS.resolve(self.combination)
        return Choices(self.estimator, resampling, combination, Subspace(self.max_features_))


@configurable
class RandomSubspaceClassifier(_SubspaceParameters, EnsembleClassifier):
    """Random subspaces: every member sees all the rows and a random subset of the features.

    With ``max_features="search"`` this is attribute bagging: small ensembles of every size are scored first.

    Parameters
    ----------
    estimator
        As for `BaggingClassifier`.
    n_estimators : int, default=100
        Number of members.
    max_features : int, float, "sqrt", "log2" or "search", default=0.5
        Size of the subsets, as for `hedgerow.views.Subspace`; "search" tries sizes and takes the best.
    bootstrap : bool, default=False
        Whether each member sees a bootstrap sample of the rows on top.
    n_trial_estimators : int, default=25
        Number of members of each ensemble that the search tries.
    combination, oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleClassifier`.

    Attributes
    ----------
    max_features_ : int
        Number of features that each member sees.
    subset_scores_ : DataFrame
        Columns `size`, `score` and `chosen`, only after a search. The score is that of the out-of-bag
        predictions with `bootstrap`, else the mean of a 5-fold cross-validation.
    classes_, estimators_, estimators_features_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    BaggingClassifier, RandomForestClassifier

    Notes
    -----
    Subsets are column lists, so all trees share one coded table.

    Formula::

        Half of the features by default, rounded up. Rogers 2007, eq. 3.30.

    Cost: T times the learner on the chosen columns.

    **Attribute bagging.** Random subspaces whose common size is found by trial first.

    Every size is tried up to 20 features, about 15 sizes above. Members all vote; ranking them and keeping the best
    voters, as Bryll et al. offer, is ensemble pruning.

    Formula::

        The size with the best score of a small trial ensemble; ties go to the smaller size.

    Cost: A trial ensemble per size, then T times the learner.

    Paper: R. Bryll, R. Gutierrez-Osuna and F. Quek, Attribute bagging: improving accuracy of classifier ensembles by
    using random feature subsets, Pattern Recognition 36, 2003, pp. 1291-1302.

    References
    ----------
    T. K. Ho, The random subspace method for constructing decision forests, IEEE Transactions on Pattern Analysis and
    Machine Intelligence 20, 1998, pp. 832-844.

    J. Rogers, PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.neighbors import KNeighborsClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> subspaces = RandomSubspaceClassifier(KNeighborsClassifier(), n_estimators=20, random_state=0)
    >>> subspaces.fit(X, y).max_features_
    2
    """


@configurable
class RandomSubspaceRegressor(_SubspaceParameters, EnsembleRegressor):
    """Random subspaces for regression: every member sees all the rows and a random subset of the features.

    Parameters
    ----------
    estimator
        As for `BaggingRegressor`.
    n_estimators, max_features, bootstrap, n_trial_estimators
        As for `RandomSubspaceClassifier`; the score of the search is R^2.
    combination, oob_score, warm_start, n_jobs, random_state, verbose
        As for `EnsembleRegressor`.

    Attributes
    ----------
    max_features_, subset_scores_
        As for `RandomSubspaceClassifier`.
    estimators_, estimators_features_
        And the others of `EnsembleRegressor`.

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from sklearn.linear_model import LinearRegression
    >>> X, y = load_diabetes(return_X_y=True)
    >>> subspaces = RandomSubspaceRegressor(LinearRegression(), max_features=3, random_state=0)
    >>> subspaces.fit(X, y).score(X, y) > 0.3
    True
    """

    combination: Any = "mean"
