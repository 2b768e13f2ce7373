"""What an answer about one row hangs on: values that change it, and features that a forest finds relevant for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from hedgerow.relevance.forest_relevance import ForestRelevance
from hedgerow.relevance.relevance import LocalRelevance

N_LENDERS = 50
_MOST_CELLS = 20_000_000  # of one question to the model: 160 MB of numbers
_MOST_ROWS = 1_000  # that correlations are computed from
_ALIKE = 0.9

Ask = Callable[[pd.DataFrame], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class Effects:
    """What an answer about one row hangs on. Made by `measure_effects`.

    Parameters
    ----------
    effect : ndarray of shape (n_features,)
        By how much the answer falls on average when the value is exchanged for another one that occurs; 0 where there
        is no other one, and NaN where there is no other row.
    error : ndarray of shape (n_features,)
        Standard error of that average, from the values that were tried.
    together : ndarray of shape (n_features,)
        The same, when all columns are exchanged that nearly say the same; NaN for a feature that has none.
    groups : tuple of tuple of int
        Positions of columns that nearly say the same.
    """

    effect: NDArray[np.float64]
    error: NDArray[np.float64]
    together: NDArray[np.float64]
    groups: tuple[tuple[int, ...], ...]


def measure_effects(ask: Ask, X: pd.DataFrame, row: int, *, random_state: int = 0) -> Effects:
    """Exchange values of a row for those of other rows, and watch the answer.

    Only rows with another value lend theirs, at most fifty. So a feature with two values is exchanged as often as one
    with a thousand, which a plain shuffle would favour. A column that nearly says the same as another (rank correlation
    of 0.9 or more) keeps the answer in place when it is exchanged alone; such columns are exchanged together as well.

    Parameters
    ----------
    ask : callable
        From rows to what stands for the answer: a probability or a value.
    X : DataFrame
        The rows.
    row : int
        Position of the row.
    random_state : int, default=0
        Seed of the rows that lend their values.

    Returns
    -------
    Effects

    Examples
    --------
    >>> rows = pd.DataFrame({"a": [1.0, 2.0, 3.0], "b": [5.0, 5.0, 5.0]})
    >>> measure_effects(lambda asked: asked["a"].to_numpy(), rows, 2).effect.tolist()
    [1.5, 0.0]
    """
    n_features = X.shape[1]
    if len(X) < 2:
        unknown = np.full(n_features, np.nan)
        return Effects(unknown, unknown, unknown, ())
    codes = [_code(X.iloc[:, place]) for place in range(n_features)]
    order = np.random.default_rng(random_state).permutation(len(X))
    groups = find_groups(X)
    questions = [(place,) for place in range(n_features)] + list(groups)
    lenders = [_find_lenders(codes, columns, row, order) for columns in questions]
    answers = _ask_all(ask, X, row, questions, lenders)
    usual = float(ask(X.iloc[[row]])[0])
    means = np.array([usual - said.mean() if said.size else 0.0 for said in answers])
    errors = [said.std(ddof=1) / np.sqrt(said.size) if said.size > 1 else np.nan for said in answers]
    together = np.full(n_features, np.nan)
    for group, mean in zip(groups, means[n_features:], strict=True):
        together[list(group)] = mean
    return Effects(means[:n_features], np.array(errors[:n_features]), together, groups)


def find_groups(X: pd.DataFrame) -> tuple[tuple[int, ...], ...]:
    """Columns of numbers that are nearly the same: chains of rank correlations of 0.9 or more, either way.

    Examples
    --------
    >>> find_groups(pd.DataFrame({"a": [1.0, 2.0, 3.0, 4.0], "b": [4.0, 1.0, 3.0, 2.0], "c": [9.0, 8.0, 7.0, 6.0]}))
    ((0, 2),)
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    numbers = [place for place in range(X.shape[1]) if pd.api.types.is_numeric_dtype(X.dtypes.iloc[place])]
    if len(numbers) < 2 or len(X) < 3:
        return ()
    step = max(1, len(X) // _MOST_ROWS)
    ranks = X.iloc[::step, numbers].astype(np.float64).rank()
    # A gap has the middle rank: it is evidence neither for nor against two columns being alike.
    centred = (ranks - ranks.mean()).fillna(0.0).to_numpy()
    lengths = np.sqrt((centred**2).sum(axis=0))
    scaled = np.divide(centred, lengths, out=np.zeros_like(centred), where=lengths > 0)
    alike = np.abs(scaled.T @ scaled) >= _ALIKE
    _, labels = connected_components(csr_array(alike), directed=False)
    chains = [np.flatnonzero(labels == label) for label in np.unique(labels)]
    return tuple(tuple(numbers[place] for place in chain) for chain in chains if len(chain) > 1)


def _code(column: pd.Series[Any]) -> NDArray[np.intp]:
    """A number for each distinct value; gaps are a value as well."""
    return np.asarray(pd.factorize(column, use_na_sentinel=False)[0])


def _find_lenders(
    codes: Sequence[NDArray[np.intp]], columns: Sequence[int], row: int, order: NDArray[np.intp]
) -> NDArray[np.intp]:
    """Rows that differ from a row in one of the columns, the first fifty in an order."""
    differs = np.zeros(len(order), dtype=bool)
    for place in columns:
        differs |= codes[place] != codes[place][row]
    return order[differs[order]][:N_LENDERS]


def _ask_all(
    ask: Ask,
    X: pd.DataFrame,
    row: int,
    questions: Sequence[tuple[int, ...]],
    lenders: Sequence[NDArray[np.intp]],
) -> list[NDArray[np.float64]]:
    """The answers to all questions, with as few calls of the model as memory allows.

    ::

        rows of one call    column 0    column 1    column 2
        question (0,)       lenders     row         row
        question (1,)       row         lenders     row
        question (0, 2)     lenders     row         lenders
    """
    most_rows = max(N_LENDERS, _MOST_CELLS // X.shape[1])
    answers: list[NDArray[np.float64]] = []
    start = 0
    while start < len(questions):
        sizes = np.cumsum([rows.size for rows in lenders[start:]])
        stop = start + max(1, int(np.searchsorted(sizes, most_rows, side="right")))
        ends = sizes[: stop - start]
        taken = [np.full(ends[-1], row) for _ in range(X.shape[1])]
        for columns, rows, end in zip(questions[start:stop], lenders[start:stop], ends, strict=True):
            for place in columns:
                taken[place][end - rows.size : end] = rows
        asked = pd.concat(
            [X.iloc[rows, [place]].reset_index(drop=True) for place, rows in enumerate(taken)], axis=1
        )
        said = ask(asked) if ends[-1] else np.empty(0)
        answers += np.split(said, ends[:-1])
        start = stop
    return answers


def read_local(study: ForestRelevance) -> LocalRelevance:
    """What a study kept about single rows: out of bag where it asked there."""
    local = study.local_ if study.local_oob_ is None else study.local_oob_
    if local is None:
        raise ValueError("nothing was kept about single rows; fit with local='out_of_bag' or 'in_bag'")
    return local


def tell_rows(study: ForestRelevance) -> NDArray[np.float64]:
    """What a tree learns about each row from each feature, on average.

    Local relevance is an average over the splits on a feature that a row meets (Rogers 2007, eq. 7.23). A feature that
    is hardly ever split on has an average of a few splits, which may be anything. Its sum over the splits of a tree is
    small all the same, and the sums of all features add up to what the tree learns about the row.

    Parameters
    ----------
    study : ForestRelevance
        Fitted, with local relevance of one kind, out of bag or in bag; the former counts if there are both.

    Returns
    -------
    ndarray of shape (n_samples, n_features)
        Bits about the class of the row, or squared error of its value, for each tree that predicted the row; negative
        where splits on the feature contradict what is given. Zero for a row that no tree predicted.

    Examples
    --------
    >>> from hedgerow import datasets
    >>> sample = datasets.make_simple(random_state=1)
    >>> study = ForestRelevance(local="out_of_bag", random_state=0).fit(sample.X, sample.y)
    >>> told = tell_rows(study).mean(axis=0)
    >>> sorted(told.argsort()[-2:].tolist())
    [0, 1]
    """
    local = read_local(study)
    n_rows = local.shape[0]
    n_seen, n_trees = np.zeros(n_rows, dtype=np.int64), 0
    for block in study.evaluation_.blocks:
        n_seen += np.unpackbits(block.in_bag, axis=1, count=n_rows).sum(axis=0, dtype=np.int64)
        n_trees += len(block.in_bag)
    asked = n_seen if local.is_seen else n_trees - n_seen
    sums = local.values.astype(np.float64) * local.counts
    return np.asarray(sums / np.maximum(asked, 1)[:, None])
