"""Whatever a user passes as X becomes a numeric matrix."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from hedgerow.foundation.frames import ColumnTypeError, dates_error, is_frame, to_pandas

if TYPE_CHECKING:
    import numpy.typing as npt
    import pandas as pd

    from hedgerow.foundation.frames import Frame

Labels = tuple[Hashable, ...]


@dataclass(frozen=True)
class FeatureEncoding:
    """How the columns of X become numbers, learned once and applied to every later X.

    Numbers stay, booleans become 0 and 1, and the labels of a category become 0, 1, ... in sorted order, or
    in that of the column's categorical type. A missing value, or a label that was not there to be learned, is
    NaN. Only a data frame can hold categories: an array is a matrix already, and one of floats is passed on
    without a copy.

    Attributes
    ----------
    names : tuple of str or None
        The columns of the data frame; None when an array was learned.
    categories : tuple
        For each column its labels in the order of their codes, or None when it is a number.

    Examples
    --------
    >>> import pandas as pd
    >>> X = pd.DataFrame({"size": [1.5, 2.5], "color": ["red", "blue"]})
    >>> encoding = FeatureEncoding.learn(X)
    >>> encoding.categories
    (None, ('blue', 'red'))
    >>> encoding.encode(X)
    array([[1.5, 1. ],
           [2.5, 0. ]])
    >>> encoding.encode(pd.DataFrame({"size": [3], "color": ["green"]}))
    array([[ 3., nan]])
    """

    names: tuple[str, ...] | None
    categories: tuple[Labels | None, ...]

    @classmethod
    def learn(cls, X: npt.ArrayLike | Frame) -> Self:
        """Find the labels of every categorical column.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)

        Returns
        -------
        FeatureEncoding
        """
        if not is_frame(X):
            n_features = _to_matrix(X).shape[1]
            return cls(None, (None,) * n_features)
        frame = to_pandas(X)
        names = tuple(str(name) for name in frame.columns)
        if _is_numeric(frame):  # of ten thousand columns, looking at each would take longer than a forest
            return cls(names, (None,) * len(names))
        return cls(names, tuple(_find_labels(frame.iloc[:, position]) for position in range(len(names))))

    @property
    def is_categorical(self) -> npt.NDArray[np.bool_]:
        """Mask of the columns that hold codes."""
        return np.array([labels is not None for labels in self.categories], dtype=bool)

    def encode(self, X: npt.ArrayLike | Frame) -> npt.NDArray[np.floating[Any]]:
        """Turn X into a matrix of floats.

        Parameters
        ----------
        X : array-like or data frame of shape (n_samples, n_features)
            A data frame has the learned columns in the learned order. A numeric array is taken to be encoded
            already.

        Returns
        -------
        ndarray of shape (n_samples, n_features)
            float64; float32 when X is a float32 array.
        """
        if is_frame(X):
            frame = to_pandas(X)
        elif self.is_categorical.any() and np.asarray(X).dtype.kind in "OUS":
            frame = _to_frame(X)
        else:
            return _to_matrix(X)
        if not self.is_categorical.any() and _is_numeric(frame):
            return _to_matrix(frame.to_numpy())
        matrix = np.empty((len(frame), len(self.categories)), order="F")
        for position, labels in enumerate(self.categories):
            column = frame.iloc[:, position]
            matrix[:, position] = _to_floats(column) if labels is None else _to_codes(column, labels)
        return _to_matrix(matrix)


def _to_matrix(X: npt.ArrayLike) -> npt.NDArray[np.floating[Any]]:
    from sklearn.utils.validation import check_array

    floats = [np.float64, np.float32]
    matrix: npt.NDArray[np.floating[Any]] = check_array(X, dtype=floats, ensure_all_finite=False)
    return matrix


def _is_numeric(frame: pd.DataFrame) -> bool:
    return all(isinstance(dtype, np.dtype) and dtype.kind in "fiub" for dtype in frame.dtypes)


def _to_frame(X: npt.ArrayLike) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(np.asarray(X, dtype=object)).infer_objects()


def _find_labels(column: pd.Series[Any]) -> Labels | None:
    import pandas as pd
    from pandas.api import types

    if isinstance(column.dtype, pd.CategoricalDtype):
        return tuple(column.cat.categories)
    if types.is_bool_dtype(column.dtype) or types.is_numeric_dtype(column.dtype):
        return None
    content = types.infer_dtype(column, skipna=True)
    if "date" in content or "time" in content or content == "period":
        raise dates_error(column.name, column.dtype)
    if content in ("empty", "boolean", "integer", "floating", "mixed-integer-float", "decimal"):
        return None
    try:
        # Labels of several types have no common order; each type is sorted by itself.
        return tuple(sorted(column.dropna().unique(), key=lambda label: (type(label).__name__, label)))
    except TypeError as error:
        raise ColumnTypeError(
            f"Column {column.name!r} holds {content} values that cannot be sorted into categories. "
            "Spread them over columns of their own, or drop it."
        ) from error


def _to_floats(column: pd.Series[Any]) -> npt.NDArray[np.float64]:
    if column.dtype.kind in "Mm":
        raise dates_error(column.name, column.dtype)
    try:
        return column.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise ColumnTypeError(
            f"Column {column.name!r} was learned as numbers but holds other values now ({error}). "
            "Convert it to numbers, or fit again."
        ) from error


def _to_codes(column: pd.Series[Any], labels: Labels) -> npt.NDArray[np.float64]:
    import pandas as pd

    lookup = pd.Index(labels, dtype=object)
    if isinstance(column.dtype, pd.CategoricalDtype):
        codes, listed = column.cat.codes.to_numpy(), column.cat.categories.astype(object)
    else:
        codes, listed = pd.factorize(column.astype(object))
    # Of each label by itself, so no row is refused for the company it keeps.
    if labels and all(isinstance(label, str) for label in labels):
        for place, other in enumerate(listed):
            if not isinstance(other, str) and (codes == place).any():
                raise ColumnTypeError(
                    f"Column {column.name!r} was learned as the categories {', '.join(map(repr, labels[:3]))}, ... "
                    f"but holds {other!r} now. Convert it to the same labels, or fit again."
                )
    # Code -1 (missing) picks the NaN at the end; a label that was never learned is NaN too.
    positions = np.append(lookup.get_indexer(listed), -1).astype(np.float64)
    return np.where(positions < 0, np.nan, positions)[codes]
