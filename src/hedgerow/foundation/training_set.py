"""The one way in: whatever a user passes to `fit` becomes a `TrainingSet`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, Self, cast

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import assert_all_finite, check_array, check_consistent_length, column_or_1d, get_tags
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

from hedgerow.foundation.cached_property import cached_property
from hedgerow.foundation.constraints import Word, check, check_parameters
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.frames import is_frame, take_rows
from hedgerow.foundation.target import Task, find_missing_rows, find_task
from hedgerow.foundation.target_group import LearnedClasses, TargetGroup

TASKS = ("auto", "classification", "regression")
_MOST_VALUE = 1e50  # of a target
_MOST_POWER = 31  # of two, of the largest weight: larger ones are rescaled
_LEAST_SHARE = 2.0**-46  # of all weight
_MOST_REPEATS = 16  # of a row, on average


@dataclass(frozen=True, eq=False)
class TrainingSet:
    """What there is to learn from, as arrays.

    Every `fit` reads its arguments with `TrainingSet.read`, and hands the record on; nothing else reads X and y.

    Attributes
    ----------
    X : ndarray or sparse matrix of shape (n_samples, n_features)
        The features: NaN is a missing value, a category is a code 0, 1, ...
    y : ndarray of shape (n_samples,) or (n_samples, n_targets), or None
        Class codes, values, or one column for each target; None where there is no target.
    weights : ndarray of shape (n_samples,) or None
        Weights of the rows; None where all count alike.
    classes : ndarray of shape (n_classes,), tuple of ndarray, or None
        The class labels, of several targets those of each; None where the target is values, or where there is none.
    is_categorical : ndarray of bool of shape (n_features,) or None
        Which features are categories; None where none is.
    feature_names : ndarray of shape (n_features,) or None
        The names of the columns; None where they have none.
    groups : ndarray of shape (n_samples,) or None
        Which rows belong together, such as those of one patient; None where rows are independent.

    Examples
    --------
    >>> training = TrainingSet(np.eye(3), np.array([0, 1, 1]), classes=np.array(["no", "yes"]))
    >>> training.n_classes, training.priors
    (2, array([0.33333333, 0.66666667]))
    >>> training.names
    ('x0', 'x1', 'x2')
    """

    X: Any
    y: Any
    weights: NDArray[Any] | None = None
    classes: LearnedClasses = None
    is_categorical: NDArray[np.bool_] | None = None
    feature_names: NDArray[Any] | None = None
    groups: NDArray[Any] | None = None

    @classmethod
    def read(
        cls,
        estimator: Any,
        X: Any,
        y: Any = None,
        sample_weight: Any = None,
        *,
        task: str | None,
        needs_contrast: bool = False,
        numbers_only: bool = False,
        reset: bool = True,
    ) -> Self:
        """Read the arguments of `fit`, and note on the estimator what later rows must look like.

        Sets `n_features_in_`, `feature_names_in_` and the encoding of categories.

        Parameters
        ----------
        estimator : estimator
            Who is fitted. Its tags say whether values may be missing and matrices sparse, and its table of
            parameters is checked.
        X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
            The features.
        y : array-like of shape (n_samples,), default=None
            Class labels of any kind, or values. Where the estimator's tags say that it takes several targets, it may
            have a column for each.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.
        task : {"auto", "classification", "regression"} or None
            What the target is; "auto" looks at it. None leaves the target to the caller: it must be as long as X, and
            is handed on as it is.
        needs_contrast : bool, default=False
            Whether a target with a single class or value is refused.
        numbers_only : bool, default=False
            Whether the features must be numbers; then a frame is read as an array is, and no encoding is noted.
        reset : bool, default=True
            Whether this is a new beginning; False for a fit that goes on, whose features must look as before.

        Returns
        -------
        TrainingSet
        """
        check_parameters(estimator)
        encoding = None if numbers_only else learn_encoding(X)
        needs_target = task is not None
        table = read_features(estimator, X, encoding, y=y if needs_target else "no_validation", reset=reset)
        if not numbers_only:
            estimator._encoding = encoding
        if y is not None:
            check_consistent_length(table, y)
        weights = read_weights(sample_weight, table.shape[0])
        target, classes = y, None
        if task is not None and has_several_columns(y) and get_tags(estimator).target_tags.multi_output:
            target, classes = cast(Any, read_several_targets(y, task))
        elif task is not None:
            target, classes = read_target(y, task, needs_contrast=needs_contrast)
        is_categorical = None if encoding is None else encoding.is_categorical
        names = getattr(estimator, "feature_names_in_", None)
        return cls(table, target, weights, classes, is_categorical, names)

    @classmethod
    def of(
        cls,
        X: Any,
        y: NDArray[Any],
        *,
        n_classes: int | None = None,
        is_categorical: NDArray[np.bool_] | None = None,
        weights: NDArray[np.float64] | None = None,
    ) -> Self:
        """A training set of arrays that are read already: class codes 0..n_classes-1, or values.

        Examples
        --------
        >>> TrainingSet.of(np.eye(2), np.array([0.5, 1.5])).task
        'regression'
        """
        classes = None if n_classes is None else np.arange(n_classes)
        return cls(X, y, weights, classes, is_categorical)

    def check_loaded(self) -> None:
        """Refuse arrays that do not fit each other, since kernels read them without looking twice.

        Raises
        ------
        ValueError
            If a row has no target, a class has no label, or a column is not told of.
        """
        n_samples, n_features = self.X.shape
        by_row = [each for each in (self.y, self.weights, self.groups) if each is not None]
        by_column = [each for each in (self.is_categorical, self.feature_names) if each is not None]
        if any(len(each) != n_samples for each in by_row) or any(
            len(each) != n_features for each in by_column
        ):
            raise ValueError("this is not a training set: its arrays do not fit each other")
        most = (
            np.array([len(each) for each in self.classes])
            if isinstance(self.classes, tuple)
            else self.n_classes or 0
        )
        if self.classes is not None and not (
            self.y.dtype.kind in "iu" and ((self.y >= 0) & (self.y < most)).all()
        ):
            raise ValueError("this is not a training set: it has rows of a class that is not there")

    @property
    def task(self) -> Task:
        """Whether the target is a class or a value."""
        return "regression" if self.classes is None else "classification"

    @property
    def n_samples(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def n_features(self) -> int:
        """Number of columns."""
        return int(self.X.shape[1])

    @property
    def n_classes(self) -> int | None:
        """Number of classes, of several targets those of all; None for regression."""
        if isinstance(self.classes, tuple):
            return sum(map(len, self.classes))
        return None if self.classes is None else len(self.classes)

    @property
    def n_targets(self) -> int:
        """Number of targets: 0 where there is none, else one for each column."""
        return 0 if self.y is None else 1 if self.y.ndim == 1 else int(self.y.shape[1])

    @property
    def targets(self) -> TargetGroup | None:
        """How several targets lie side by side; None where there is one, or none."""
        if self.n_targets < 2:
            return None
        return TargetGroup(self.n_targets, tuple(map(len, self.classes or ())))

    @cached_property
    def counts(self) -> NDArray[Any]:
        """Weights of the rows; ones, as integers, where none were given."""
        return np.ones(self.n_samples, np.int32) if self.weights is None else self.weights

    @cached_property
    def row_weights(self) -> NDArray[np.float64]:
        """Weights of the rows; ones where none were given."""
        return np.ones(self.n_samples) if self.weights is None else self.weights

    @property
    def class_weights(self) -> NDArray[np.float64]:
        """Sum of the weights of each class."""
        return np.bincount(self.y, self.weights, self.n_classes or 0).astype(np.float64)

    @property
    def priors(self) -> NDArray[np.float64]:
        """Share of the weight of each class."""
        total = self.n_samples if self.weights is None else self.weights.sum()
        return np.asarray(self.class_weights / total)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the features; x0, x1, ... where they have none."""
        if self.feature_names is None:
            return tuple(f"x{place}" for place in range(self.n_features))
        return tuple(self.feature_names)

    @property
    def categorical(self) -> NDArray[np.bool_]:
        """Which features are categories, also where none is."""
        return np.zeros(self.n_features, np.bool_) if self.is_categorical is None else self.is_categorical

    def keep_classes(self, classifier: Any) -> None:
        """Set `classes_`, `n_classes_` and `class_prior_` of a classifier; nothing where the target is values.

        Of several targets they are lists.
        """
        if isinstance(self.classes, tuple):
            classifier.classes_ = list(self.classes)
            classifier.n_classes_ = [len(classes) for classes in self.classes]
            classifier.class_prior_ = [
                np.bincount(codes, self.weights, n_classes) / self.row_weights.sum()
                for codes, n_classes in zip(self.y.T, classifier.n_classes_, strict=True)
            ]
        elif self.classes is not None:
            classifier.classes_, classifier.n_classes_ = self.classes, len(self.classes)
            classifier.class_prior_ = self.priors

    def select(self, rows: Any) -> Self:
        """Some of the rows, by number or by mask."""

        def take(values: NDArray[Any] | None) -> NDArray[Any] | None:
            return None if values is None else values[rows]

        return replace(
            self,
            X=take_rows(self.X, rows),
            y=take(self.y),
            weights=take(self.weights),
            groups=take(self.groups),
        )

    def drop_weightless(self) -> Self:
        """The rows that have a weight."""
        if self.weights is None or self.weights.all():
            return self
        return self.select(self.weights > 0)

    def unweighted(self) -> Self:
        """The same rows as a learner prepares them: members bring their weights, and learn class codes."""
        codes: Any = None
        if isinstance(self.classes, tuple):
            codes = tuple(np.arange(len(classes)) for classes in self.classes)
        elif self.classes is not None:
            codes = np.arange(len(self.classes))
        return replace(self, weights=None, classes=codes)

    def with_target(self, y: NDArray[Any], n_classes: int | None) -> Self:
        """The same rows with another target: codes of some number of classes, or values."""
        return replace(self, y=y, classes=None if n_classes is None else np.arange(n_classes))


