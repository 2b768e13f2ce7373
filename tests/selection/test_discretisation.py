import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from tests.contract import parametrize_with_contract

from hedgerow.datasets import load
from hedgerow.relevance.discretisation import Discretised
from hedgerow.selection import discretisation as module
from hedgerow.selection.discretisation import Discretiser, apply_cuts, cut_target

EIGHT = np.arange(1.0, 9.0)[:, None]


@parametrize_with_contract(
    [
        Discretiser(),
        Discretiser("equal_frequency"),
        Discretiser("equal_width", missing="keep"),
        Discretiser("distinct"),
    ]
)
def test_scikit_learn_accepts_it(estimator, check):
    check(estimator)


def entropy(y):
    shares = np.bincount(y) / y.size
    return -sum(share * np.log2(share) for share in shares if share > 0)


def naive_cuts(x, y):
    """Fayyad & Irani's recursion, written down as it is stated."""
    values = np.unique(x)
    best = None
    for cut in (values[:-1] + values[1:]) / 2:
        sides = y[x <= cut], y[x > cut]
        gain = entropy(y) - sum(side.size * entropy(side) for side in sides) / y.size
        if best is None or gain > best[0] + 1e-12:
            best = gain, cut, sides
    if best is None:
        return []
    gain, cut, sides = best
    c, c1, c2 = (np.unique(part).size for part in (y, *sides))
    cost = np.log2(y.size - 1) + np.log2(3.0**c - 2) - c * entropy(y)
    cost += c1 * entropy(sides[0]) + c2 * entropy(sides[1])
    if c == 1 or gain <= cost / y.size:
        return []
    below = x <= cut
    return [*naive_cuts(x[below], y[below]), cut, *naive_cuts(x[~below], y[~below])]


def test_description_length_by_pencil():
    assert Discretiser().fit(EIGHT, [0, 0, 0, 0, 1, 1, 1, 1]).cuts_[0].tolist() == [4.5]
    assert Discretiser().fit(EIGHT, [0, 1, 0, 0, 1, 0, 1, 1]).cuts_[0].tolist() == []
    assert Discretiser().fit(EIGHT, [0, 1, 0, 0, 1, 0, 1, 1]).transform(EIGHT).max() == 0


@pytest.mark.parametrize("seed", range(12))
def test_description_length_is_that_of_the_twin(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=150).round(1)
    y = np.searchsorted([-0.7, 0.4], x + rng.normal(size=150) * rng.choice([0.05, 0.3, 1.0]))
    cuts = Discretiser().fit(x[:, None], y).cuts_[0]
    np.testing.assert_allclose(cuts, naive_cuts(x, y))


def test_equal_widths_and_frequencies():
    X = np.array([[0.0], [1.0], [2.0], [3.0], [10.0], [np.nan]])
    assert Discretiser("equal_width", n_bins=2).fit(X).cuts_[0].tolist() == [5.0]
    assert Discretiser("equal_frequency", n_bins=2).fit(X).transform(X).ravel().tolist() == [0, 0, 0, 1, 1, 2]
    assert Discretiser("distinct").fit(X).transform(X).ravel().tolist() == [0, 1, 2, 3, 4, 5]
    skewed = np.random.default_rng(0).exponential(size=(1000, 1))
    counts = np.bincount(Discretiser("equal_frequency", n_bins=8).fit_transform(skewed).ravel())
    assert counts.min() == counts.max() == 125


@given(st.lists(st.integers(-4, 4) | st.just(float("nan")), min_size=1, max_size=40), st.integers(1, 6))
def test_few_values_are_left_as_they_are(values, limit):
    column = np.array(values, float)[:, None] / 2
    known = np.unique(column[~np.isnan(column)])
    discretiser = Discretiser("equal_frequency", n_bins=2, max_distinct=limit).fit(column)
    if known.size <= limit:
        codes = discretiser.transform(column).ravel()
        gap = max(known.size, 1)
        assert codes.tolist() == [gap if np.isnan(v) else known.tolist().index(v) for v in column.ravel()]
    else:
        assert discretiser.n_codes_[0] <= 2


def test_a_gap_is_a_code_or_stays_a_gap():
    X = np.array([[1.0], [2.0], [np.nan]])
    assert Discretiser("distinct").fit_transform(X).ravel().tolist() == [0, 1, 2]
    kept = Discretiser("distinct", missing="keep").fit_transform(X).ravel()
    np.testing.assert_array_equal(kept, [0.0, 1.0, np.nan])
    # A gap that was not there to be learned has its code, too.
    assert Discretiser("distinct").fit(X[:2]).transform(X).ravel().tolist() == [0, 1, 2]
    nothing = Discretiser("equal_width").fit(np.full((3, 1), np.nan))
    assert nothing.transform([[np.nan], [0.0]]).ravel().tolist() == [1, 0]


