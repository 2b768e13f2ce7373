"""Forests of trees, with the parameters of scikit-learn's."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hedgerow.combination import Mean, MeanProbability
from hedgerow.ensembles.engine import EnsembleClassifier, EnsembleRegressor
from hedgerow.ensembles.forest_methods import ForestMethods
from hedgerow.ensembles.plan import Choices
from hedgerow.foundation.constraints import Constraints, Count, Flag
from hedgerow.foundation.kinship import counts_as
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.target_group import ClassLabels
from hedgerow.learners import Learner
from hedgerow.resampling import Bootstrap, Full
from hedgerow.resampling.size import SIZES
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.partial_dependence import average_branches
from hedgerow.trees.rules import CLASS_CRITERIA, CLASS_WEIGHT, LIMITS, VALUE_CRITERIA, read_value_criterion
from hedgerow.trees.several_targets import code_class_weights


@configurable
class _Forest(ForestMethods):
    """The parameters of all forests, and what they choose."""

    _parameters: ClassVar[Constraints] = LIMITS
    _split: ClassVar[str] = "best"  # how a tree finds its cuts

    estimator: ClassVar[Any] = property(lambda self: self._make_tree())  # no parameter: what grows is a tree
    n_estimators: int = parameter(Count(), default=100, kw_only=False)
    max_depth: int | None = None
    min_samples_split: int | float = 2
    min_samples_leaf: int | float = 1
    min_weight_fraction_leaf: float = 0.0
    max_features: int | float | str | None = 1.0
    max_leaf_nodes: int | None = None
    min_impurity_decrease: float = 0.0
    bootstrap: bool = parameter(Flag(), default=True)
    oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False
    ccp_alpha: float = 0.0
    max_samples: int | float | None = parameter(SIZES, default=None)
    monotonic_cst: Any = None

    def check_together(self) -> None:
        """Refuse parameters that do not go together."""
        if not self.bootstrap and self.max_samples is not None:
            raise ValueError("max_samples needs bootstrap=True; without it every tree sees all rows")
        if not self.bootstrap and self.oob_score:
            raise ValueError(
                "Out of bag estimation only available if bootstrap=True; set it, or oob_score=False"
            )

    def _choose_resampling(self) -> Bootstrap | Full:
        return Bootstrap(max_samples=self.max_samples) if self.bootstrap else Full()

    def _list_tree_parameters(self) -> dict[str, Any]:
        names = ("criterion", *LIMITS, "monotonic_cst")
        return {name: getattr(self, name) for name in names} | {"split": self._split}

    @abstractmethod
    def _make_tree(self) -> Any:
        """The tree that grows, unfitted."""

    def _make_learner(self, choices: Choices) -> Learner:
        learner: Learner = choices.estimator  # a tree made here, of which nothing has to be checked
        return learner

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()  # type: ignore[misc]
        tags.target_tags.multi_output = True
        if tags.classifier_tags is not None:
            tags.classifier_tags.multi_label = True
        return tags


@configurable
class _ClassifierForest(_Forest):
    """The parameters of forests that classify."""

    criterion: str = parameter(CLASS_CRITERIA, default="entropy")
    max_features: int | float | str | None = "sqrt"
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)

    classes_: ClassLabels = fitted()

    def _make_tree(self) -> DecisionTreeClassifier:
        return DecisionTreeClassifier(**self._list_tree_parameters(), class_weight=self.class_weight)

    def _choices(self) -> Choices:
        tree = self._make_tree().set_params(class_weight=self._code_class_weight())
        return Choices(tree, self._choose_resampling(), MeanProbability())

    def _code_class_weight(self) -> Any:
        """Class weights by code instead of by label."""
        if isinstance(self.classes_, list):
            return code_class_weights(self.class_weight, self.classes_)
        if isinstance(self.class_weight, list):
            raise ValueError(
                "class_weight is a list, which has a dict for each of several targets; pass a dict"
            )
        if not isinstance(self.class_weight, Mapping):
            return self.class_weight
        return {code: self.class_weight.get(label, 1.0) for code, label in enumerate(self.classes_.tolist())}


@configurable
class _RegressorForest(_Forest):
    """The parameters of forests that predict values."""

    criterion: str = parameter(VALUE_CRITERIA, default="squared_error")

    def __post_init__(self) -> None:
        self.criterion = read_value_criterion(self.criterion)

    def _make_tree(self) -> DecisionTreeRegressor:
        return DecisionTreeRegressor(**self._list_tree_parameters())

    def _choices(self) -> Choices:
        return Choices(self._make_tree(), self._choose_resampling(), Mean())

    def _compute_partial_dependence_recursion(
        self, grid: ArrayLike, target_features: ArrayLike
    ) -> NDArray[np.float64]:
        """What ``sklearn.inspection.partial_dependence`` asks of forests."""
        return average_branches(self.members_.forest, grid, target_features, self._encoding)


@counts_as("sklearn.ensemble.RandomForestClassifier")
@configurable
class RandomForestClassifier(_ClassifierForest, EnsembleClassifier):
    """Bagged trees that try a few random features at each node.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"entropy", "gain_ratio", "gini", "sum_minority", "log_loss"}, default="entropy"
        What a split should lower.
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        Limits of each tree; see `DecisionTreeClassifier`.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default="sqrt"
        How many features a node tries.
    min_impurity_decrease, ccp_alpha : float, default=0.0
        Least weighted gain of a split; cost per leaf of cost-complexity pruning.
    bootstrap : bool, default=True
        Whether each tree sees a bootstrap sample or all rows.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleClassifier`.
    class_weight : dict, {"balanced", "balanced_subsample"} or None, default=None
        Weights of the classes, by label, over all rows or over each tree's sample.
    max_samples : int, float or None, default=None
        Number, or share, of the rows to draw for each tree; None for as many as there are.
    monotonic_cst : array-like of shape (n_features,), dict or None, default=None
        1 where a feature may only raise what is predicted (of two classes, the probability of the second), -1 where it
        may only lower it, 0 elsewhere; a dict goes by the names of columns.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    classes_, oob_decision_function_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    BaggingClassifier, ExtraTreesClassifier, RandomForestClassifier.oob_permutation_importance,
    RandomForestClassifier.proximity

    Notes
    -----
    Change the import and scikit-learn code runs. What differs: entropy is the default criterion; columns of categories
    and missing values are used as they are; importances are weighted gains under the chosen criterion. Constant
    features do not count as tried; equal gains go to the
    feature drawn first. Probabilities of the trees are averaged, votes are not counted.

    Formula::

        error <= rho (1 - s^2) / s^2 with strength s and correlation rho; Rogers 2007, section 2.5.

    Cost: Time O(T F N log N); memory O(N) per thread beside the coded table and the trees.

    References
    ----------
    L. Breiman, Random forests, Machine Learning 45, 2001, pp. 5-32.

    J. Rogers, PhD thesis, University of Southampton, 2007.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from hedgerow import RandomForestClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> RandomForestClassifier(random_state=0).fit(X, y).predict(X[:2])
    array([0, 0])
    """


@counts_as("sklearn.ensemble.RandomForestRegressor")
@configurable
class RandomForestRegressor(_RegressorForest, EnsembleRegressor):
    """Bagged regression trees that try some random features at each node.

    Parameters
    ----------
    n_estimators : int, default=100
        Number of trees.
    criterion : {"squared_error", "absolute_error", "poisson"}, default="squared_error"
        What a split should lower; see `DecisionTreeRegressor`.
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes
        Limits of each tree; see `DecisionTreeRegressor`.
    max_features : int, float, {"sqrt", "log2", "log2+1"} or None, default=1.0
        How many features a node tries.
    min_impurity_decrease, ccp_alpha, bootstrap
        As for `RandomForestClassifier`.
    oob_score, n_jobs, random_state, verbose, warm_start
        As for `EnsembleRegressor`.
    max_samples : int, float or None, default=None
        Number, or share, of the rows to draw for each tree; None for as many as there are.
    monotonic_cst : array-like of shape (n_features,), dict or None, default=None
        1 where a feature may only raise what is predicted (of two classes, the probability of the second), -1 where it
        may only lower it, 0 elsewhere; a dict goes by the names of columns.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    oob_prediction_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleRegressor`.

    Notes
    -----
    Change the import and scikit-learn code runs. What differs: columns of categories and missing values are used as
    they are.

    References
    ----------
    .. [1] L. Breiman. Random forests. Machine Learning 45 (2001).

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from hedgerow import RandomForestRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> RandomForestRegressor(random_state=0).fit(X, y).score(X, y) > 0.8
    True
    """


@counts_as("sklearn.ensemble.ExtraTreesClassifier")
@configurable
class ExtraTreesClassifier(_ClassifierForest, EnsembleClassifier):
    """Trees whose cuts are drawn at random: the best of one random cut per feature tried.

    Parameters
    ----------
    bootstrap : bool, default=False
        Whether each tree sees a bootstrap sample or all rows.
    n_estimators, criterion, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_features
        And the other parameters: as for `RandomForestClassifier`.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    classes_, oob_decision_function_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleClassifier`.

    See Also
    --------
    RandomForestClassifier, DecisionTreeClassifier

    Notes
    -----
    Every member sees all rows unless ``bootstrap=True``. Missing values go to a side drawn at random. Defaults are
    scikit-learn's, but for entropy as the criterion, and so are not the paper's for regression (5 rows to split).

    Formula::

        threshold uniform between the node's least and largest value of the feature.

    Cost: O(T F N depth): one pass per candidate and no sorting.

    **Totally random trees.** Draw the feature and the threshold of every split at random, and look at the target in the
    leaves only.

    This is ``max_features=1``. The target decides when a node is pure, and nothing else.

    Formula::

        One feature among those that are not constant, and one threshold between its extremes.

    Cost: O(T N depth).

    Paper: P. Geurts, D. Ernst and L. Wehenkel, Extremely randomized trees, Machine Learning 63, 2006, pp. 3-42 (the
    case of one feature a node).

    References
    ----------
    P. Geurts, D. Ernst and L. Wehenkel, Extremely randomized trees, Machine Learning 63, 2006, pp. 3-42.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from hedgerow import ExtraTreesClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> ExtraTreesClassifier(random_state=0).fit(X, y).predict(X[:2])
    array([0, 0])
    """

    bootstrap: bool = False
    _split: ClassVar[str] = "random"


@counts_as("sklearn.ensemble.ExtraTreesRegressor")
@configurable
class ExtraTreesRegressor(_RegressorForest, EnsembleRegressor):
    """Regression trees whose cuts are drawn at random.

    Parameters
    ----------
    bootstrap : bool, default=False
        Whether each tree sees a bootstrap sample or all rows.
    n_estimators, criterion, max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, max_features
        And the other parameters: as for `RandomForestRegressor`.

    Attributes
    ----------
    estimators_ : sequence of trees
        Made when they are looked at.
    oob_prediction_, oob_score_, feature_importances_, estimators_samples_
        And the others of `EnsembleRegressor`.

    References
    ----------
    .. [1] P. Geurts, D. Ernst, L. Wehenkel. Extremely randomized trees. Machine Learning 63 (2006).

    Examples
    --------
    >>> from sklearn.datasets import load_diabetes
    >>> from hedgerow import ExtraTreesRegressor
    >>> X, y = load_diabetes(return_X_y=True)
    >>> ExtraTreesRegressor(random_state=0).fit(X, y).score(X, y) > 0.8
    True
    """

    bootstrap: bool = False
    _split: ClassVar[str] = "random"