def read_rows(estimator: Any, X: Any, attribute: str | None = None) -> Any:
    """Read the rows that a fitted estimator is to predict, which must look like those it was fitted on.

    Parameters
    ----------
    estimator : estimator
        Who predicts.
    X : array-like, sparse matrix or data frame of shape (n_samples, n_features)
        The rows.
    attribute : str, default=None
        What a fitted estimator has; None to let scikit-learn find out.

    Returns
    -------
    ndarray or sparse matrix of shape (n_samples, n_features)
    """
    check_is_fitted(estimator, attribute)
    return read_features(estimator, X, estimator._encoding, reset=False)


def learn_encoding(X: Any) -> FeatureEncoding | None:
    """How a data frame with categories becomes numbers; None where X is numbers already."""
    if isinstance(X, np.ndarray) or not is_frame(X):
        return None
    encoding = FeatureEncoding.learn(X)
    return encoding if encoding.is_categorical.any() else None


def read_features(
    estimator: Any, X: Any, encoding: FeatureEncoding | None, *, y: Any = "no_validation", reset: bool
) -> Any:
    """Read the matrix of features: finite, and without missing values unless the estimator's tags allow them.

    Missing categories are left to the learner, since an indicator column can express them; and all of it to members
    that are not ours, where an ensemble says so by `_members_check_rows`.
    """
    tags = get_tags(estimator).input_tags
    as_it_is = bool(getattr(estimator, "_members_check_rows", False))
    if encoding is None and not reset and _is_plain_matrix(estimator, X, tags.allow_nan):
        return X
    if getattr(getattr(X, "dtype", None), "kind", "") == "c":
        raise ValueError("Complex data not supported: pass real and imaginary parts as columns of their own")
    if encoding is not None:
        validate_data(estimator, X, y, reset=reset, skip_check_array=True)
        return check_array(
            encoding.encode(X), ensure_all_finite="allow-nan", estimator=estimator, input_name="X"
        )
    if y is None:
        validate_data(estimator, X, y, reset=reset, skip_check_array=True)  # raises: a target is needed
    return validate_data(
        estimator,
        X,
        reset=reset,
        dtype=[np.float64, np.float32],
        accept_sparse=["csr", "csc"] if tags.sparse else False,
        ensure_all_finite=False if as_it_is else "allow-nan" if tags.allow_nan else True,
        allow_nd=as_it_is,
    )