def test_frames_with_categories():
    frame = pd.DataFrame({"size": [1.0, 2.0, 8.0, 9.0], "colour": ["red", "blue", None, "red"]})
    discretiser = Discretiser().set_output(transform="pandas").fit(frame, ["a", "a", "b", "b"])
    coded = discretiser.transform(frame)
    assert list(coded) == ["size", "colour"]
    assert coded["colour"].tolist() == [1, 0, 2, 1]
    assert discretiser.n_codes_.tolist() == [2, 2]
    unseen = pd.DataFrame({"size": [1.0], "colour": ["green"]})
    assert discretiser.transform(unseen)["colour"].tolist() == [2]
    assert discretiser.frame().columns.tolist() == ["feature", "n_codes", "cuts"]


def test_values_of_a_target_are_cut_into_classes():
    rng = np.random.default_rng(0)
    x = rng.normal(size=300)
    discretiser = Discretiser(task="regression", n_bins=3).fit(x[:, None], x**3)
    np.testing.assert_allclose(discretiser.cuts_[0], np.quantile(x, [1 / 3, 2 / 3]), atol=0.05)
    assert cut_target(np.array([1.0, 1.0, 1.0, 5.0]), 3).tolist() == [0, 0, 0, 1]
    assert cut_target(np.array([0.0, 7.0, 7.0, 7.0, 8.0] + [7.0] * 9), 2).max() == 1
    tied = np.array([0.0, 0.5, 0.7] + [1.0] * 40)
    assert cut_target(tied, 2).tolist() == [0, 0, 0] + [1] * 40


@pytest.mark.parametrize("method", ["mdl", "equal_frequency", "equal_width"])
def test_whole_weights_are_repeats(method):
    rng = np.random.default_rng(0)
    X, counts = rng.normal(size=(120, 3)), rng.integers(0, 3, 120)
    y = (X[:, 0] + rng.normal(size=120) > 0).astype(int)
    weighted = Discretiser(method).fit(X, y, sample_weight=counts)
    repeated = Discretiser(method).fit(np.repeat(X, counts, axis=0), np.repeat(y, counts))
    for one, other in zip(weighted.cuts_, repeated.cuts_, strict=True):
        np.testing.assert_allclose(one, other)


def test_threads_change_nothing(monkeypatch):
    monkeypatch.setattr(module, "_COLUMNS_AT_ONCE", 3)
    table = load("sonar")
    one, two = (Discretiser(n_jobs=jobs).fit(table.features, table.target) for jobs in (1, 2))
    for cuts, others in zip(one.cuts_, two.cuts_, strict=True):
        np.testing.assert_array_equal(cuts, others)
    X = table.features.to_numpy(float)
    np.testing.assert_array_equal(one.transform(table.features), two.transform(table.features))
    classes = np.unique(table.target, return_inverse=True)[1]
    whole = Discretised.by_description_length(X, classes, np.zeros(60, bool))
    np.testing.assert_array_equal(one.transform(table.features), whole.codes)


def test_a_fit_that_fails_leaves_the_discretiser_as_it_was():
    discretiser = Discretiser("equal_width").fit(EIGHT)
    before = discretiser.cuts_
    discretiser.set_params(method="mdl")
    with pytest.raises(ValueError, match="requires y to be passed"):
        discretiser.fit(EIGHT)
    assert discretiser.cuts_ is before
    assert clone(discretiser).method == "mdl"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"method": "mld"}, "method='mld' must be.*mdl"),
        ({"n_bins": 1}, "n_bins=1 must be an int from 2"),
        ({"max_distinct": -1}, "max_distinct=-1 must be an int from 0"),
        ({"missing": "drop"}, "missing='drop' must be 'code' or 'keep'"),
    ],
)
def test_what_cannot_be_is_refused(parameters, message):
    with pytest.raises(ValueError, match=message):
        Discretiser(**parameters).fit(EIGHT, [0, 1] * 4)


def test_more_codes_than_there_can_be_are_refused(monkeypatch):
    with pytest.raises(ValueError, match="needs the classes"):
        Discretiser().find_cuts(EIGHT, np.array([False]), None)
    with pytest.raises(ValueError, match="column 0 has 70000 categories"):
        apply_cuts(EIGHT, np.array([True]), [np.empty(0)], np.array([70_000]))
    monkeypatch.setattr(module, "MOST_BINS", 5)
    with pytest.raises(ValueError, match="more than 5 distinct values"):
        Discretiser("distinct").fit(EIGHT)
