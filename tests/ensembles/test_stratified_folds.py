import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.ensembles.stratified_folds import deal_folds, shuffle_within


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.integers(1, 7), st.integers(0, 99))
def test_folds_and_their_classes_differ_by_a_row_at_most(labels, n_folds, seed):
    classes = np.array(labels)
    folds = deal_folds(np.random.default_rng(seed), classes, n_folds)
    assert np.ptp(np.bincount(folds, minlength=n_folds)) <= 1
    for label in np.unique(classes):
        assert np.ptp(np.bincount(folds[classes == label], minlength=n_folds)) <= 1


def test_another_draw_deals_otherwise():
    generator, classes = np.random.default_rng(0), np.repeat([0, 1], [20, 15])
    assert (deal_folds(generator, classes, 5) != deal_folds(generator, classes, 5)).any()


@pytest.mark.parametrize("make", [np.random.default_rng, np.random.RandomState])
def test_rows_are_shuffled_within_their_class(make):
    classes = np.tile([1, 0], 20)
    rows = shuffle_within(make(0), classes)
    assert sorted(rows) == list(range(40))
    assert classes[rows].tolist() == [0] * 20 + [1] * 20
    assert sorted(rows[:20]) != rows[:20].tolist()
