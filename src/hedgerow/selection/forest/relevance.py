"""Keep the features that a forest shows to matter."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from hedgerow.foundation.constraints import Word
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.relevance.assessment import (
    STUDY_PARAMETERS,
    Null,
    NumberOfTrees,
    assess_features,
    grow_study,
    make_tree,
)
from hedgerow.relevance.hypothesis_tests import adjust_p_values
from hedgerow.relevance.relevance import Relevance
from hedgerow.selection.selector import SelectionResult, Selector

Rule = Literal["test", "threshold"]


@configurable
class RelevanceSelector(Selector):
    """Keep the features whose relevance in a forest is more than chance explains.

    `ForestRelevance` as a step of a pipeline: a forest grows beside shuffled twins of the features, and a feature is
    kept when its splits gain more on out-of-bag rows than those of its twins ("test"), or when its mean gain is merely
    above theirs ("threshold"), which half of the irrelevant features achieve.

    Parameters
    ----------
    rule : {"test", "threshold"}, default="test"
        What a feature has to pass.
    alpha : float, default=0.05
        Level of the test.
    adjust : {"holm", "bh"} or None, default=None
        How the test accounts for the number of features: no false discovery but with probability `alpha` (Holm), a
        share of `alpha` of false discoveries (Benjamini and Hochberg), or not at all.
    n_estimators : int or "auto", default="auto"
        Number of trees; at least 50. "auto" is 500 from 800 rows on and more below, up to 2,000.
    null : {"contrast", "exact", "midpoint", "lower", "upper"}, default="contrast"
        What an irrelevant feature gains by chance; see `ForestRelevance`.
    task, fixed_features
        As for `FCBFSelector`.
    groups : mapping, list of lists, sequence of labels or None, default=None
        Features that are kept or dropped together. The p-value of a group is the smallest of its members times their
        number; `adjust` counts groups then.
    when_empty : {"best", "all", "none"}, default="best"
        What is kept, with a warning, when no feature passes.
    n_jobs : int or None, default=None
        Number of threads; it never changes a result.
    random_state
        As for `ACESelector`.
    verbose : int, default=0
        Whether to show progress.

    Attributes
    ----------
    support_ : ndarray of bool of shape (n_features,)
        What is kept.
    found_ : ndarray of bool of shape (n_features,)
        What passes, before `fixed_features` and `when_empty` are applied.
    scores_ : ndarray of shape (n_features,)
        The test statistic; with "threshold" the excess of the mean gain.
    p_values_ : ndarray of shape (n_features,)
        P-values before adjustment.
    relevance_ : Relevance
        Everything that is known about each feature.

    See Also
    --------
    ForestRelevance

    Notes
    -----
    The test is that of `ForestRelevance`. Groups pass or fail together, by Bonferroni within the group.

    Formula::

        Keep f where p(f) < alpha, as it is or adjusted by Holm or Benjamini-Hochberg.

    Cost: That of forest relevance, without the local part.

    References
    ----------
    J. D. Rogers and S. R. Gunn, Identifying feature relevance using a random forest, LNCS 3940, 2006.

    J. Rogers, PhD thesis, University of Southampton, 2007, sections 7.4 and 8.6.

    Examples
    --------
    >>> from hedgerow import RelevanceSelector, datasets
    >>> sample = datasets.make_friedman(500, random_state=0)  # the first five of ten matter
    >>> RelevanceSelector(adjust="holm", random_state=0).fit(sample.X, sample.y).get_support(indices=True)
    array([0, 1, 2, 3, 4])
    """

    rule: Rule = parameter(Word("test", "threshold"), default="test", kw_only=False)
    alpha: float = parameter(STUDY_PARAMETERS["alpha"], default=0.05)
    adjust: Literal["holm", "bh"] | None = parameter(STUDY_PARAMETERS["adjust"], default=None)
    n_estimators: NumberOfTrees = parameter(STUDY_PARAMETERS["n_estimators"], default="auto")
    null: Null = parameter(STUDY_PARAMETERS["null"], default="contrast")
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    _remedy: ClassVar[str] = "raise alpha or n_estimators"

    relevance_: Relevance = fitted()

    def _select(self, training: TrainingSet) -> SelectionResult:
        tree = make_tree(training.classes is None, self.null, training.n_samples)
        evaluation = grow_study(self, tree.prepare(training), training.weights)
        self.relevance_ = assess_features(
            evaluation,
            training.names,
            null=self.null,
            selection=self.rule,
            alpha=self.alpha,
            adjust=self.adjust,
        )
        scores = self.relevance_.t if self.rule == "test" else self.relevance_.excess
        selected = self.relevance_.selected if self.rule == "threshold" else self._pass_groups()
        return SelectionResult(
            scores,
            selected,
            self.relevance_.p_value,
            details={
                "weighted_gain": self.relevance_.weighted_gain,
                "expected": self.relevance_.expected,
                "p_holm": self.relevance_.p_holm,
                "p_bh": self.relevance_.p_bh,
            },
        )

    def _pass_groups(self) -> NDArray[np.bool_]:
        """A feature passes with its group; alone, it is one."""
        pooled = self._groups.pool_p_values(self.relevance_.p_value)
        return np.asarray((adjust_p_values(pooled, self.adjust) < self.alpha)[self._groups.labels])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