def adopt_input_tags(tags: Any, estimator: Any) -> Any:
    """Let tags say of the input what those of the base estimator say.

    Hedgerow's own trees, the default, take missing values and sparse matrices.
    """
    if hasattr(estimator, "__sklearn_tags__") and not isinstance(estimator, type):
        child = get_tags(estimator).input_tags
        tags.input_tags.allow_nan, tags.input_tags.sparse = child.allow_nan, child.sparse
        tags.input_tags.positive_only = child.positive_only
    else:
        tags.input_tags.allow_nan = tags.input_tags.sparse = True
    return tags


def _is_plain_matrix(estimator: Any, X: Any, allow_nan: bool) -> bool:
    """Whether scikit-learn would return X as it is; its checks take longer than a forest takes to predict a row."""
    if type(X) is not np.ndarray or X.ndim != 2 or X.dtype not in (np.float64, np.float32):
        return False
    width = getattr(estimator, "n_features_in_", None)
    if len(X) == 0 or X.shape[1] != width or width == 0 or hasattr(estimator, "feature_names_in_"):
        return False
    with np.errstate(over="ignore", invalid="ignore"):
        return bool(np.isfinite(X.sum())) or (allow_nan and not np.isinf(X).any())


def read_weights(sample_weight: Any, n_samples: int) -> NDArray[np.float64] | None:
    """Weights of the rows: one each, finite, not negative, not all zero.

    Where the largest is beyond 2**31 or below its inverse, all are divided by the same power of two, so neither
    their sums nor their products overflow or vanish. A weight below 2**-46 of their sum, which is less than what trees
    count by, is 0.

    Examples
    --------
    >>> read_weights([1, 2], n_samples=2)
    array([1., 2.])
    >>> read_weights([2**62, 2**61], n_samples=2)
    array([1. , 0.5])
    """
    if sample_weight is None:
        return None
    weights: NDArray[np.float64] = check_array(
        sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight"
    )
    if weights.shape != (n_samples,):
        raise ValueError(
            f"sample_weight.shape == {weights.shape}, expected ({n_samples},): pass one weight for "
            f"each of the {n_samples} rows"
        )
    if weights.min() < 0:
        raise ValueError(
            f"Negative values in data passed to `sample_weight`, such as {weights.min():g}; a weight is 0 or more"
        )
    if not weights.any():
        raise ValueError("sample_weight is zero for every row; give at least one row a positive weight")
    power = np.frexp(weights.max())[1] - 1
    weights = weights if abs(power) <= _MOST_POWER else np.ldexp(weights, -power)
    return np.where(weights < _LEAST_SHARE * weights.sum(), 0.0, weights)


