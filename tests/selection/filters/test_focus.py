from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from tests.contract import parametrize_with_contract

from hedgerow.selection.filters import FocusSelector
from hedgerow.selection.filters import focus as module
from hedgerow.selection.filters.focus import DistinctRows, find_smallest


@pytest.mark.filterwarnings("ignore:FocusSelector found none")
@parametrize_with_contract([FocusSelector(), FocusSelector(max_size=2, max_inconsistency=0.2)])
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def naive(codes, y, max_inconsistency=0.0):
    for size in range(codes.shape[1] + 1):
        for subset in combinations(range(codes.shape[1]), size):
            groups = {}
            for row, label in zip(codes[:, subset].tolist(), y, strict=True):
                groups.setdefault(tuple(row), []).append(label)
            wrong = sum(len(labels) - max(map(labels.count, labels)) for labels in groups.values())
            if wrong <= max_inconsistency * len(y) + 1e-9:
                return list(subset)
    return None


def test_five_rows_by_pencil():
    X = np.array([[0, 0, 0], [0, 1, 0], [1, 0, 1], [1, 1, 0], [0, 0, 1]])
    selector = FocusSelector().fit(X, [0, 1, 1, 0, 0])
    assert selector.get_support(indices=True).tolist() == [0, 1]
    assert selector.is_consistent_
    assert selector.inconsistency_ == 0.0
    assert selector.p_values_ is None


@pytest.mark.parametrize("seed", range(10))
def test_sets_are_those_of_the_twin(seed, monkeypatch):
    monkeypatch.setattr(module, "_AT_ONCE", 7)
    monkeypatch.setattr(module, "_WITNESSES_AT_ONCE", 2)
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 3, (40, 7))
    y = (codes[:, 1] + codes[:, 4] * codes[:, 5]) % 2
    assert FocusSelector().fit(codes, y).get_support(indices=True).tolist() == naive(codes, y.tolist())
    noisy = np.where(rng.random(40) < 0.1, 1 - y, y)
    selector = FocusSelector(max_inconsistency=0.15).fit(codes, noisy)
    assert selector.get_support(indices=True).tolist() == naive(codes, noisy.tolist(), 0.15)
    assert selector.inconsistency_ <= 0.15


def test_parity_needs_all_its_bits_among_many():
    rng = np.random.default_rng(0)
    bits = rng.integers(0, 2, (300, 24))
    y = bits[:, [3, 8, 13, 21]].sum(axis=1) % 2
    assert FocusSelector().fit(bits, y).get_support(indices=True).tolist() == [3, 8, 13, 21]


def test_contradictions_are_said_and_all_is_kept():
    X = np.array([[0, 1], [0, 1], [1, 0], [1, 1]])
    with pytest.warns(UserWarning, match="FocusSelector found none of 2 .* kept all .* raise max_size"):
        selector = FocusSelector().fit(X, [0, 1, 1, 0])
    assert not selector.is_consistent_
    assert selector.support_.all()
    assert selector.inconsistency_ == 0.25
    tolerant = FocusSelector(max_inconsistency=0.25).fit(X, [0, 1, 1, 0])
    assert tolerant.is_consistent_
    with pytest.warns(UserWarning, match="found none"):
        assert (
            not FocusSelector(max_size=1)
            .fit([[0, 0], [0, 1], [1, 0], [1, 1]] * 2, [0, 1, 1, 0] * 2)
            .found_.any()
        )


def test_rows_without_weight_are_left_out():
    X = np.array([[0, 1], [0, 1], [1, 0], [1, 1]])
    selector = FocusSelector().fit(X, [0, 1, 1, 0], sample_weight=[1, 0, 2, 1])
    assert selector.get_support(indices=True).tolist() == [1]
    rows = DistinctRows(X.T, np.array([0, 1, 1, 0]), np.array([3.0, 1.0, 2.0, 2.0]))
    assert rows.measure_inconsistency(np.array([0, 1])) == 1 / 8
    assert find_smallest(rows, 2) is None


def test_frames_gaps_and_values():
    X = pd.DataFrame(
        {"word": ["a", "a", "b", "b"] * 5, "gap": [1.0, np.nan, 1.0, np.nan] * 5, "same": [1] * 20}
    )
    y = ["p", "q", "q", "p"] * 5
    assert list(FocusSelector().fit(X, y).transform(X)) == ["word", "gap"]
    values = np.tile([1.0, 2.0, 3.0, 4.0], 5)
    assert list(FocusSelector(task="regression").fit(X, values).transform(X)) == ["word", "gap"]


def test_one_class_needs_nothing():
    rows = DistinctRows(np.array([[0, 1]]), np.array([0, 0]), None)
    assert find_smallest(rows, 1).tolist() == []


@pytest.mark.parametrize(
    ("parameters", "n_features", "message"),
    [
        ({}, 31, "31 features have too many subsets"),
        ({"max_size": 0}, 3, "max_size=0 must be an int of 1 or more"),
        ({"max_inconsistency": 1.0}, 3, r"max_inconsistency=1.0 must be a number in \[0, 1\)"),
    ],
)
def test_what_cannot_be_is_refused(parameters, n_features, message):
    X = np.random.default_rng(0).integers(0, 2, (20, n_features))
    with pytest.raises(ValueError, match=message):
        FocusSelector(**parameters).fit(X, [0, 1] * 10)


def test_wide_tables_need_a_largest_size():
    X = np.random.default_rng(0).integers(0, 2, (60, 200))
    assert FocusSelector(max_size=2).fit(X, X[:, 7] ^ X[:, 150]).get_support(indices=True).tolist() == [
        7,
        150,
    ]
