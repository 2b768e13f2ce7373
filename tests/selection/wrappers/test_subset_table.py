import numpy as np
import pandas as pd
from sklearn.naive_bayes import GaussianNB

from hedgerow import DecisionTreeClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.selection.wrappers.subset_table import SubsetTable, TableHeader

NAMES = ("size", "word", "gap")
TABLE = np.array([[0.5, 0.0, 1.0], [1.5, 2.0, np.nan], [2.5, np.nan, 3.0]])


def ask(is_categorical):
    return TrainingSet(
        X=TABLE,
        y=np.array([0, 1, 0]),
        classes=np.array([0, 1]),
        is_categorical=np.array(is_categorical),
        feature_names=np.array(NAMES),
    )


def test_numbers_stay_with_their_gaps():
    training = ask([False] * 3)
    taken = SubsetTable.read(training, GaussianNB()).take(np.array([2, 0]), np.array([1, 2]))
    np.testing.assert_array_equal(taken, [[np.nan, 1.5], [3.0, 2.5]])
    header = TableHeader(NAMES, np.zeros(3, bool))
    again = SubsetTable.read(training, GaussianNB()).read_again(TABLE, header)
    np.testing.assert_array_equal(again.take(np.arange(3), np.arange(3)), TABLE)


def test_categories_become_columns_that_stay_together():
    training = ask([False, True, False])
    design = SubsetTable.read(training, GaussianNB())
    np.testing.assert_array_equal(design.take(np.array([1]), np.arange(3)), [[1, 0], [0, 1], [0, 0]])
    other = design.read_again(TABLE[::-1], TableHeader(NAMES, np.array([False, True, False])))
    np.testing.assert_array_equal(other.take(np.array([1]), np.array([2])), [[1, 0]])


def test_who_reads_categories_is_given_a_frame():
    training = ask([False, True, False])
    design = SubsetTable.read(training, DecisionTreeClassifier())
    taken = design.take(np.array([0, 1]), np.array([0, 2]))
    assert isinstance(taken["word"].dtype, pd.CategoricalDtype)
    assert taken["word"].isna().tolist() == [False, True]
    header = TableHeader(NAMES, np.array([False, True, False]))
    assert design.read_again(TABLE, header).table.equals(design.table)


def test_words_cannot_be_taken_for_numbers():
    frame = TableHeader(NAMES, np.array([False, True, False])).make_frame(TABLE)
    assert frame["word"].iloc[1] == "category 2"
    assert frame["gap"].isna().tolist() == [False, True, False]
