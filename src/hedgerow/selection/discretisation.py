"""Numbers into a few codes: a transformer, and what filters that count rows are built on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from hedgerow.foundation.constraints import Count, Word, check_parameters
from hedgerow.foundation.encoding import FeatureEncoding
from hedgerow.foundation.parameters import configurable, fitted, parameter
from hedgerow.foundation.progress import all_or_nothing
from hedgerow.foundation.threads import map_in_threads
from hedgerow.foundation.training_set import TASKS, TrainingSet, read_rows
from hedgerow.relevance.discretisation import Discretised, cut_by_classes

if TYPE_CHECKING:
    import pandas as pd

Method = Literal["mdl", "equal_frequency", "equal_width", "distinct"]
Cuts = list[NDArray[np.float64]]
METHODS = ("mdl", "equal_frequency", "equal_width", "distinct")
MOST_BINS = 65_535  # codes have 16 bits, and the last one is for missing values
_COLUMNS_AT_ONCE = 32


@configurable
class Discretiser(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Sort numbers into bins, and give every bin a code 0, 1, ...

    Entropies and counts need a few values in each column. A value that equals a cut lies
    below it. The categories of a data frame keep a code each.

    Parameters
    ----------
    method : {"mdl", "equal_frequency", "equal_width", "distinct"}, default="mdl"
        "mdl" cuts where that shortens the description of the classes, and nowhere in a column that tells nothing about
        them (Fayyad & Irani 1993). "equal_frequency" makes bins of about the same number of rows, "equal_width" bins of
        the same width between the smallest and the largest value, and "distinct" a bin for every value.
    n_bins : int, default=5
        Number of bins of "equal_frequency" and "equal_width", and of classes that a target of values is cut into for
        "mdl".
    max_distinct : int, default=0
        Columns with at most so many distinct values are not cut further: every value has its bin.
    missing : {"code", "keep"}, default="code"
        Missing values get a code of their own, the last one of their column; or they stay NaN, and codes are floats.
    task : {"auto", "classification", "regression"}, default="auto"
        What the target is, for "mdl"; "auto" looks at it.
    n_jobs
        As for `FCBFSelector`.

    Attributes
    ----------
    cuts_ : list of ndarray
        The cuts of each column; empty for a category, and for a column that is not cut.
    n_codes_ : ndarray of shape (n_features,)
        Number of codes of each column, the one for missing values not counted.

    See Also
    --------
    DecisionTreeClassifier, FCBFSelector

    Notes
    -----
    A category that was not there to be learned is a missing value. Rows of zero weight do not count.

    The description-length cuts are those of a tree on one column that is stopped by Fayyad and Irani's rule: with N
    rows, c classes in a node and c1 and c2 in its sides, a cut is made where it gains more than (log2(N - 1) + log2(3^c
    - 2) - c H + c1 H1 + c2 H2) / N. A target of values is cut at its quantiles first. Missing values get a code of
    their own, or stay. Columns with few distinct values can be left as they are.

    Cost: A sort of each column, and one pass for each cut.

    References
    ----------
    U. M. Fayyad and K. B. Irani, Multi-interval discretization of continuous-valued attributes for classification
    learning, IJCAI 1993.

    Examples
    --------
    >>> X = np.arange(1.0, 9.0)[:, None]
    >>> discretiser = Discretiser().fit(X, [0, 0, 0, 0, 1, 1, 1, 1])
    >>> discretiser.cuts_
    [array([4.5])]
    >>> discretiser.transform([[4.0], [5.0], [np.nan]]).ravel()
    array([0, 1, 2])
    """

    method: Method = parameter(Word(*METHODS), default="mdl", kw_only=False)
    n_bins: int = parameter(Count(2, MOST_BINS), default=5)
    max_distinct: int = parameter(Count(0, MOST_BINS), default=0)
    missing: Literal["code", "keep"] = parameter(Word("code", "keep"), default="code")
    task: str = parameter(Word(*TASKS), default="auto")
    n_jobs: int | None = None

    cuts_: Cuts = fitted()
    n_codes_: NDArray[np.intp] = fitted()
    n_features_in_: int = fitted()
    _encoding: FeatureEncoding | None = fitted()

    def fit(self, X: Any, y: ArrayLike | None = None, sample_weight: ArrayLike | None = None) -> Self:
        """Find the cuts.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The columns; values may be missing.
        y : array-like of shape (n_samples,), default=None
            The target, which "mdl" needs.
        sample_weight : array-like of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        self
        """
        with all_or_nothing(self):
            by_classes = self.method == "mdl"
            if by_classes and y is None:
                raise ValueError(
                    "method='mdl' requires y to be passed, but the target y is None: it cuts where classes change. "
                    "Pass y, or choose 'equal_frequency' or 'equal_width'"
                )
            training = TrainingSet.read(
                self,
                X,
                y if by_classes else None,
                sample_weight,
                task=self.task if by_classes else None,
                needs_contrast=by_classes,
            )
            classes = None
            if by_classes:
                classes = training.y
                if training.classes is None:
                    classes = cut_target(training.y, self.n_bins, training.weights)
            self.cuts_ = self.find_cuts(training.X, training.categorical, classes, training.weights)
            self.n_codes_ = np.array([cuts.size + 1 for cuts in self.cuts_], np.intp)
            if self._encoding is not None:
                for feature, labels in enumerate(self._encoding.categories):
                    self.n_codes_[feature] = self.n_codes_[feature] if labels is None else len(labels)
        return self

    def transform(self, X: Any) -> Any:
        """Replace values by the codes of their bins.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_features)
            Integers; floats with NaN where missing values are kept.
        """
        table = read_rows(self, X, "cuts_")
        is_categorical = np.zeros(self.n_features_in_, np.bool_)
        if self._encoding is not None:
            is_categorical = self._encoding.is_categorical
        codes = apply_cuts(table, is_categorical, self.cuts_, self.n_codes_, self.n_jobs).T
        if self.missing == "code":
            return codes.astype(np.intp)
        return np.where(codes == self.n_codes_, np.nan, codes)

    def frame(self) -> pd.DataFrame:
        """One row per column: its name, its number of codes, and its cuts."""
        import pandas as pd

        check_is_fitted(self, "cuts_")
        return pd.DataFrame(
            {
                "feature": self.get_feature_names_out(),
                "n_codes": self.n_codes_,
                "cuts": [tuple(cuts.tolist()) for cuts in self.cuts_],
            }
        )

    def find_cuts(
        self,
        X: NDArray[np.floating[Any]],
        is_categorical: NDArray[np.bool_],
        classes: NDArray[Any] | None,
        weights: NDArray[np.float64] | None = None,
    ) -> Cuts:
        """Find the cuts of a matrix of numbers and category codes.

        Parameters
        ----------
        X : ndarray of shape (n_samples, n_features)
            Numbers and category codes; NaN is a missing value.
        is_categorical : ndarray of bool of shape (n_features,)
            Which columns are categories, and not cut.
        classes : ndarray of int of shape (n_samples,) or None
            Class codes, for "mdl".
        weights : ndarray of shape (n_samples,), default=None
            Weights of the rows.

        Returns
        -------
        list of ndarray
        """
        check_parameters(self)
        if self.method == "mdl" and classes is None:
            raise ValueError("method='mdl' needs the classes to cut by; pass y, or choose 'equal_frequency'")
        calls = [
            (X, start, is_categorical, classes, weights) for start in range(0, X.shape[1], _COLUMNS_AT_ONCE)
        ]
        return [cuts for block in map_in_threads(self._cut_block, calls, self.n_jobs) for cuts in block]

    def _cut_block(
        self,
        X: NDArray[np.floating[Any]],
        start: int,
        is_categorical: NDArray[np.bool_],
        classes: NDArray[Any] | None,
        weights: NDArray[np.float64] | None,
    ) -> Cuts:
        block = _take_columns(X, start)
        cuts: Cuts = [np.empty(0)] * len(block)
        open_columns = []
        for feature in np.flatnonzero(~is_categorical[start : start + len(block)]):
            column = block[feature] if weights is None else block[feature, weights > 0]
            values = _find_values(column, MOST_BINS if self.method == "distinct" else self.max_distinct)
            if values is not None:
                cuts[feature] = np.asarray(values[:-1] / 2 + values[1:] / 2, dtype=np.float64)
            elif self.method == "distinct":
                raise ValueError(
                    f"a column has more than {MOST_BINS} distinct values; choose method='equal_frequency'"
                )
            elif self.method == "equal_width":
                cuts[feature] = _cut_evenly(column, self.n_bins)
            else:
                open_columns.append(feature)
        if open_columns:
            columns = np.asarray(block[open_columns].T, dtype=np.float64)
            kinds = np.zeros(len(open_columns), np.bool_)
            if self.method == "mdl":
                found = cut_by_classes(columns, np.asarray(classes), kinds, weights)
            else:
                found = list(Discretised.by_quantiles(columns, kinds, weights, n_bins=self.n_bins).cuts)
            for feature, of_column in zip(open_columns, found, strict=True):
                cuts[feature] = of_column
        return cuts

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "cuts_")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.target_tags.required = self.method == "mdl"
        tags.transformer_tags.preserves_dtype = []
        return tags


