"""A table of labels: which of L labels each row carries, how many that are, and its distinct rows as classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.utils import assert_all_finite
from sklearn.utils.multiclass import check_classification_targets

from hedgerow.foundation.frames import is_frame, to_pandas
from hedgerow.foundation.training_set import read_weights

_WORD = 62  # labels that one int64 has bits for, the sign and one more left alone


@dataclass(frozen=True, eq=False)
class LabelTable:
    """Which labels each row carries.

    Attributes
    ----------
    on : ndarray of bool of shape (n_samples, n_labels)
        Whether a row carries a label.
    values : ndarray of shape (2,)
        How the user writes that it does not, and that it does.
    names : ndarray of shape (n_labels,) or None
        Names of the labels, where they have some.
    is_vector : bool
        Whether there is one label, which came as a vector.

    Examples
    --------
    >>> LabelTable.read([["no", "yes"], ["no", "no"]]).on
    array([[False,  True],
           [False, False]])
    """

    on: NDArray[np.bool_]
    values: NDArray[Any]
    names: NDArray[Any] | None
    is_vector: bool = False

    @classmethod
    def read(cls, y: Any) -> Self:
        """Read labels from an array, a data frame or a sparse matrix, one column for each; a vector is one label.

        They are 0 and 1, or False and True, or any two values, of which the greater means that the label is on.
        """
        names = np.asarray(y.columns, dtype=object) if is_frame(y) else None
        array = to_array(y)
        if array.ndim not in (1, 2) or array.shape[-1] == 0:
            raise ValueError(
                f"y has shape {array.shape}; pass one column of 0 and 1 for each label, such as "
                "sklearn.preprocessing.MultiLabelBinarizer makes of lists of labels"
            )
        if array.dtype.kind in "fc":
            assert_all_finite(array, input_name="y")
        check_classification_targets(array)
        values = _find_values(array)
        is_vector = array.ndim == 1
        on = np.asarray(array == values[1])
        return cls(on[:, None] if is_vector else on, values, names, is_vector)

    def write(self, on: NDArray[np.bool_]) -> NDArray[Any]:
        """Labels in the words of the user."""
        written = self.values[on.astype(np.intp)]
        return written[:, 0] if self.is_vector else written


def to_array(y: Any) -> NDArray[Any]:
    """Labels as a plain array, whatever holds them.

    Examples
    --------
    >>> import pandas as pd
    >>> to_array(pd.DataFrame({"red": [1, 0]}))
    array([[1],
           [0]])
    """
    if issparse(y):
        return np.asarray(y.toarray())  # type: ignore[attr-defined]
    return np.asarray(to_pandas(y) if is_frame(y) else y)


def _find_values(array: NDArray[Any]) -> NDArray[Any]:
    """The two values, off before on; also where a table of 0 and 1 holds one of them only."""
    try:
        found = np.unique(array)
    except TypeError as error:
        raise ValueError(f"y mixes values that cannot be put in order: {error}; pass 0 and 1") from None
    if found.size <= 2 and all(value in (0, 1) for value in found):
        whole = array.dtype if array.dtype.kind in "iub" else np.dtype(np.int64)
        return np.array([0, 1], dtype=whole)
    if found.size == 2:
        return np.asarray(found)
    if array.ndim == 1 and found.size > 2:
        raise ValueError(
            "Only binary classification is supported. The type of the target is multiclass: "
            f"y is a vector of {found.size} classes; pass a column of 0 and 1 for each label"
        )
    shown = ", ".join(repr(value) for value in found[:3].tolist())
    raise ValueError(
        f"y holds {found.size} different values or classes ({shown}{', ...' if found.size > 3 else ''}); labels are on "
        "or off: pass 0 and 1, and a column for each value of a label that has more than two"
    )


def label_cardinality(Y: Any, sample_weight: Any = None) -> float:
    """Mean number of labels of a row.

    Parameters
    ----------
    Y : array-like, sparse matrix or data frame of shape (n_samples, n_labels)
        The labels, 0 and 1.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    float

    References
    ----------
    G. Tsoumakas and I. Katakis, "Multi-label classification: an overview", International Journal of Data Warehousing
    and Mining 3 (2007).

    Examples
    --------
    >>> label_cardinality([[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 0]])
    1.25
    """
    on = LabelTable.read(Y).on
    n_on = on.sum(axis=1)
    return float(np.average(n_on, weights=read_weights(sample_weight, len(on))))


def label_density(Y: Any, sample_weight: Any = None) -> float:
    """Share of the labels that a row carries, on average: the cardinality divided by the number of labels.

    Parameters
    ----------
    Y : array-like, sparse matrix or data frame of shape (n_samples, n_labels)
        The labels, 0 and 1.
    sample_weight : array-like of shape (n_samples,), default=None
        Weights of the rows.

    Returns
    -------
    float

    Examples
    --------
    >>> label_density([[1, 0], [1, 1], [0, 0], [0, 1]])
    0.5
    """
    n_labels: int = LabelTable.read(Y).on.shape[1]
    return label_cardinality(Y, sample_weight) / n_labels


def code_label_sets(on: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Number the distinct label sets, in the order of their rows of 0 and 1.

    Rows become whole numbers, the first label the highest bit, and those are sorted: one number for up to 62 labels.

    Parameters
    ----------
    on : ndarray of bool of shape (n_samples, n_labels)
        Which labels each row carries.

    Returns
    -------
    sets : ndarray of bool of shape (n_sets, n_labels)
        The distinct rows.
    codes : ndarray of shape (n_samples,)
        Which of them each row is.

    Examples
    --------
    >>> sets, codes = code_label_sets(np.array([[1, 0], [0, 1], [1, 0]], dtype=bool))
    >>> sets.astype(int).tolist(), codes.tolist()
    ([[0, 1], [1, 0]], [1, 0, 1])
    """
    words = pack_labels(on)
    if words.shape[1] == 1:
        _, first, codes = np.unique(words[:, 0], return_index=True, return_inverse=True)
    else:
        _, first, codes = np.unique(words, axis=0, return_index=True, return_inverse=True)
    return on[first], codes.reshape(-1)


def pack_labels(on: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Labels as the bits of whole numbers, (n_samples, ceil(n_labels / 62)).

    Examples
    --------
    >>> pack_labels(np.array([[1, 1, 0]], dtype=bool))
    array([[6]])
    """
    n_labels = on.shape[1]
    words = np.empty((len(on), -(-n_labels // _WORD)), np.int64)
    for word in range(words.shape[1]):
        part = on[:, word * _WORD : (word + 1) * _WORD]
        words[:, word] = part @ (1 << np.arange(part.shape[1], dtype=np.int64)[::-1])
    return words