def are_repeats(weights: NDArray[Any]) -> bool:
    """Whether weights are whole numbers that rows can be repeated by, without a table much longer than theirs.

    Examples
    --------
    >>> are_repeats(np.array([1.0, 2.0])), are_repeats(np.array([0.5, 1.0])), are_repeats(np.array([1.0, 1e6]))
    (True, False, False)
    """
    return bool(weights.sum() <= _MOST_REPEATS * weights.size and (weights == np.floor(weights)).all())


def read_target(
    y: Any, task: str, *, needs_contrast: bool = True
) -> tuple[NDArray[Any], NDArray[Any] | None]:
    """Turn a target into class codes and labels, or into values and None.

    Parameters
    ----------
    y : array-like of shape (n_samples,)
        Labels of any kind, or numbers.
    task : {"auto", "classification", "regression"}
        What the target is; "auto" looks at it (see `hedgerow.foundation.target.find_task`).
    needs_contrast : bool, default=True
        Whether a target with a single class or value, or with missing labels, is refused.

    Returns
    -------
    codes_or_values : ndarray of shape (n_samples,)
    classes : ndarray of shape (n_classes,) or None

    Examples
    --------
    >>> read_target(["yes", "no", "yes"], "auto")
    (array([1, 0, 1]), array(['no', 'yes'], dtype='<U3'))
    >>> read_target([1, 0, 1], "regression")
    (array([1., 0., 1.]), None)
    """
    check("task", task, Word(*TASKS))
    target = column_or_1d(y, warn=True)
    if needs_contrast or task == "auto":
        task = _look_at_target(target, task)
    if task == "classification":
        assert_all_finite(target, input_name="y")
        try:
            check_classification_targets(target)
            classes, codes = np.unique(target, return_inverse=True)
        except TypeError as error:
            raise TypeError(
                "y holds labels of several types, which cannot be sorted; make all of them text, or all numbers"
            ) from error
        if needs_contrast and len(classes) < 2:
            raise ValueError(f"y has one class only, {classes[0]!r}: no feature can matter to it")
        return codes, classes
    values = check_array(target, ensure_2d=False, dtype=np.float64, input_name="y")
    check_values(values)
    if needs_contrast and values.min() == values.max():
        raise ValueError(f"y has one value only, {values[0]:g} (n_samples={values.size}): nothing to predict")
    return values, None