def apply_cuts(
    X: NDArray[np.floating[Any]],
    is_categorical: NDArray[np.bool_],
    cuts: Cuts,
    n_codes: NDArray[np.intp],
    n_jobs: int | None = None,
) -> NDArray[np.uint16]:
    """Code a matrix of numbers and category codes, column after column; missing values get code `n_codes`.

    Examples
    --------
    >>> X = np.array([[1.0], [2.0], [np.nan]])
    >>> apply_cuts(X, np.array([False]), [np.array([1.5])], np.array([2]))
    array([[0, 1, 2]], dtype=uint16)
    """
    if n_codes.max(initial=0) > MOST_BINS:
        raise ValueError(
            f"column {int(n_codes.argmax())} has {n_codes.max()} categories, more than {MOST_BINS}; merge rare ones"
        )
    codes = np.empty(X.shape[::-1], np.uint16)

    def code(start: int) -> None:
        for feature, column in enumerate(_take_columns(X, start), start):
            is_missing = np.isnan(column)
            if is_categorical[feature]:
                unknown = is_missing | (column >= n_codes[feature]) | (column < 0)
                codes[feature] = np.where(unknown, n_codes[feature], column)
                continue
            codes[feature] = np.searchsorted(cuts[feature], column)
            codes[feature, is_missing] = n_codes[feature]

    for _ in map_in_threads(code, [(start,) for start in range(0, X.shape[1], _COLUMNS_AT_ONCE)], n_jobs):
        pass
    return codes


