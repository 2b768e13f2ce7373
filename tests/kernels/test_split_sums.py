import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from hedgerow._kernels.split_sums import (
    CHOSEN,
    CONSTANT,
    OPEN,
    choose_next,
    correlate_left_out,
    sum_cells,
    sum_products,
)

whole = st.integers(-8, 8).map(float)


@st.composite
def splits(draw):
    """A table whose rows lie part after part, some in none, and the features that the runs chose."""
    n_rows, n_features, n_runs = draw(st.integers(1, 12)), draw(st.integers(1, 5)), draw(st.integers(1, 3))
    labels = np.sort(draw(hnp.arrays(np.int64, n_rows, elements=st.integers(0, n_runs))))
    X = draw(hnp.arrays(np.float64, (n_rows, n_features), elements=whole))
    chosen = draw(hnp.arrays(np.int64, n_runs, elements=st.integers(0, n_features - 1)))
    return X, labels, chosen


@given(splits(), st.booleans())
def test_products_are_summed_over_all_rows_and_over_parts(split, repeated):
    X, labels, chosen = split
    X = np.ascontiguousarray(np.tile(X, 100)) if repeated else X  # more features than fit into a block
    n_runs = chosen.size
    starts = np.searchsorted(labels, np.arange(n_runs + 1)).astype(np.int64)
    features = np.unique(chosen)
    own = np.array([X[row, chosen[run]] if run < n_runs else 0.0 for row, run in enumerate(labels)])
    totals, parts = np.full((X.shape[1] + 1, X.shape[1]), np.nan), np.full((n_runs, X.shape[1]), np.nan)
    middle = X.shape[1] // 2
    columns = np.ascontiguousarray(X[:, features].T)
    for start, stop in ((0, middle), (middle, X.shape[1])):
        sum_products(X, start, stop, columns, features + 1, own, starts, totals, parts)
    np.testing.assert_array_equal(totals[features + 1], columns @ X)
    for run in range(n_runs):
        mine = labels == run
        np.testing.assert_array_equal(parts[run], X[mine].T @ X[mine, chosen[run]])


@given(splits(), st.booleans())
def test_rows_are_summed_cell_by_cell(split, squared):
    X, labels, chosen = split
    sums, weights = np.full((chosen.size + 1, X.shape[1]), np.nan), np.arange(1.0, len(X) + 1)
    sum_cells(X, 0, X.shape[1], labels, weights, squared, sums)
    for cell, line in enumerate(sums):
        mine = labels == cell
        np.testing.assert_array_equal(line, weights[mine] @ (X[mine] ** 2 if squared else X[mine]))


@given(splits())
def test_correlations_are_those_of_the_rows_that_stay(split):
    X, labels, chosen = split
    X = X - X.mean(axis=0)
    runs = [X[labels != run] for run in range(chosen.size)]
    if any(len(rows) < 2 for rows in runs):
        return
    totals = np.ascontiguousarray((X.T @ X)[chosen])
    parts = np.array([X[labels == run].T @ X[labels == run, g] for run, g in enumerate(chosen)])
    firsts = np.array([rows.sum(axis=0) for rows in runs])
    spread = np.array([((rows - rows.mean(axis=0)) ** 2).sum(axis=0) for rows in runs])
    scales = np.where(spread > 1e-9, 1.0 / np.sqrt(np.maximum(spread, 1e-9)), 0.0)
    found = np.empty_like(parts)
    weights = np.array([len(rows) for rows in runs], float)
    correlate_left_out(totals, np.arange(chosen.size), parts, chosen, firsts, scales, weights, found)
    for run, (rows, g) in enumerate(zip(runs, chosen, strict=True)):
        centred = rows - rows.mean(axis=0)
        expected = (centred.T @ centred[:, g]) * scales[run] * scales[run, g]
        np.testing.assert_allclose(found[run], expected, atol=1e-9)


def naive_choice(relevance, sums, states, n_chosen, floor, by_quotient):
    if n_chosen == 0:
        scores = relevance
    elif by_quotient:
        scores = relevance / (sums / n_chosen)
    else:
        scores = relevance - sums / n_chosen
    candidates = np.flatnonzero(states == OPEN)
    if candidates.size == 0:
        spare = np.flatnonzero(states == CONSTANT)
        return spare[0] if spare.size else -1
    return candidates[np.argmax(scores[candidates])]


@given(
    hnp.arrays(np.float64, (3, 2, 6), elements=st.integers(0, 8).map(lambda eighth: eighth / 8)),
    hnp.arrays(np.int8, (2, 6), elements=st.sampled_from([CHOSEN, CONSTANT, OPEN])),
    st.integers(0, 3),
    st.booleans(),
)
def test_the_best_open_feature_is_chosen(numbers, states, n_chosen, by_quotient):
    relevance, redundancy, sums = numbers
    floor = 0.125
    # Halves and wholes divide exactly, so equal scores are equal, and the first one wins.
    relevance, redundancy = np.round(relevance * 2), np.where(redundancy > 0.5, -1.0, 0.0)
    sums = np.round(sums) + 1.0
    if n_chosen == 0:
        after = sums.copy()
    else:
        after = sums + (np.maximum(np.abs(redundancy), floor) if by_quotient else np.abs(redundancy))
    winners = np.empty(2, np.int64)
    choose_next(relevance, redundancy, n_chosen, floor, by_quotient, states, sums, winners)
    np.testing.assert_array_equal(sums, after)
    expected = [
        naive_choice(relevance[run], after[run], states[run], n_chosen, floor, by_quotient)
        for run in range(2)
    ]
    assert winners.tolist() == expected


def test_scores_that_differ_by_rounding_are_equal():
    relevance = np.array([[1.0, 1.0 + 1e-12, 1.0 + 1e-6]])
    winners, states = np.empty(1, np.int64), np.full((1, 3), OPEN, np.int8)
    for expected in (2, 0, 1):
        choose_next(relevance, np.zeros((1, 3)), 0, 1e-12, True, states, np.zeros((1, 3)), winners)
        assert winners[0] == expected
        states[0, expected] = CHOSEN
