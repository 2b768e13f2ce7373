import numpy as np
from numpy.testing import assert_array_equal

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.indicators import Indicators

X = np.array([[7.0, 0.0, 1.0], [8.0, 2.0, 0.0], [9.0, np.nan, 1.0]])
INDICATORS = Indicators.learn(X, np.array([False, True, True]))


def test_categories_become_columns_and_missing_ones_zeros():
    assert_array_equal(INDICATORS.transform(X), [[7, 1, 0, 0, 1], [8, 0, 1, 1, 0], [9, 0, 0, 0, 1]])


def test_an_unseen_category_is_zeros():
    assert_array_equal(INDICATORS.transform(np.array([[1.0, 1.0, 5.0]])), [[1, 0, 0, 0, 0]])


def test_features_are_found_in_order_and_again():
    assert_array_equal(INDICATORS.find_columns(np.array([1, 0, 1])), [1, 2, 0, 1, 2])


def test_values_are_summed_over_the_columns_of_a_feature():
    assert_array_equal(INDICATORS.sum_columns(np.array([1.0, 2.0, 3.0, 4.0, 5.0])), [1, 5, 9])


def test_a_table_without_categories_needs_no_indicators():
    for is_categorical in (None, np.zeros(3, np.bool_)):
        table = TrainingSet.of(X, np.arange(3), n_classes=3, is_categorical=is_categorical)
        assert Indicators.of_categories(table) is None
    table = TrainingSet.of(X, np.arange(3), n_classes=3, is_categorical=np.array([False, True, True]))
    assert_array_equal(Indicators.of_categories(table).widths, INDICATORS.widths)
