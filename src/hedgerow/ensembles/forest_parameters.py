"""The parameters of forests, which are those of scikit-learn's, and the choices that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from numpy.typing import NDArray

from hedgerow.combination import Mean, MeanProbability
from hedgerow.ensembles.choices import Choices
from hedgerow.ensembles.forest_methods import ForestMethods
from hedgerow.foundation.constraints import Constraints, Count, Flag
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.learners import Learner
from hedgerow.resampling import Bootstrap, Full
from hedgerow.resampling.size import SIZES
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.rules import CLASS_CRITERIA, CLASS_WEIGHT, LIMITS, VALUE_CRITERIA


@configurable
class _Forest(ForestMethods):
    """The parameters of all forests, and what they choose."""

    _parameters: ClassVar[Constraints] = LIMITS
    _split: ClassVar[str] = "best"  # how a tree finds its cuts

    estimator: ClassVar[None] = None  # it is a tree
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
    monotonic_cst: None = None

    def check_together(self) -> None:
        """Refuse parameters that do not go together."""
        if self.monotonic_cst is not None:
            raise ValueError(
                "monotonic_cst is not supported; leave it None, or use scikit-learn's forest for it"
            )
        if not self.bootstrap and self.max_samples is not None:
            raise ValueError("max_samples needs bootstrap=True; without it every tree sees all rows")
        if not self.bootstrap and self.oob_score:
            raise ValueError("oob_score needs bootstrap=True; without it no row is out of bag")

    def _choose_resampling(self) -> Bootstrap | Full:
        return Bootstrap(max_samples=self.max_samples) if self.bootstrap else Full()

    def _list_tree_parameters(self) -> dict[str, Any]:
        names = ("criterion", *LIMITS)
        return {name: getattr(self, name) for name in names} | {"split": self._split}

    def _make_learner(self, choices: Choices) -> Learner:
        learner: Learner = choices.estimator  # a tree made here, of which nothing has to be checked
        return learner


@configurable
class _ClassifierForest(_Forest):
    """The parameters of forests that classify."""

    criterion: str = parameter(CLASS_CRITERIA, default="entropy")
    max_features: int | float | str | None = "sqrt"
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)

    classes_: NDArray[Any] = fitted()

    def _choices(self) -> Choices:
        tree = DecisionTreeClassifier(**self._list_tree_parameters(), class_weight=self._code_class_weight())
        return Choices(tree, self._choose_resampling(), MeanProbability())

    def _code_class_weight(self) -> Any:
        """Class weights by code instead of by label."""
        if not isinstance(self.class_weight, Mapping):
            return self.class_weight
        return {code: self.class_weight.get(label, 1.0) for code, label in enumerate(self.classes_.tolist())}


@configurable
class _RegressorForest(_Forest):
    """The parameters of forests that predict values."""

    criterion: str = parameter(VALUE_CRITERIA, default="squared_error")

    def _choices(self) -> Choices:
        tree = DecisionTreeRegressor(**self._list_tree_parameters())
        return Choices(tree, self._choose_resampling(), Mean())
