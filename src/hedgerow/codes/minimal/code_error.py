"""How wrong a code is on rows that its columns did not learn from, with every two-class question learned once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.utils.parallel import Parallel, delayed
from sklearn.utils.validation import has_fit_parameter

from hedgerow.codes.minimal.splits import Split
from hedgerow.codes.minimal.words import read_words, write_words
from hedgerow.foundation.threads import count_threads, map_in_threads
from hedgerow.foundation.training_set import TrainingSet

_MOST_ANSWERS = 2**22  # answers of one batch, 64 MiB of two probabilities
_MOST_BYTES = 2**28  # answers that are kept; more are forgotten, and learned again when they are asked for
_MOST_CELLS = 2**23  # similarities of words and classes at a time, 32 MiB


class Dichotomizers:
    """Learns any column of a code on the training rows, and answers for the rows that were held out.

    The randomness of a column follows from the question that it asks, so neither the order of the columns nor the
    number of workers matters. An estimator that prepares a table once for many members, as hedgerow's trees do, learns
    columns in batches.

    Parameters
    ----------
    estimator : classifier
        What learns a column.
    X : array of shape (n_samples, n_features)
        The features.
    y : ndarray of shape (n_samples,)
        Class codes.
    sample_weight : ndarray of shape (n_samples,) or None
        Weights of the rows, which must be positive.
    splits : list of (ndarray, ndarray)
        Rows to train on and rows to answer for.
    entropy : int
        The randomness of all columns.
    n_jobs : int or None
        Number of workers.

    Examples
    --------
    >>> from hedgerow.trees.estimators import DecisionTreeClassifier
    >>> X, y = np.arange(6.0)[:, None], np.array([0, 0, 1, 1, 2, 2])
    >>> split = np.array([0, 2, 4]), np.array([1, 3, 5])
    >>> columns = np.array([[0, 1, 1], [0, 0, 1]], dtype=np.uint8)
    >>> Dichotomizers(DecisionTreeClassifier(), X, y, None, [split], 0, None).answer(columns)
    array([[False,  True,  True],
           [False, False,  True]])
    """

    def __init__(
        self,
        estimator: Any,
        X: Any,
        y: NDArray[np.intp],
        sample_weight: NDArray[np.float64] | None,
        splits: Sequence[Split],
        entropy: int,
        n_jobs: int | None,
    ) -> None:
        self.estimator, self.X, self.y, self.sample_weight = estimator, X, y, sample_weight
        self.splits, self.entropy, self.n_jobs = splits, entropy, n_jobs
        self.rows = np.concatenate([held_out for _, held_out in splits])
        self._prepared: list[Any] | None = None

    def answer(self, columns: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Learn columns and answer them.

        Parameters
        ----------
        columns : ndarray of shape (n_columns, n_classes)
            The side of each class, 0 or 1.

        Returns
        -------
        ndarray of shape (n_columns, n_rows)
            Whether each row of `rows`, the held-out rows of all splits in turn, is said to be on side 1.
        """
        seeds = np.array([self._seed(column) for column in columns], dtype=np.uint64)
        if hasattr(self.estimator, "prepare"):
            return self._answer_in_batches(columns, seeds)
        calls = [
            (split, column, seed)
            for split in range(len(self.splits))
            for column, seed in zip(columns, seeds, strict=True)
        ]
        answers = Parallel(n_jobs=self.n_jobs, prefer="threads")(
            delayed(_learn_column)(self.estimator, *self._cut(split), column, int(seed))
            for split, column, seed in calls
        )
        n = len(columns)
        return np.hstack(
            [np.stack(answers[n * split : n * (split + 1)]) for split in range(len(self.splits))]
        )

    def _answer_in_batches(self, columns: NDArray[np.uint8], seeds: NDArray[np.uint64]) -> NDArray[np.bool_]:
        if self._prepared is None:
            self._prepared = [
                self.estimator.prepare(
                    TrainingSet.of(self.X[train], np.zeros(train.size, dtype=np.intp), n_classes=2)
                )
                for train, _ in self.splits
            ]
        n_workers = max(1, min(count_threads(self.n_jobs), len(columns)))
        most = max(1, _MOST_ANSWERS // max(1, *(max(map(len, split)) for split in self.splits)))
        size = min(most, -(-len(columns) // n_workers))
        parts = [slice(first, first + size) for first in range(0, len(columns), size)]
        calls = [(split, columns[part], seeds[part]) for split in range(len(self.splits)) for part in parts]
        answers = list(map_in_threads(self._grow, calls, self.n_jobs))
        n = len(parts)
        return np.hstack(
            [np.concatenate(answers[n * split : n * (split + 1)]) for split in range(len(self.splits))]
        )

    def _grow(self, split: int, columns: NDArray[np.uint8], seeds: NDArray[np.uint64]) -> NDArray[np.bool_]:
        assert self._prepared is not None
        train, held_out = self.splits[split]
        weights = np.ones(train.size, np.int32) if self.sample_weight is None else self.sample_weight[train]
        targets = columns[:, self.y[train]].astype(np.intp)
        members = self._prepared[split].grow(seeds, np.tile(weights, (len(columns), 1)), None, targets)
        shares = members.outputs(self.X[held_out])
        return np.asarray(shares[:, :, 1] > shares[:, :, 0])

    def _cut(self, split: int) -> tuple[Any, NDArray[np.intp], NDArray[np.float64] | None, Any]:
        train, held_out = self.splits[split]
        weights = None if self.sample_weight is None else self.sample_weight[train]
        return self.X[train], self.y[train], weights, self.X[held_out]

    def _seed(self, column: NDArray[np.uint8]) -> int:
        words = np.packbits(column).tolist()
        return int(np.random.SeedSequence([self.entropy, *words]).generate_state(1, np.uint64)[0])


def _learn_column(
    estimator: Any,
    X: Any,
    y: NDArray[np.intp],
    weights: NDArray[np.float64] | None,
    X_new: Any,
    column: NDArray[np.uint8],
    seed: int,
) -> NDArray[np.bool_]:
    sides = column[y].astype(np.intp)
    if sides.min() == sides.max():  # the classes of one side have no training rows
        return np.full(X_new.shape[0], bool(sides[0]))
    names = sorted(name for name in estimator.get_params() if name.split("__")[-1] == "random_state")
    states = np.random.SeedSequence(seed).generate_state(len(names))
    learner = clone(estimator).set_params(**dict(zip(names, map(int, states), strict=True)))
    if weights is None:
        learner.fit(X, sides)
    elif has_fit_parameter(estimator, "sample_weight"):
        learner.fit(X, sides, sample_weight=weights)
    else:
        drawn = _draw_by_weight(weights, sides, np.random.default_rng(seed))
        learner.fit(X[drawn], sides[drawn])
    return np.asarray(learner.predict(X_new) == 1)


def _draw_by_weight(
    weights: NDArray[np.float64], sides: NDArray[np.intp], generator: np.random.Generator
) -> NDArray[np.intp]:
    """Rows drawn by weight where the estimator takes none; the heaviest row of each side is always there."""
    drawn = generator.choice(weights.size, size=weights.size, p=weights / weights.sum())
    heaviest = [np.where(sides == side, weights, -1.0).argmax() for side in (0, 1)]
    drawn[[0, -1]] = heaviest
    return np.sort(drawn)


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
