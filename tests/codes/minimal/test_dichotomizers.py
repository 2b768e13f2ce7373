import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import ExtraTreeClassifier

from hedgerow import DecisionTreeClassifier
from hedgerow.codes.minimal.dichotomizers import Dichotomizers
from hedgerow.codes.minimal.splits import fold, hold_out
from hedgerow.learners import RandomOracleClassifier

X, y = load_iris(return_X_y=True)
COLUMNS = np.array([[0, 1, 1], [0, 0, 1], [0, 1, 0]], np.uint8)
HALF = [hold_out(y, 0.5, np.random.RandomState(0))]
FOLDS = fold(y, 3, np.random.RandomState(0))


@pytest.mark.parametrize("splits", [HALF, FOLDS], ids=["half", "folds"])
@pytest.mark.parametrize("learner", [DecisionTreeClassifier(), GaussianNB()], ids=["batches", "one by one"])
def test_each_column_is_learned_on_the_training_rows_and_answered_on_the_others(learner, splits):
    """The obvious twin: relabel, fit, predict."""
    known = Dichotomizers(learner, X, y, None, splits, 0, None)
    answers = known.answer(COLUMNS)
    assert_array_equal(known.rows, np.concatenate([held_out for _, held_out in splits]))
    for column, answer in zip(COLUMNS, answers, strict=True):
        twin = [learner.fit(X[train], column[y[train]]).predict(X[held_out]) for train, held_out in splits]
        assert_array_equal(answer, np.concatenate(twin) == 1)


@pytest.mark.parametrize(
    "learner",
    [
        DecisionTreeClassifier(max_features=1),
        RandomOracleClassifier(),
        make_pipeline(StandardScaler(), ExtraTreeClassifier(max_features=1)),
    ],
    ids=["tree", "oracle", "pipeline"],
)
def test_answers_depend_on_neither_order_nor_workers(learner):
    together = Dichotomizers(learner, X, y, None, FOLDS, 7, 1).answer(COLUMNS)
    backwards = Dichotomizers(learner, X, y, None, FOLDS, 7, 2).answer(COLUMNS[::-1])
    assert_array_equal(together, backwards[::-1])
    again = Dichotomizers(learner, X, y, None, FOLDS, 7, None)
    assert_array_equal(together, np.concatenate([again.answer(column[None]) for column in COLUMNS]))
    assert not np.array_equal(together, Dichotomizers(learner, X, y, None, FOLDS, 8, 1).answer(COLUMNS))


@pytest.mark.parametrize(
    "learner", [DecisionTreeClassifier(), LogisticRegression(), KNeighborsClassifier(1)], ids=str
)
def test_weights_count_or_draw_rows(learner):
    """All weight on two rows of each class: the answers are those of these rows."""
    heavy = np.concatenate([np.flatnonzero(y == code)[:2] for code in range(3)])
    weights = np.full(150, 1e-9)
    weights[heavy] = 1.0
    answers = Dichotomizers(learner, X, y, weights, [(np.arange(150), heavy)], 0, None).answer(COLUMNS[:1])
    assert_array_equal(answers[0], y[heavy] > 0)


@pytest.mark.parametrize("learner", [DecisionTreeClassifier(), LogisticRegression()], ids=str)
def test_a_side_without_training_rows_is_never_the_answer(learner):
    train, held_out = np.flatnonzero(y == 0), np.flatnonzero(y > 0)
    columns = np.array([[0, 1, 1], [1, 0, 0]], np.uint8)
    answers = Dichotomizers(learner, X, y, None, [(train, held_out)], 0, None).answer(columns)
    assert not answers[0].any()
    assert answers[1].all()


class Broken(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        raise RuntimeError("it does not learn")


def test_a_learner_that_fails_says_so():
    with pytest.raises(RuntimeError, match="it does not learn"):
        Dichotomizers(Broken(), X, y, None, HALF, 0, None).answer(COLUMNS)
