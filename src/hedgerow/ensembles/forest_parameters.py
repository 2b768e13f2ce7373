"""The parameters of forests, which are those of scikit-learn's, and the choices that they make."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hedgerow.combination import Mean, MeanProbability
from hedgerow.ensembles.choices import Choices
from hedgerow.foundation.constraints import Constraints, Count, Flag
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.learners import Learner
from hedgerow.resampling import Bootstrap, Full
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor
from hedgerow.trees.rules import CLASS_CRITERIA, CLASS_WEIGHT, LIMITS, VALUE_CRITERIA


class _Forest:
    """What the parameters of all forests choose."""

    _parameters: ClassVar[Constraints] = LIMITS | {"n_estimators": Count(), "bootstrap": Flag()}
    _split: str = "best"  # how a tree finds its cuts

    bootstrap: bool
    max_samples: int | float | None
    monotonic_cst: None
    oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float]

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

    n_estimators: int = parameter(default=100, kw_only=False)
    criterion: str = parameter(CLASS_CRITERIA, default="entropy")
    max_depth: int | None = None
    min_samples_split: int | float = 2
    min_samples_leaf: int | float = 1
    min_weight_fraction_leaf: float = 0.0
    max_features: int | float | str | None = "sqrt"
    max_leaf_nodes: int | None = None
    min_impurity_decrease: float = 0.0
    bootstrap: bool = True
    oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0
    warm_start: bool = False
    class_weight: Any = parameter(CLASS_WEIGHT, default=None)
    ccp_alpha: float = 0.0
    max_samples: int | float | None = None
    monotonic_cst: None = None

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

    n_estimators: int = parameter(default=100, kw_only=False)
    criterion: str = parameter(VALUE_CRITERIA, default="squared_error")
    max_depth: int | None = None
    min_samples_split: int | float = 2
    min_samples_leaf: int | float = 1
    min_weight_fraction_leaf: float = 0.0
    max_features: int | float | str | None = 1.0
    max_leaf_nodes: int | None = None
    min_impurity_decrease: float = 0.0
    bootstrap: bool = True
    oob_score: bool | Callable[[NDArray[Any], NDArray[Any]], float] = False
    n_jobs: int | None = None
    random_state: int | np.random.RandomState | None = None
    verbose: int = 0
    warm_start: bool = False
    ccp_alpha: float = 0.0
    max_samples: int | float | None = None
    monotonic_cst: None = None

    def _choices(self) -> Choices:
        tree = DecisionTreeRegressor(**self._list_tree_parameters())
        return Choices(tree, self._choose_resampling(), Mean())
