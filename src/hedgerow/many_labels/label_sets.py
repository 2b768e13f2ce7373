"""Label sets: the distinct rows of a table of labels, as classes of one question."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_WORD = 62  # labels that one int64 has bits for, the sign and one more left alone


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
