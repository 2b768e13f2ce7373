"""What every selector of features shares: it reads a table, selects features, and keeps their columns."""

from __future__ import annotations

import warnings
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from hedgerow.foundation.column_scale import check_sizes, find_units, to_units
from hedgerow.foundation.constraints import Word
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.training_set import TASKS, TrainingSet
from hedgerow.selection.groups import Groups, find_columns

if TYPE_CHECKING:
    import pandas as pd

WhenEmpty = Literal["best", "all", "none"]


@dataclass(frozen=True, eq=False)
class SelectionResult:
    """What a method finds out about each feature.

    Parameters
    ----------
    scores : ndarray of shape (n_features,)
        How much each feature matters, larger is more; NaN where nothing was observed.
    selected : ndarray of bool of shape (n_features,)
        The features that the method selects.
    p_values : ndarray of shape (n_features,), default=None
        P-value of each feature; None where the method has none.
    details : mapping of str to ndarray of shape (n_features,), default={}
        More columns for `Selector.frame`.
    """

    scores: NDArray[np.float64]
    selected: NDArray[np.bool_]
    p_values: NDArray[np.float64] | None = None
    details: Mapping[str, NDArray[Any]] = field(default_factory=dict)


@configurable
class Selector(SelectorMixin, BaseEstimator):
    """Base of all selectors: reads the table, lets a method select features, and keeps their columns.

    A subclass implements `_select`, says in `_remedy` what a user can change when nothing is found, and declares
    parameters of its own; one that needs no target has the task "none", and gets a target of zeros. What the user
    has decided beforehand is honoured here: fixed features are kept, and a group is kept as a whole as soon as one
    of its members is selected. A method may look at both before it selects (`_fixed`, `_groups`); one with p-values
    may decide on groups itself, by `_groups.pool_p_values`.

    Parameters
    ----------
    task : {"auto", "classification", "regression"}
        What the target is.
    fixed_features : sequence of str, sequence of int, mask or None
        Features that are kept whatever is found.
    groups : mapping, list of lists, sequence of labels or None
        Features that are kept or dropped together.
    when_empty : {"best", "all", "none"}
        What is kept, with a warning, when nothing is found.

    Attributes
    ----------
    scores_ : ndarray of shape (n_features,)
        How much each feature matters.
    p_values_ : ndarray of shape (n_features,) or None
        P-value of each feature; None where the method has none.
    found_ : ndarray of bool of shape (n_features,)
        What the method itself selected.
    support_ : ndarray of bool of shape (n_features,)
        What is kept: what was found, completed by groups, fixed features and `when_empty`.
    classes_ : ndarray or None
        The class labels; None for regression.
    """

    task: str = parameter(Word(*TASKS), default="auto")
    fixed_features: Any = None
    groups: Any = None
    when_empty: WhenEmpty = parameter(Word("best", "all", "none"), default="best")

    n_features_in_: int = fitted()
    scores_: NDArray[np.float64] = fitted()
    p_values_: NDArray[np.float64] | None = fitted()
    found_: NDArray[np.bool_] = fitted()
    support_: NDArray[np.bool_] = fitted()
    classes_: NDArray[Any] | None = fitted()

    _keeps_models: ClassVar[bool] = False  # that are asked about rows in their own units, or show their cuts
    _remedy: ClassVar[str]
    _encoding: FeatureEncoding | None = fitted()
    _names: tuple[str, ...] = fitted()
    _groups: Groups = fitted()
    _fixed: NDArray[np.bool_] = fitted()
    _details: dict[str, NDArray[Any]] = fitted()

    @abstractmethod
    def _select(self, training: TrainingSet) -> SelectionResult:
        """Score and select features; may also set attributes of the method's own."""

    def fit(self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self:
        """Find out which features to keep.

        A fit that fails or is interrupted leaves the selector as it was.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The features. The columns of a data frame may hold categories; values may be missing.
        y : array-like of shape (n_samples,), default=None
            Class labels of any kind, or values; not used by selectors that need no target.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            training = self._read(X, y, sample_weight)
            self.classes_, self._names = training.classes, training.names
            self._fixed = find_columns(self.fixed_features, self._names, "fixed_features")
            self._groups = Groups.read(self.groups, self._names)
            result = self._select(training)
            self._details = dict(result.details)
            self.scores_, self.p_values_, self.found_ = result.scores, result.p_values, result.selected
            self.support_ = self._complete(result)
        return self

    def _read(self, X: Any, y: Any, sample_weight: Any) -> TrainingSet:
        if self.task != "none":
            return self._rescale(
                TrainingSet.read(self, X, y, sample_weight, task=self.task, needs_contrast=True)
            )
        training = self._rescale(TrainingSet.read(self, X, None, sample_weight, task=None))
        if training.n_samples < 2:
            raise ValueError(
                f"groups of rows need two rows or more, but X has n_samples={training.n_samples}; pass more rows"
            )
        return training.with_target(np.zeros(training.n_samples), None)

    def _rescale(self, training: TrainingSet) -> TrainingSet:
        """Columns of very large or small numbers in other units: which features matter does not depend on them."""
        if self._keeps_models:
            return training
        if hasattr(training.X, "tocsr"):
            check_sizes(training.X.data)
            return training
        return replace(training, X=to_units(training.X, find_units(training.X)))

    def _complete(self, result: SelectionResult) -> NDArray[np.bool_]:
        """What is kept: what was selected, with groups, fixed features and `when_empty`."""
        support = self._groups.complete(result.selected | self._fixed)
        if support.any():
            return support
        best = self._find_best(result)
        kept = {"best": best, "all": np.ones_like(support), "none": support}[self.when_empty]
        first = self._names[int(np.argmax(best))]
        what = {"best": f"kept the best one, {first!r}", "all": "kept all of them", "none": "kept none"}
        warnings.warn(
            f"{type(self).__name__} found none of {support.size} features worth keeping, and "
            f"{what[self.when_empty]}; {self._remedy}, or set when_empty",
            stacklevel=3,
        )
        return kept

    def _find_best(self, result: SelectionResult) -> NDArray[np.bool_]:
        """The best group: of the smallest p-value where there are any, then of the largest score."""
        groups = self._groups
        scores = np.nan_to_num(groups.pool_scores(result.scores), nan=-np.inf)
        p_values = np.zeros(len(groups))
        if result.p_values is not None:
            p_values = np.nan_to_num(groups.pool_p_values(result.p_values), nan=1.0)
        return np.asarray(groups.labels == np.lexsort((-scores, p_values))[0])

    def transform(self, X: Any) -> Any:
        """Keep the selected columns: of a data frame as a data frame, types included; of an array as an array.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        data frame or ndarray of shape (n_samples, n_selected)
        """
        check_is_fitted(self)
        if not is_frame(X):
            return super().transform(X)
        validate_data(self, X, reset=False, skip_check_array=True)
        return self._transform(X)

    def frame(self) -> pd.DataFrame:
        """One row per feature, the best first: name, score, p-value (where there are any), whether it is kept.

        Columns ``fixed``, ``group``, ``group_score`` and ``group_p_value`` are there where fixed features and groups
        are; the score of a group is that of its best member, its p-value the smallest times the number of members.
        """
        import pandas as pd

        check_is_fitted(self)
        frame = pd.DataFrame({"feature": self._names, "score": self.scores_})
        if self.p_values_ is not None:
            frame["p_value"] = self.p_values_
        frame["selected"] = self.support_
        for name, column in self._details.items():
            frame[name] = column
        if self._fixed.any():
            frame["fixed"] = self._fixed
        groups = self._groups
        if not groups.is_trivial:
            frame["group"] = np.array(groups.names, dtype=object)[groups.labels]
            frame["group_score"] = groups.pool_scores(self.scores_)[groups.labels]
            if self.p_values_ is not None:
                frame["group_p_value"] = groups.pool_p_values(self.p_values_)[groups.labels]
        return frame.sort_values("score", ascending=False, kind="stable", ignore_index=True)

    def _get_support_mask(self) -> NDArray[np.bool_]:
        check_is_fitted(self)
        return self.support_

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "support_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.required = self.task != "none"
        tags.input_tags.allow_nan = True
        return tags
