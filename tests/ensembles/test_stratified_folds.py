import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hedgerow.ensembles.stratified_folds import deal_folds, draw_rows, shuffle_within


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


@pytest.mark.parametrize("n_rows", [1, 5, 50, 99, 100])
def test_rows_are_drawn_in_the_shares_of_the_classes(n_rows):
    generator = np.random.default_rng(0)
    classes = generator.permutation(np.repeat([0, 1, 2], [60, 30, 10]))
    rows = draw_rows(generator, classes, n_rows)
    assert np.unique(rows).size == n_rows
    assert (np.diff(rows) > 0).all()
    np.testing.assert_allclose(
        np.bincount(classes[rows], minlength=3), n_rows * np.array([0.6, 0.3, 0.1]), atol=1
    )


def test_every_row_is_drawn_as_often():
    generator, classes = np.random.default_rng(0), np.array([0, 0, 0, 1, 1, 1, 1])
    counts = sum(np.bincount(draw_rows(generator, classes, 3), minlength=7) for _ in range(3000))
    np.testing.assert_allclose(counts / 3000, 3 / 7, atol=0.05)