def has_several_columns(y: Any) -> bool:
    """Whether a target has more than one column.

    Examples
    --------
    >>> has_several_columns([[0, 1], [1, 1]]), has_several_columns([[0], [1]]), has_several_columns([0, 1])
    (True, False, False)
    """
    shape: Any = getattr(y, "shape", None)
    if shape is None:
        first = y[0] if isinstance(y, list | tuple) and len(y) else None
        shape = (len(y), len(first)) if isinstance(first, list | tuple | np.ndarray) else ()
    return len(shape) == 2 and shape[1] > 1


def read_several_targets(y: Any, task: str) -> tuple[NDArray[Any], tuple[NDArray[Any], ...] | None]:
    """Turn several targets into class codes and the labels of each, or into values and None.

    Parameters
    ----------
    y : array-like or data frame of shape (n_samples, n_targets)
        Labels of any kind, or numbers.
    task : {"classification", "regression"}
        What all of them are.

    Returns
    -------
    codes_or_values : ndarray of shape (n_samples, n_targets)
    classes : tuple of ndarray, or None

    Examples
    --------
    >>> read_several_targets([["yes", "low"], ["no", "high"]], "classification")
    (array([[1, 1],
           [0, 0]]), (array(['no', 'yes'], dtype='<U4'), array(['high', 'low'], dtype='<U4')))
    """
    if task == "regression":
        values = check_array(y, dtype=np.float64, input_name="y")
        check_values(values)
        return np.ascontiguousarray(values), None
    if is_frame(y):
        columns = [np.asarray(y[name]) for name in y.columns]
    else:
        columns = [*check_array(y, dtype=None, input_name="y").T]
    read = [read_target(column, task, needs_contrast=False) for column in columns]
    return np.stack([codes for codes, _ in read], axis=1), tuple(classes for _, classes in read)  # type: ignore[misc]


def check_values(values: NDArray[np.float64]) -> None:
    """Refuse values to predict whose squares cannot be summed.

    Raises
    ------
    ValueError
        If the largest is beyond 1e50, or none is beyond 1e-50 and not all are 0.
    """
    largest = np.abs(values).max(initial=0.0)
    if largest > _MOST_VALUE or 0 < largest < 1 / _MOST_VALUE:
        raise ValueError(
            f"y holds {largest:g} and nothing larger, and only values from 1e-50 to 1e50 can be squared and added; "
            "use another unit for y"
        )


def _look_at_target(target: NDArray[Any], task: str) -> Literal["classification", "regression"]:
    """Find the task, and refuse missing labels with a sentence that says where they are."""
    import pandas as pd

    assert_all_finite(target, input_name="y")
    column = pd.Series(target)
    missing = find_missing_rows(column)
    if missing.size:
        raise ValueError(
            f"y is missing in {missing.size} of {target.size} rows, first in row {missing[0]}; leave such rows out"
        )
    return find_task(column) if task == "auto" else task  # type: ignore[return-value]
