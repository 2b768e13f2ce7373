import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import KFold, cross_validate
from tests.analysis.comparison import naive

from hedgerow.analysis.comparison import five_by_two_splits, interval_half_width, rank_methods
from hedgerow.analysis.comparison.scores import read_scores, round_scores, subtract

X, y = np.random.default_rng(0).normal(size=(40, 2)), np.tile([0, 1], 20)


def validate(cv, strategy="uniform"):
    return cross_validate(DummyClassifier(strategy=strategy), X, y, cv=cv, return_indices=True)


def test_methods_with_fold_scores():
    table = read_scores({"tree": [0.7, 0.8, 0.9], "forest": [0.8, 0.8, 0.9]}, n_folds=3)
    assert (table.rows, table.methods) == ("folds", ("tree", "forest"))
    assert_array_equal(table.values, [[0.7, 0.8], [0.8, 0.8], [0.9, 0.9]])
    assert table.test_to_train == 0.5
    assert not table.same_folds


def test_cross_validations_bring_their_own_sizes():
    table = read_scores({"a": validate(KFold(4)), "b": validate(KFold(4))})
    assert table.test_to_train == pytest.approx(1 / 3)
    assert (table.same_folds, table.five_by_two) == (True, False)
    halved = five_by_two_splits(y, random_state=0)
    assert read_scores({"a": validate(halved), "b": validate(halved)}).five_by_two


def test_what_the_caller_says_counts_more():
    scores = {"a": validate(KFold(4)), "b": validate(KFold(4))}
    assert read_scores(scores, sizes=(30, 60)).test_to_train == 2
    lists = {"a": np.zeros(10), "b": np.ones(10)}
    assert read_scores(lists, n_folds=2).five_by_two
    assert not read_scores(lists, n_folds=5).five_by_two
    assert read_scores(lists).test_to_train is None


def test_data_sets_average_their_folds():
    folds = validate(KFold(4))
    table = read_scores({"wbc": {"a": folds, "b": 0.5}, "pima": {"b": [0.2, 0.6], "c": 0.1}})
    assert (table.rows, table.labels, table.methods) == ("datasets", ("wbc", "pima"), ("a", "b", "c"))
    expected = [[folds["test_score"].mean(), 0.5, np.nan], [np.nan, 0.4, 0.1]]
    np.testing.assert_allclose(table.values, expected)
    assert table.complete.tolist() == [False, False]
    assert table.half_widths[0, 0] == pytest.approx(
        interval_half_width(folds["test_score"], test_to_train=1 / 3)
    )
    assert np.isnan(table.half_widths).sum() == 5


def test_the_folds_of_data_sets_may_be_given_in_number():
    table = read_scores({"x": {"a": [0.1, 0.3], "b": 0.5}, "y": {"a": 0.2, "b": 0.3}}, n_folds=2)
    assert table.half_widths[0, 0] == pytest.approx(interval_half_width([0.1, 0.3], test_to_train=1.0))


def test_a_failed_fold_makes_a_gap():
    table = read_scores({"x": {"a": [0.1, np.nan], "b": 0.5}, "y": {"a": 0.2, "b": 0.3}})
    assert table.complete.tolist() == [False, True]


def test_one_data_set_is_compared_by_its_folds():
    table = read_scores({"sonar": {"a": [0.7, 0.8], "b": [0.6, 0.9]}}, n_folds=2)
    assert (table.rows, table.dataset) == ("folds", "sonar")
    single = read_scores({"sonar": {"a": 0.7, "b": 0.6}})
    assert (single.rows, len(single.values)) == ("datasets", 1)


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame])
def test_frames_of_folds(kind):
    folds = kind({"a": [0.7, 0.8], "b": [0.6, 0.9]})
    nested = read_scores({"sonar": folds}, n_folds=2)
    flat = read_scores(folds, rows="folds", n_folds=2)
    for table in (nested, flat):
        assert table.methods == ("a", "b")
        assert_array_equal(table.values, [[0.7, 0.6], [0.8, 0.9]])


def test_a_frame_with_an_index_holds_data_sets():
    frame = pd.DataFrame({"a": [0.7, None], "b": [0.6, 0.9]}, index=["wbc", "pima"])
    table = read_scores(frame)
    assert (table.rows, table.labels) == ("datasets", ("wbc", "pima"))
    assert table.complete.tolist() == [True, False]


def test_rows_that_could_be_either_are_asked_about():
    for scores in (pd.DataFrame({"a": [0.7, 0.8], "b": [0.6, 0.9]}), np.ones((3, 2))):
        with pytest.raises(ValueError, match='Pass rows="datasets" or rows="folds"'):
            read_scores(scores)
    table = read_scores(np.ones((3, 2)), rows="datasets", names=["x", "y"])
    assert (table.methods, table.labels[2]) == (("x", "y"), "data set 2")
    assert read_scores(np.ones((3, 2)), rows="folds").methods == ("method 0", "method 1")
    assert read_scores({"a": [1, 2], "b": [2, 1]}, rows="datasets").labels == ("data set 0", "data set 1")


