import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from hedgerow.learners.tipcac.threshold import choose_threshold, score_cuts

LINES = st.lists(st.tuples(st.integers(-5, 5), st.booleans(), st.integers(1, 3)), min_size=1, max_size=20)


def count_right(places, is_first, weights, threshold):
    return weights[(places >= threshold) == is_first].sum()


def test_the_mean_of_the_best_can_be_worse_than_any_of_them():
    places, is_first = np.arange(6), np.array([1, 0, 1, 1, 1, 1], bool)
    assert_array_equal(score_cuts(places, is_first)[1][[0, 2]], 5)
    assert choose_threshold(places, is_first, threshold="paper") == 1.0
    assert choose_threshold(places, is_first) == 1.5
    ones = np.ones(6)
    assert [count_right(places, is_first, ones, cut) for cut in (1.0, 1.5)] == [4, 5]


def test_the_first_of_equally_wide_gaps():
    places, is_first = np.arange(8), np.array([0, 1, 1, 0, 0, 1, 1, 1], bool)
    assert_array_equal(score_cuts(places, is_first)[1][:-1], [5, 6, 5, 4, 5, 6, 5, 4])
    assert choose_threshold(places, is_first, threshold="paper") == 3.0
    assert choose_threshold(places, is_first) == 0.5
    ones = np.ones(8)
    assert [count_right(places, is_first, ones, cut) for cut in (3.0, 0.5)] == [4, 6]


@given(LINES)
def test_no_other_cut_is_better(line):
    places, is_first, weights = (np.array(column) for column in zip(*line, strict=True))
    points, scores = score_cuts(places, is_first, weights)
    assert_array_equal(points, np.unique(places))
    cuts = [*points, points[-1] + 1]
    assert_array_equal(scores, [count_right(places, is_first, weights, cut) for cut in cuts])
    assert count_right(places, is_first, weights, choose_threshold(places, is_first, weights)) == scores.max()


@given(LINES)
def test_whole_weights_are_repeats(line):
    places, is_first, weights = (np.array(column) for column in zip(*line, strict=True))
    repeated = np.repeat(places, weights), np.repeat(is_first, weights)
    for threshold in ("gap", "paper"):
        for score in ("accuracy", "balanced"):
            choices = {"threshold": threshold, "score": score}
            assert choose_threshold(places, is_first, weights, **choices) == choose_threshold(
                *repeated, **choices
            )


def test_the_widest_of_the_best_gaps():
    assert choose_threshold([0.0, 1.0, 5.0, 6.0], [0, 0, 1, 1]) == 3.0
    assert choose_threshold([0.0, 1.0, 1.5, 4.0, 9.0], [0, 1, 0, 1, 1]) == 2.75


def test_a_side_of_its_own_only_where_it_is_best():
    # All of the second class: 4 of 5; a cut after the first class's one row in the middle is no better.
    everything_second = choose_threshold([0.0, 1.0, 2.0, 3.0, 4.0], [1, 0, 0, 0, 0])
    assert everything_second > 4.0
    everything_first = choose_threshold([0.0, 1.0, 2.0], [1, 1, 0])
    assert everything_first < 0.0
    assert choose_threshold([2.0, 2.0, 2.0], [1, 1, 0]) < 2.0  # one point: the larger class
    assert choose_threshold([2.0, 2.0, 2.0], [1, 0, 0]) > 2.0


def test_balanced_cuts_hear_the_small_class():
    places = np.r_[np.linspace(0, 10, 100), [9.5, 10.5, 11.5]]
    is_first = np.arange(103) >= 100
    plain, balanced = (choose_threshold(places, is_first, score=score) for score in ("accuracy", "balanced"))
    assert balanced < 9.5
    assert plain > 10.0


def test_rounding_makes_no_gaps():
    places = np.array([0.1 + 0.2, 0.3, 1.0])
    assert len(score_cuts(places, [0, 1, 1])[0]) == 2


@pytest.mark.parametrize("is_first", [[True, False], [False, True]])
def test_two_rows_are_cut_in_the_middle_or_not_at_all(is_first):
    cut = choose_threshold([1.0, 3.0], is_first)
    assert cut == (2.0 if is_first[1] else -1.0)
