"""Forests that learn which features to try: everywhere, or node by node."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.ensembles.forest import _ClassifierForest, _RegressorForest
from hedgerow.ensembles.grower import Grower, GrownMembers
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Count, Instance, Many, Number, Word
from hedgerow.foundation.kinship import counts_as
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.relevance.assessment import NULLS
from hedgerow.relevance.stages import check_forest, grow_in_stages, resample
from hedgerow.resampling import Bootstrap, Full

if TYPE_CHECKING:
    from hedgerow.relevance.assessment import Null
    from hedgerow.relevance.relevance import LocalRelevance, Relevance
    from hedgerow.relevance.sampling import SamplingHistory
    from hedgerow.relevance.significance import Adjustment, SelectionRule
    from hedgerow.relevance.summary import EffectiveSize

    Sampling = Literal["uniform", "confidence", "tree", "forest", "borisov", "local"]

_SAMPLING = (
    Word("uniform", "confidence", "tree", "forest", "borisov", "local")
    | Instance("an array of one number for each feature", has="__array__")
    | Many(Instance("a number of 0 or more", kind=Real))
)


@configurable
class _RelevanceForest:
    """What the classifier and the regressor find out about the features, and by which parameters."""

    sampling: Sampling | ArrayLike = parameter(_SAMPLING, default="confidence")
    selection: SelectionRule | None = parameter(Word(None, "threshold", "test"), default=None)
    alpha: float = parameter(Number(0, 1, "neither"), default=0.05)
    adjust: Adjustment | None = parameter(Word(None, "holm", "bh"), default=None)
    null: Null = parameter(Word(*NULLS), default="contrast")
    update_every: int = parameter(Count(), default=16)
    prior_weight: float = parameter(Number(0, closed="left"), default=10.0)
    confidence: float = parameter(Number(0, 1, "neither"), default=0.95)
    effective_size: EffectiveSize | None = parameter(Word(None, "unit", "count", "kish"), default=None)
    n_evaluation_trees: int | None = parameter(Count() | None, default=None)
    deduplicate: bool | None = parameter(Word(None, True, False), default=None)
    max_features: int | float | str | None = 1
    monotonic_cst: ClassVar[None] = None  # a parameter of the plain forest that these do not have

    support_: NDArray[np.bool_] = fitted()
    feature_distribution_: NDArray[np.float64] = fitted()
    sampling_history_: SamplingHistory = fitted()
    relevance_: Relevance = fitted()
    local_: LocalRelevance = fitted()

    def _choices(self: Any) -> Choices:
        check_forest(self)
        choices: Choices = super()._choices()  # type: ignore[misc]
        return choices

    def _choose_resampling(self: Any) -> Bootstrap | Full:
        return resample(self, super()._choose_resampling())  # type: ignore[misc]

    def _grow(self: Any, grower: Grower, n_grown: int) -> GrownMembers:
        return grow_in_stages(self, grower, n_grown)

    def __sklearn_tags__(self: Any) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.target_tags.multi_output = False
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = False
        return tags


@counts_as("sklearn.ensemble.RandomForestClassifier")
@configurable
class RelevanceForestClassifier(_RelevanceForest, _ClassifierForest, EnsembleClassifier):
    """A forest that finds out which features are worth trying, and tries those more often.

    Where a plain forest draws the feature of a node uniformly, this one draws it from a distribution that it learns:
    from its own trees as they grow, from one tree, from an earlier forest, or, node by node, from what an earlier
    forest has gained for the rows of the node. It may also leave out features that gain no more than chance gives.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    sampling : str or array-like of shape (n_features,), default="confidence"
        How a node draws the features it tries.

        - "uniform": all alike.
        - "confidence": by mean gain in the trees so far, as far from uniform as its confidence intervals demand
          (Rogers 2007, algorithm 3). Found again after every `update_every` trees.
        - "borisov": by summed gain in the trees so far and a prior (eq. 7.6). Found again likewise.
        - "tree": by the gain each feature offers at the nodes of one tree.
        - "forest": by mean gain in an evaluation forest.
        - "local": by the relevance that an evaluation forest shows each feature to have for the rows of the node
          (algorithm 5).
        - An array: by these numbers.
    selection : {"threshold", "test"} or None, default=None
        Which features may be drawn at all: those whose mean gain in an evaluation forest exceeds that of an
        irrelevant feature, or exceeds it significantly (algorithm 4); None for all.
    alpha : float, default=0.05
        Level of the test.
    adjust : {"holm", "bh"} or None, default=None
        How the test accounts for the number of features: Holm, or Benjamini and Hochberg.
    null : {"contrast", "exact", "midpoint", "lower", "upper"}, default="contrast"
        What an irrelevant feature gains by chance: what shuffled twins gain (see `ForestRelevance`), what a feature
        without ties is expected to gain, or the published bounds of that and their mean, which is too small.
    update_every : int, default=16
        Trees that grow with one distribution before the next is found; 16 keep as many threads busy, 1 is
        as published.
    prior_weight : float, default=10.0
        Of "borisov": how slowly the distribution leaves the uniform one.
    confidence : float, default=0.95
        Of the intervals of "confidence".
    effective_size : {"unit", "count", "kish"} or None, default=None
        How many observations the weighted gains of a feature are worth (see `SplitGains`); None for "unit" in
        the intervals, as published, and the cautious "kish" in the test.
    n_evaluation_trees : int or None, default=None
        Size of the evaluation forest, which "forest", "local" and every selection need. None for 500 beside twins and
        100 without them, and up to four times as many where rows are less than 800.
    deduplicate : bool or None, default=None
        Whether a tree sees a row once that was drawn more than once, since copies inflate gains. None: in forests
        that gains are read from, that is the evaluation forest, and this one where it adapts.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default=1
        How many features a node tries; one in the evaluation forest, where the best of several would seem relevant.
    criterion, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        And `min_impurity_decrease`, `ccp_alpha`, `bootstrap`, `max_samples`, `class_weight`: as for
        `RandomForestClassifier`. They also hold for the evaluation forest.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleClassifier`. A warm start keeps what was found out about the features, and ends where a
        cold one would.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        The features that may be drawn.
    feature_distribution_ : ndarray of shape (n_features,)
        How likely a node is to try each feature; with "confidence" and "borisov" after the last tree, with "local" at a
        root that holds every row.
    sampling_history_ : SamplingHistory
        How the distribution came about, round by round.
    relevance_ : Relevance
        What the evaluation forest says about each feature; only where one was grown. ``relevance_.frame()``.
    local_ : LocalRelevance
        Relevance of each feature for each training row; only with "local".
    classes_, estimators_, oob_score_, feature_importances_, estimators_samples_
        And the others of `RandomForestClassifier`.

    See Also
    --------
    RandomForestClassifier, ForestRelevance

    Notes
    -----
    With ``sampling="uniform"`` and no selection this is `RandomForestClassifier` with ``max_features=1``. In the tables
    of Rogers (2007), "CI WS RF" is ``sampling="confidence"``, "TREE WS" is "tree", "WS" is "forest", "RF Thr" is
    ``sampling="uniform", selection="threshold"``, "RF HT" the same with "test", and "RF LOCAL" is "local". Published
    were ``null="midpoint"`` and ``update_every=1``; which effective size the test had, and which share of the training
    set's complexity one observation weighs, were not. The share is 0.1 here. Where no feature passes, all are kept.
    Distributions are found again every 16 trees, so threads stay busy. Selection tests against shuffled twins; the
    published null is a choice. Regression is added.

    Formula::

        v = clip(mid, low, high), eq. 7.7-7.9; v ~ lambda Imp0 + sum Gain, eq. 7.6; v(f, l) ~ max(0, sum_j FR(f, j)),
        eq. 7.25; test, eq. 7.15-7.18.

    Cost: One forest; two with an evaluation forest, and O(n F) per node for local sampling.

    References
    ----------
    J. D. Rogers and S. R. Gunn, Identifying feature relevance using a random forest, LNCS 3940, 2006.

    J. Rogers. PhD thesis, University of Southampton, 2007, chapter 7.

    A. Borisov, V. Eruhimov, E. Tuv. Tree-based ensembles with dynamic soft feature selection. In Feature Extraction,
    Springer, 2006.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.relevance.forest import RelevanceForestClassifier
    >>> sample = datasets.make_simple(random_state=0)  # only the first two of nine features matter
    >>> forest = RelevanceForestClassifier(sampling="local", selection="test", random_state=0)
    >>> forest.fit(sample.X, sample.y).support_[:2]
    array([ True,  True])
    """


@counts_as("sklearn.ensemble.RandomForestRegressor")
@configurable
class RelevanceForestRegressor(_RelevanceForest, _RegressorForest, EnsembleRegressor):
    """A regression forest that finds out which features are worth trying, and tries those more often.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    sampling, selection, alpha, adjust, update_every, prior_weight, confidence, effective_size
        And `n_evaluation_trees`, `deduplicate`, `max_features`: as for `RelevanceForestClassifier`; gains are
        reductions of variance.
    null : {"contrast", "exact", "midpoint", "lower", "upper"}, default="contrast"
        What an irrelevant feature gains by chance; "exact" is for targets that are about normal, and the bounds are
        for two classes only.
    criterion, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        And `min_impurity_decrease`, `ccp_alpha`, `bootstrap`, `max_samples`: as for `RandomForestRegressor`.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleRegressor`.

    Attributes
    ----------
    support_, feature_distribution_, sampling_history_, relevance_, local_
        As for `RelevanceForestClassifier`.
    estimators_, oob_prediction_, oob_score_, feature_importances_, estimators_samples_
        And the others of `RandomForestRegressor`.

    Notes
    -----
    Rogers (2007) leaves regression to further work; here the node complexity is that of different targets, and a row
    learns from a split how much nearer the mean of its node has come, squared.

    References
    ----------
    .. [1] J. Rogers. PhD thesis, University of Southampton, 2007, chapters 7 and 10.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.relevance.forest import RelevanceForestRegressor
    >>> sample = datasets.make_friedman(500, binary=False, random_state=0)  # the first five of ten matter
    >>> forest = RelevanceForestRegressor(random_state=0).fit(sample.X, sample.y)
    >>> bool(forest.feature_distribution_[:5].sum() > 0.6)
    True
    """

    criterion: str = parameter(Word("squared_error"), default="squared_error")
