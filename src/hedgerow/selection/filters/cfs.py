"""Correlation-based feature selection: subsets that go with the target and not with themselves."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from sklearn.utils import check_random_state

from hedgerow.foundation.constraints import Count, Flag, Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.discretisation import Discretiser
from hedgerow.selection.filters.association import MEASURES, Measure, find_associations
from hedgerow.selection.filters.cfs_search import SEARCHES, MeritScale, Search, add_locally_predictive
from hedgerow.selection.filters.coded_training_set import CODING_PARAMETERS
from hedgerow.selection.selector import SelectionResult, Selector


@configurable
class CFSSelector(Selector):
    r"""Keep the subset of features that goes most with the target and least with itself.

    The merit of a subset of k features is :math:`k \bar r_{fy} / \sqrt{k + k (k - 1) \bar r_{ff}}`, with the mean
    association of its features with the target above, and with each other below. The associations of a feature
    with all others are found when it first enters a subset, so a search sees a small part of all pairs.

    Parameters
    ----------
    search : {"best-first", "forward", "sffs", "genetic"}, default="best-first"
        "forward" adds features as long as the merit rises. "best-first" goes on from the best subset that is open, and
        so can take a step back. "sffs" also takes away features that later ones have made superfluous. "genetic" breeds
        20 subsets for 20 generations, and needs the associations of all pairs.
    measure : {"auto", "symmetrical_uncertainty", "pearson"}, default="auto"
        The association. "auto" takes symmetrical uncertainty for classes, and absolute correlation for values. A
        category then is the mean over the indicators of its labels, by their shares.
    locally_predictive : bool, default=True
        Add, after the search, features that go with the target more than with any feature chosen so far.
    patience : int, default=5
        How many steps of "best-first" and "sffs" may fail to raise the merit before the search ends.
    discretise : {"mdl", "equal_frequency", "equal_width", "distinct"} or Discretiser, default="mdl"
        How numbers become codes, for symmetrical uncertainty. With a name, numbers of at most 10 distinct values are
        codes as they are.
    n_bins, task, fixed_features, groups
        As for `FCBFSelector`.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no subset has any merit.
    random_state : int, RandomState or None, default=None
        For the genetic search.
    n_jobs
        As for `FCBFSelector`.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What was found, before `fixed_features`, `groups` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        Association of each feature with the target, from 0 to 1.
    p_values_ : None
        Merits have no p-values.
    merit_ : float
        Merit of the subset that the search ended with, before locally predictive features were added.
    n_merits_ : int
        How many subsets the search has looked at.
    trace_ : tuple of str
        The steps of "forward" and "sffs": "+3" adds feature 3, "-0" takes feature 0 away.

    See Also
    --------
    FCBFSelector, FeatureClusterSelector

    Notes
    -----
    Missing values are a code of their own for symmetrical uncertainty. For correlations, a gap in numbers lies at the
    mean, and a gap in categories is one more label. Weights are frequencies. Merits that differ by less than 1e-12 are
    equal, and the smaller subset is taken.

    Of two features that do not go with each other, the second raises the merit only if its association is more than
    :math:`\sqrt 2 - 1` times that of the first. Weak features are lost that way, unless `locally_predictive` adds them.
    The print of Duangsoithong & Windeatt lacks a factor k under the root, with which a redundant pair would beat the
    better of the two. Floating search also stops when five additions have not raised the best merit.

    Formula::

        r is SU for classes, |Pearson| for values, and for categories among values the mean of |Pearson| over the
        indicators by their shares.

    Cost: O(N F) for each feature that enters a subset, O(F) for all additions to a subset; "genetic" measures all
    pairs, O(N F^2).

    References
    ----------
    M. A. Hall, Correlation-based feature selection for discrete and numeric class machine learning, ICML 2000.

    P. Pudil, J. Novovicova and J. Kittler, Floating search methods in feature selection, Pattern Recognition Letters
    15, 1994.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> from hedgerow.selection.filters import CFSSelector
    >>> sample = datasets.make_simple(n_samples=300, random_state=0)
    >>> CFSSelector().fit(sample.X, sample.y).get_support(indices=True)
    array([0, 1])
    """

    search: Search = parameter(Word(*SEARCHES), default="best-first", kw_only=False)
    measure: Measure = parameter(Word(*MEASURES), default="auto")
    locally_predictive: bool = parameter(Flag(), default=True)
    patience: int = parameter(Count(), default=5)
    discretise: str | Discretiser = parameter(CODING_PARAMETERS["discretise"], default="mdl")
    n_bins: int = parameter(CODING_PARAMETERS["n_bins"], default=5)
    random_state: int | np.random.RandomState | None = None
    n_jobs: int | None = None

    _remedy: ClassVar[str] = "fit more rows or choose another measure or way to discretise"

    merit_: float = fitted()
    n_merits_: int = fitted()
    trace_: tuple[str, ...] = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        associations = find_associations(training, self.measure, self.discretise, self.n_bins, self.n_jobs)
        scale = MeritScale(associations)
        seed = check_random_state(self.random_state).randint(2**31 - 1)
        found = SEARCHES[self.search](scale, self.patience, np.random.default_rng(seed))
        self.merit_, self.n_merits_, self.trace_ = found.merit, found.n_merits, found.trace
        subset = found.subset if found.merit > 0.0 else ()
        if self.locally_predictive and subset:
            subset = add_locally_predictive(scale, associations, subset)
        selected = np.isin(np.arange(training.n_features), subset)
        return SelectionResult(associations.relevance, selected & ~associations.is_constant)
