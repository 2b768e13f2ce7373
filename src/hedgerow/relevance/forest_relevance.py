"""Which features matter in a forest: overall, for one row, and with what certainty."""

from __future__ import annotations

from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator, clone, is_classifier
from sklearn.utils import check_consistent_length
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count, Number, Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.target_group import check_one_target
from hedgerow.foundation.training_set import TASKS, TrainingSet, read_features, read_weights
from hedgerow.relevance.assessment import (
    STUDY_PARAMETERS,
    Null,
    NumberOfTrees,
    assess_features,
    grow_study,
    make_tree,
)
from hedgerow.relevance.contrasts import Evaluation
from hedgerow.relevance.fitted import read_fitted
from hedgerow.relevance.relevance import LocalRelevance, Relevance
from hedgerow.relevance.summary import EffectiveSize
from hedgerow.trees.binning import code_table
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.rules import count_features

_MOST_LOCAL = 2**26  # rows times features of a sparse table, 512 MiB


@configurable
class ForestRelevance(BaseEstimator):
    """Which features matter, to all rows and to each of them, as one forest shows it.

    The forest grows on de-duplicated bootstrap samples. Each node draws a few features; the first of them, which is any
    feature, shows what it could gain, whether or not it wins. The mean of these gains, weighted by how much the node's
    labels could have told, is the feature's relevance. Twins of all features, shuffled over the rows, compete in every
    tree. A feature is relevant when its splits gain more on out-of-bag rows, which a tree was not fitted on, than
    chance lets those of its twins gain.

    Parameters
    ----------
    estimator : hedgerow forest, tree or None, default=None
        An unfitted model whose trees are grown. None for trees that try the square root of the number of features
        and twins at a node and split nodes down to 1/250 of the rows; with a published `null`, for fully grown trees
        that try one feature.
    n_estimators : int or "auto", default="auto"
        Number of trees; at least 50. "auto" is 500 from 800 rows on and more below, up to 2,000. More trees find
        weaker features: take at least as many as there are columns in a table wider than long.
    null : {"contrast", "exact", "midpoint", "lower", "upper"}, default="contrast"
        What an irrelevant feature gains by chance. "contrast" asks shuffled twins, for any kind of column and target.
        The others compare gains with the expectation for a column without ties, by the exact value or by the published
        bounds and their mean (Rogers 2007, eq. 7.13 and 7.14), in a t test over nodes; see the notes.
    alpha : float, default=0.05
        Level at which a feature is selected.
    adjust : {"holm", "bh"} or None, default=None
        P-values that are compared with it: adjusted for any false discovery, for their rate, or not.
    local : {"in_bag", "out_of_bag", "both"} or None, default="in_bag"
        Whether to keep the relevance of each feature for each row, in trees that have seen the row (as published), in
        those that have not, or both. It takes 8 bytes a cell.
    n_permutations : int, default=0
        How often to shuffle each feature for out-of-bag permutation importance, which takes a few times as long as
        the rest together.
    confidence : float, default=0.95
        Of the intervals of the weighted gains.
    effective_size : {"kish", "count"}, default="kish"
        How many observations the weighted gains of a feature are worth.
    task : {"auto", "classification", "regression"}, default="auto"
        What the target is.
    n_jobs : int or None, default=None
        Number of threads; it never changes a result.
    random_state
        As for `EnsembleClassifier`.
    verbose : int, default=0
        Whether to show progress.

    Attributes
    ----------
    relevance_ : Relevance
        Everything about each feature; ``relevance_.frame()`` is a table of it.
    p_values_ : ndarray of shape (n_features,)
        P-values before adjustment.
    support_ : ndarray of bool of shape (n_features,)
        The features that are selected.
    local_, local_oob_ : LocalRelevance or None
        Relevance of each feature for each row, in trees that have seen the row and in those that have not.
    evaluation_ : Evaluation
        The trees themselves.
    classes_ : ndarray or None
        The class labels; None for regression.
    n_features_in_, feature_names_in_
        Number of features, and their names where X had names.

    See Also
    --------
    node_complexity, expected_irrelevant_gain, ForestRelevance.explain, RelevanceForestClassifier, RelevanceSelector

    Notes
    -----
    The hypothesis tested is that a feature has no relation at all to the target and the other features. A stand-in for
    a relevant feature is therefore relevant, too; `ACESelector` looks for redundancy.

    With a published `null` the test treats the nodes of all trees as independent. They share rows, so with enough trees
    any feature that fits the sample by luck passes; and columns with ties cannot gain what the expectation says. Keep
    "contrast" unless you reproduce published results. The variance between shuffles is part of the test. The published
    test is kept as ``null="midpoint"``; its null is too small.

    Formula::

        IG(f) = sum phi(l) IG(l) / sum phi(l), over the nodes l that drew f; t = (gain on unseen rows - that of the
        twins) / spread between shuffles. Published test: eq. 7.15-7.18 of Rogers 2007.

    Cost: One forest on twice as many columns, about 1.5 times the time of a random forest.

    References
    ----------
    J. D. Rogers and S. R. Gunn, Identifying feature relevance using a random forest, LNCS 3940, 2006.

    J. Rogers. Ensemble diversity and feature selection. PhD thesis, University of Southampton, 2007, chapter 7.

    X. Li et al. A debiased MDI feature importance measure for random forests. NeurIPS, 2019.

    Examples
    --------
    >>> from hedgerow import ForestRelevance
    >>> from hedgerow.datasets import make_simple
    >>> sample = make_simple(random_state=1)
    >>> study = ForestRelevance(random_state=0).fit(sample.X, sample.y)
    >>> study.relevance_
    <Relevance: 2 of 9 features pass at 0.05: x0, x1>
    >>> study.explain(0).feature[0]
    'x1'
    """

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: NumberOfTrees = parameter(STUDY_PARAMETERS["n_estimators"], default="auto", kw_only=False)
    null: Null = parameter(STUDY_PARAMETERS["null"], default="contrast")
    alpha: float = parameter(STUDY_PARAMETERS["alpha"], default=0.05)
    adjust: Literal["holm", "bh"] | None = parameter(STUDY_PARAMETERS["adjust"], default=None)
    local: Literal["in_bag", "out_of_bag", "both"] | None = parameter(
        Word(None, "in_bag", "out_of_bag", "both"), default="in_bag"
    )
    n_permutations: int = parameter(Count(0), default=0)
    confidence: float = parameter(Number(0, 1, "neither"), default=0.95)
    effective_size: EffectiveSize = parameter(Word("kish", "count"), default="kish")
    task: str = parameter(Word(*TASKS), default="auto")
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0

    classes_: NDArray[Any] | None = fitted()
    evaluation_: Evaluation = fitted()
    relevance_: Relevance = fitted()
    p_values_: NDArray[np.float64] = fitted()
    support_: NDArray[np.bool_] = fitted()
    local_: LocalRelevance | None = fitted()
    local_oob_: LocalRelevance | None = fitted()
    _encoding: FeatureEncoding | None = fitted()

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Grow the forest and test every feature.

        A fit that fails or is interrupted leaves the estimator as it was.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features. The columns of a data frame may hold categories; values may be missing.
        y : array-like of shape (n_samples,)
            Class labels of any kind, or values.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows: how likely a bag has them, and how much they count when a tree is tested.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            training = TrainingSet.read(
                self, X, y, sample_weight, task=self._find_task(), needs_contrast=True
            )
            self.classes_ = training.classes
            self._check_room(training.X)
            prepared = self._make_tree(training.n_samples).prepare(training)
            self.evaluation_ = grow_study(self, prepared, training.weights)
            self._conclude(_name_rows(X, training.n_samples), self.null)
        return self

    @classmethod
    def from_forest(
        cls,
        forest: Any,
        X: Any,
        y: ArrayLike,
        sample_weight: ArrayLike | None = None,
        *,
        local: Literal["in_bag", "out_of_bag", "both"] | None = "in_bag",
        n_permutations: int = 0,
        alpha: float = 0.05,
        adjust: Literal["holm", "bh"] | None = None,
        n_jobs: int | None = None,
    ) -> Self:
        """Ask a forest that is fitted already, as far as its trees allow.

        Gains, frequencies, local relevance and permutation importance are there for any forest. A test, against the
        exact expectation, is there where nodes tried one feature each (``max_features=1``; otherwise only the winners
        are known) and no bag held a row twice (copies inflate gains; use ``resampling="unique_bootstrap"``). Elsewhere
        p-values are NaN.

        Parameters
        ----------
        forest : fitted forest of hedgerow or of scikit-learn
            The forest; fitted with bootstrap samples, or local relevance is in-bag only.
        X : array-like or data frame of shape (n_samples, n_features)
            The rows it was fitted on, in the same order.
        y : array-like of shape (n_samples,)
            Their targets.
        sample_weight : array-like of shape (n_samples,), default=None
            Their weights.
        local, n_permutations, alpha, adjust, n_jobs
            As for `ForestRelevance`.

        Returns
        -------
        ForestRelevance

        Examples
        --------
        >>> from sklearn.ensemble import RandomForestClassifier
        >>> from hedgerow import ForestRelevance, datasets
        >>> sample = datasets.make_simple(random_state=0)
        >>> forest = RandomForestClassifier(max_features=1, random_state=0).fit(sample.X, sample.y)
        >>> study = ForestRelevance.from_forest(forest, sample.X, sample.y)
        >>> study.relevance_.frame().nlargest(2, "weighted_gain").feature.tolist()
        ['x1', 'x0']
        """
        check_is_fitted(forest)
        check_one_target(forest, "relevance")
        parameters: dict[str, Any] = {"local": local, "n_permutations": n_permutations}
        study = cls(
            forest,
            len(forest.estimators_),
            null="exact",
            alpha=alpha,
            adjust=adjust,
            n_jobs=n_jobs,
            **parameters,
        )
        encoding = getattr(forest, "_encoding", None)
        table = read_features(study, X, encoding, y=y, reset=True)
        study._check_room(table)
        check_consistent_length(table, y)
        weights = read_weights(sample_weight, table.shape[0])
        study.classes_ = getattr(forest, "classes_", None)
        target = np.asarray(y)
        if study.classes_ is not None:
            target = np.minimum(np.searchsorted(study.classes_, target), len(study.classes_) - 1)
            if (study.classes_[target] != np.asarray(y)).any():
                raise ValueError(
                    f"y holds labels that the forest was not fitted on; it knows {list(study.classes_)}"
                )
        coded = code_table(table, None if encoding is None else encoding.is_categorical)
        study.evaluation_ = read_fitted(forest, coded, table, target, weights)
        template = getattr(getattr(forest, "members_", None), "template", forest)
        tried = count_features(getattr(template, "max_features", None), coded.n_features)
        has_copies = any(np.unique(rows).size < len(rows) for rows in forest.estimators_samples_)
        study._conclude(
            _name_rows(X, table.shape[0]), null="exact" if tried == 1 and not has_copies else None
        )
        return study

    def explain(self, row: Any) -> Any:
        """The features that matter for one row of the training table, the most relevant first.

        Parameters
        ----------
        row : int or label
            The row: its label in the data frame, or its number where there are no labels.

        Returns
        -------
        DataFrame
            Columns ``feature``, ``relevance`` (bits, or squared error) and ``n_splits``.

        See Also
        --------
        ForestRelevance, contextual_relevance

        Notes
        -----
        Also for rows that the trees were not fitted on, for many classes and for regression, where information is the
        squared distance to the mean.

        Formula::

            FR(f, j) = mean over splits on f that row j passes of Info(j, l) - Info(j, child), eq. 7.23, 7.24.

        Cost: One pass of the rows down the trees; 8 bytes a cell.

        References
        ----------
        J. Rogers, PhD thesis, University of Southampton, 2007, sections 7.5 and 8.7.
        """
        check_is_fitted(self)
        local = self.local_oob_ if self.local_ is None else self.local_
        if local is None:
            raise ValueError("nothing was kept about single rows; fit with local='in_bag' or 'out_of_bag'")
        return local.explain(row)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = tags.input_tags.sparse = True
        tags.target_tags.required = True
        return tags

    def _check_room(self, X: Any) -> None:
        """Refuse what would make a large sparse table dense."""
        shape = X.shape
        if issparse(X) and self.local is not None and shape[0] * shape[1] > _MOST_LOCAL:
            raise ValueError(
                f"local={self.local!r} keeps a number for each row and feature, which for this sparse table of shape "
                f"{shape} are too many; set local=None, or select features first"
            )

    def _find_task(self) -> str:
        if self.estimator is None:
            return self.task
        offered = self.estimator.get_params(deep=False) if hasattr(self.estimator, "get_params") else {}
        if not {"max_features", "min_samples_leaf"} <= set(offered):
            raise ValueError(
                f"estimator={self.estimator!r} is not a hedgerow tree or forest; pass one, or None"
            )
        return "classification" if is_classifier(self.estimator) else "regression"

    def _make_tree(self, n_samples: int) -> DecisionTreeClassifier | DecisionTreeRegressor:
        if self.estimator is None:
            return make_tree(self.classes_ is None, self.null, n_samples)
        kind = DecisionTreeRegressor if self.classes_ is None else DecisionTreeClassifier
        offered = clone(self.estimator).get_params(deep=False)
        known = kind().get_params(deep=False)
        if offered.get("pruning") is not None or offered.get("ccp_alpha", 0.0) > 0.0:
            raise ValueError("pruned trees have lost the splits that tell about features; grow them fully")
        return kind(
            **{name: value for name, value in offered.items() if name in known and name != "random_state"}
        )

    def _conclude(self, index: Any, null: Null | None) -> None:
        names = getattr(self, "feature_names_in_", [f"x{f}" for f in range(self.n_features_in_)])
        self.relevance_ = assess_features(
            self.evaluation_,
            tuple(str(name) for name in names),
            null=null,
            alpha=self.alpha,
            adjust=self.adjust,
            confidence=self.confidence,
            effective_size=self.effective_size,
            n_permutations=self.n_permutations,
            n_jobs=self.n_jobs,
        )
        self.p_values_, self.support_ = self.relevance_.p_value, self.relevance_.selected
        self.local_ = self._look_at_rows("in_bag", index)
        self.local_oob_ = self._look_at_rows("out_of_bag", index)

    def _look_at_rows(self, rows: Literal["in_bag", "out_of_bag"], index: Any) -> LocalRelevance | None:
        if self.local not in (rows, "both"):
            return None
        values, counts = self.evaluation_.trace(rows, self.n_jobs)
        return LocalRelevance(values, counts, self.relevance_.names, index, rows == "in_bag")


def _name_rows(X: Any, n_samples: int) -> Any:
    """The index of a pandas frame, else row numbers."""
    return X.index if is_frame(X) and hasattr(X, "index") else range(n_samples)
