"""How wrong a code is on rows that its columns did not learn from, with every column learned once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hedgerow.codes.minimal.dichotomizers import Dichotomizers
from hedgerow.codes.minimal.words import read_words, write_words

_MOST_BYTES = 2**28  # answers that are kept; more are forgotten, and learned again when they are asked for
_MOST_CELLS = 2**23  # similarities of words and classes at a time, 32 MiB


class CodeEvaluator:
    """Counts the held-out rows that each of many minimal codes gets wrong.

    A column and its complement ask the same question, so answers are kept by the column whose first class has bit 0:
    there are no more than 2^(K-1) - 1 of them, and soon every code is evaluated by looking up answers.

    ::

        bits     (codes, classes, columns)
        answers  (codes, columns, rows)      looked up, turned where a column is turned
        words    (codes, rows)               the answers to a row, read as a number below 2^columns
        decoding (codes, 2^columns)          the class that each word means

    A minimal code has fewer than twice as many words as classes, so the meaning of every word is found in one product
    for all codes, and a row is decoded by looking it up.

    Parameters
    ----------
    dichotomizers : Dichotomizers
        Learn and answer the columns.
    y : ndarray of shape (n_rows,)
        Classes of the held-out rows, in the order of the answers.
    sample_weight : ndarray of shape (n_rows,) or None
        Their weights.
    prior : ndarray of shape (n_classes,)
        Weight of the classes; of classes that are equally near to a word, the heaviest is meant, then the first.

    Attributes
    ----------
    n_trained : int
        Columns that were learned.
    n_lookups : int
        Columns that were asked for.
    """

    def __init__(
        self,
        dichotomizers: Dichotomizers,
        y: NDArray[np.intp],
        sample_weight: NDArray[np.float64] | None,
        prior: NDArray[np.float64],
    ) -> None:
        self.dichotomizers, self.y = dichotomizers, y
        self.weights = (
            np.full(y.size, 1 / max(y.size, 1))
            if sample_weight is None
            else sample_weight / sample_weight.sum()
        )
        self.by_prior = np.argsort(-prior, kind="stable")
        self.n_trained = 0
        self.n_lookups = 0
        self._most_kept = max(1, _MOST_BYTES // max(y.size, 1))
        self._positions: dict[bytes, int] = {}
        self._answers = np.empty((0, y.size), dtype=np.bool_)

    def errors(self, bits: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Weighted share of the held-out rows that each code gets wrong.

        Parameters
        ----------
        bits : ndarray of shape (n_codes, n_classes, n_columns)
            The codes.

        Returns
        -------
        ndarray of shape (n_codes,)
        """
        decoding = find_meanings(bits, self.by_prior)
        words = read_words(self.answers(bits).swapaxes(1, 2).astype(np.uint8))
        is_wrong = np.take_along_axis(decoding, words, axis=1) != self.y
        return np.asarray(is_wrong @ self.weights)

    def answers(self, bits: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Answers of the columns of each code, (n_codes, n_columns, n_rows), learning the columns that are new."""
        n_codes, n_classes, n_columns = bits.shape
        columns = bits.swapaxes(1, 2).reshape(-1, n_classes)
        is_turned = columns[:, 0] == 1
        questions = columns ^ is_turned[:, None]
        keys = [row.tobytes() for row in np.packbits(questions, axis=1)]
        self.n_lookups += len(keys)
        self._learn_new(keys, questions)
        found: NDArray[np.bool_] = self._answers[[self._positions[key] for key in keys]] ^ is_turned[:, None]
        return found.reshape(n_codes, n_columns, -1)

    def _learn_new(self, keys: list[bytes], questions: NDArray[np.uint8]) -> None:
        if len(self._positions) + len(keys) > self._most_kept:
            # The randomness of a column follows from its question, so forgetting costs time only.
            self._positions, self._answers = {}, self._answers[:0]
        new = {key: row for row, key in enumerate(keys) if key not in self._positions}
        if not new:
            return
        learned = self.dichotomizers.answer(questions[list(new.values())])
        for key in new:
            self._positions[key] = len(self._positions)
        self._answers = np.concatenate([self._answers, learned])
        self.n_trained += len(new)


def find_meanings(bits: NDArray[np.uint8], by_prior: NDArray[np.intp]) -> NDArray[np.intp]:
    """The class whose word differs least from each possible word, for each code.

    Parameters
    ----------
    bits : ndarray of shape (n_codes, n_classes, n_columns)
        The codes.
    by_prior : ndarray of shape (n_classes,)
        The classes, in the order in which ties are resolved.

    Returns
    -------
    ndarray of shape (n_codes, 2 ** n_columns)

    Examples
    --------
    >>> code = np.array([[[0, 0], [0, 1], [1, 0]]], dtype=np.uint8)
    >>> find_meanings(code, np.array([0, 2, 1]))  # the unused word 11 is as near to class 1 as to class 2
    array([[0, 1, 2, 2]])
    """
    n_codes, n_classes, n_columns = bits.shape
    words = 2 * write_words(np.arange(2**n_columns), n_columns).astype(np.float32) - 1
    ordered = 2 * bits[:, by_prior].astype(np.float32) - 1
    size = max(1, _MOST_CELLS // (len(words) * n_classes))
    nearest = [
        (words @ ordered[first : first + size].swapaxes(1, 2)).argmax(axis=2)
        for first in range(0, n_codes, size)
    ]
    return np.asarray(by_prior[np.concatenate(nearest)])
