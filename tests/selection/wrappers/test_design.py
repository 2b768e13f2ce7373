import numpy as np
import pandas as pd
from sklearn.naive_bayes import GaussianNB

from hedgerow import DecisionTreeClassifier
from hedgerow.selection.groups import Groups
from hedgerow.selection.question import Question
from hedgerow.selection.wrappers.design import Design, make_frame

TABLE = np.array([[0.5, 0.0, 1.0], [1.5, 2.0, np.nan], [2.5, np.nan, 3.0]])


def ask(is_categorical):
    names = ("size", "word", "gap")
    return Question(
        X=TABLE,
        y=np.array([0, 1, 0]),
        classes=np.array([0, 1]),
        is_categorical=np.array(is_categorical),
        weights=None,
        names=names,
        fixed=np.zeros(3, bool),
        groups=Groups.read(None, names),
    )


def test_numbers_stay_with_their_gaps():
    question = ask([False] * 3)
    taken = Design.read(question, GaussianNB()).take(np.array([2, 0]), np.array([1, 2]))
    np.testing.assert_array_equal(taken, [[np.nan, 1.5], [3.0, 2.5]])
    again = Design.read(question, GaussianNB()).read_again(question)
    np.testing.assert_array_equal(again.take(np.arange(3), np.arange(3)), TABLE)


def test_categories_become_columns_that_stay_together():
    question = ask([False, True, False])
    design = Design.read(question, GaussianNB())
    np.testing.assert_array_equal(design.take(np.array([1]), np.arange(3)), [[1, 0], [0, 1], [0, 0]])
    other = ask([False, True, False])
    other.X[:] = TABLE[::-1].copy()
    np.testing.assert_array_equal(design.read_again(other).take(np.array([1]), np.array([2])), [[1, 0]])
    other.X[:] = TABLE[::-1].copy()


def test_who_reads_categories_is_given_a_frame():
    question = ask([False, True, False])
    design = Design.read(question, DecisionTreeClassifier())
    taken = design.take(np.array([0, 1]), np.array([0, 2]))
    assert isinstance(taken["word"].dtype, pd.CategoricalDtype)
    assert taken["word"].isna().tolist() == [False, True]
    assert design.read_again(question).table.equals(design.table)


def test_words_cannot_be_taken_for_numbers():
    frame = make_frame(ask([False, True, False]))
    assert frame["word"].iloc[1] == "category 2"
    assert frame["gap"].isna().tolist() == [False, True, False]