def _take_columns(X: NDArray[np.floating[Any]], start: int) -> NDArray[np.floating[Any]]:
    """Some columns, each in one piece: walking down a wide table of rows is several times slower."""
    return np.ascontiguousarray(X[:, start : start + _COLUMNS_AT_ONCE].T)


def cut_target(
    values: NDArray[np.float64], n_bins: int, weights: NDArray[np.float64] | None = None
) -> NDArray[np.intp]:
    """Turn a target of values into classes of about the same weight, two at least.

    Examples
    --------
    >>> cut_target(np.array([5.0, 1.0, 2.0, 9.0]), 2)
    array([1, 0, 0, 1])
    >>> cut_target(np.array([0.0, 1.0, 1.0, 1.0]), 2)
    array([0, 1, 1, 1])
    """
    coded = Discretised.by_quantiles(values[:, None], None, weights, n_bins=n_bins)
    if coded.cuts[0].size:
        return coded.codes[:, 0]
    # Where most values tie at the largest, all quantiles are the largest, and the rest is the other class.
    return np.asarray(values == values.max(), dtype=np.intp)


def _find_values(column: NDArray[np.floating[Any]], limit: int) -> NDArray[np.floating[Any]] | None:
    """The distinct values of a column in order; None if there are more than `limit`."""
    if limit == 0:
        return None
    if limit < MOST_BINS and np.unique(column[: 4 * limit]).size > limit + 1:  # one may be NaN
        return None
    known = column[~np.isnan(column)]
    if known.size == 0:
        return np.asarray(known)
    low, high = known.min(), known.max()
    if high - low < MOST_BINS:
        steps = (known - low).astype(np.intp)
        if (
            steps + low == known
        ).all():  # whole numbers are counted, which is many times faster than sorting them
            values = low + np.flatnonzero(np.bincount(steps))
            return values if values.size <= limit else None
    values = np.unique(known)
    return values if values.size <= limit else None


def _cut_evenly(column: NDArray[np.floating[Any]], n_bins: int) -> NDArray[np.float64]:
    known = column[~np.isnan(column)]
    if known.size == 0 or known.min() == known.max():
        return np.empty(0)
    return np.linspace(known.min(), known.max(), n_bins + 1, dtype=np.float64)[1:-1]