@pytest.mark.parametrize(
    ("scores", "options", "message"),
    [
        ({"a": [1, 2], "b": [1]}, {}, "different numbers of scores: {'a': 2, 'b': 1}"),
        ({"a": [1, 2], "x": {"b": 1}}, {}, "some values are tables"),
        ({"a": [1, 2]}, {}, "takes two to compare"),
        ({}, {}, "0 method was given"),
        ({"x": {"a": 1, "b": 2}, "y": {"a": 1, "b": 2}}, {"rows": "folds"}, "there are 2; leave rows= out"),
        (np.ones((2, 2)), {"rows": "rows"}, "rows='rows'"),
        (np.ones((2, 2)), {"rows": "folds", "names": ["a"]}, "1 names were given for 2"),
        (np.ones((2, 2)), {"rows": "folds", "names": ["a", "a"]}, "same name: a, a"),
        (np.ones(3), {"rows": "folds"}, "shape"),
        (np.ones((5, 2)), {"rows": "folds", "n_folds": 2}, "5 scores are not whole repeats of 2 folds"),
        (np.ones((5, 2)), {"rows": "folds", "n_folds": 1}, "n_folds=1 must be an int of 2 or more"),
        (np.ones((5, 2)), {"rows": "folds", "sizes": (0, 3)}, "sizes="),
        ([[1, np.inf]], {"rows": "datasets"}, "infinite"),
        ([[1, np.nan], [2, np.nan]], {"rows": "datasets"}, "method 1 has no score at all"),
        (pd.DataFrame({"set": ["x", "y"], "a": [1, 2]}), {}, "make the column of data set names its index"),
    ],
)
def test_what_cannot_be_read_is_refused(scores, options, message):
    with pytest.raises(ValueError, match=message):
        read_scores(scores, **options)


def test_other_folds_are_refused():
    one, other = (validate(KFold(4, shuffle=True, random_state=seed)) for seed in (0, 1))
    with pytest.raises(ValueError, match="on the data set, a and b were tested on different folds"):
        read_scores({"a": one, "b": other})
    with pytest.raises(ValueError, match="on wbc, a and b were tested on different folds"):
        read_scores({"wbc": {"a": one, "b": other}, "pima": {"a": one, "b": one}})


def test_the_noise_of_floating_point_is_removed():
    assert 0.1 + 0.2 != 0.3
    assert_array_equal(round_scores([0.1 + 0.2, 1e9 * (0.1 + 0.2), 0.0]), [0.3, 3e8, 0.0])


def test_given_decimals_are_kept():
    assert_array_equal(round_scores([0.125, 0.374], decimals=1), [0.1, 0.4])


def test_a_gap_stays_a_gap():
    assert np.isnan(round_scores([np.nan])).all()
    assert np.isnan(subtract([np.nan, 1.0], [1.0, np.nan])).all()


@given(st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(-1000, 1000), st.integers(0, 4))
def test_equal_differences_of_printed_numbers_are_equal(a, b, shift, decimals):
    unit = 10**decimals
    first = subtract(a / unit, b / unit)
    assert first == subtract((a + shift) / unit, (b + shift) / unit)
    assert first == pytest.approx((a - b) / unit)


@pytest.mark.parametrize("scale", [1e-300, 1e-5, 1.0, 1e5, 1e300])
def test_any_scale(scale):
    assert subtract(scale, 3 * scale) == pytest.approx(-2 * scale)
    assert round_scores(scale) == pytest.approx(scale)


tables = hnp.arrays(
    np.float64, st.tuples(st.integers(1, 6), st.integers(1, 6)), elements=st.integers(-4, 4).map(float)
)


@given(tables, st.booleans())
def test_ranks_are_counts_of_better_methods(scores, higher):
    ranks = rank_methods(scores, higher_is_better=higher)
    assert_array_equal(ranks, [naive.rank_row(row, higher) for row in scores.tolist()])
    k = scores.shape[1]
    assert_array_equal(ranks.sum(axis=1), np.full(len(scores), k * (k + 1) / 2))
    assert_array_equal(rank_methods(-scores, higher_is_better=not higher), ranks)


@given(tables)
def test_a_monotone_transform_changes_nothing(scores):
    assert_array_equal(rank_methods(np.exp(scores)), rank_methods(scores))


def test_methods_that_print_the_same_are_tied():
    scores = [[0.914, 0.912, 0.92]]
    assert rank_methods(scores).tolist() == [[2, 3, 1]]
    assert rank_methods(scores, decimals=2).tolist() == [[2.5, 2.5, 1]]


@pytest.mark.parametrize(("scores", "message"), [([1, 2], "shape"), ([[1, np.nan]], "row 0 has a gap")])
def test_what_cannot_be_ranked_is_refused(scores, message):
    with pytest.raises(ValueError, match=message):
        rank_methods(scores)
