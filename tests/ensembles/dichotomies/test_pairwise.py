from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_digits, make_blobs
from sklearn.multiclass import OneVsOneClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC

from hedgerow.combination.class_pairs import couple_pairs
from hedgerow.ensembles import DDAGClassifier, PairwiseClassifier

X, Y = load_digits(return_X_y=True)
TRAIN, TEST = slice(0, None, 2), slice(1, None, 2)
WINNERS = {(0, 1): 0, (0, 2): 2, (0, 3): 0, (1, 2): 1, (1, 3): 3, (2, 3): 2}


class Decreed(ClassifierMixin, BaseEstimator):
    """Knows which class it was shown (their number is the only feature) and answers by decree."""

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        pair = tuple(int(X[y == side, 0][0]) for side in (0, 1))
        self.side_ = pair.index(WINNERS[pair])
        return self

    def predict(self, X):
        return np.full(len(X), self.side_)


@pytest.mark.parametrize(("order", "answer"), [("0123", "1"), ("2013", "0"), ("1230", "2")])
def test_cyclic_wins_are_settled_by_the_order(order, answer):
    rows = np.arange(8)[:, None] % 4
    ddag = DDAGClassifier(Decreed(), order=list(order)).fit(rows, rows.ravel().astype(str))
    assert_array_equal(ddag.predict(rows), answer)


def test_votes_are_those_of_scikit_learn():
    ours = PairwiseClassifier(SVC()).fit(X[TRAIN], Y[TRAIN]).predict(X[TEST])
    theirs = OneVsOneClassifier(SVC()).fit(X[TRAIN], Y[TRAIN])
    votes = np.zeros((len(ours), 10))
    for (first, second), model in zip(combinations(range(10), 2), theirs.estimators_, strict=True):
        second_wins = model.predict(X[TEST]) == 1
        votes[:, first] += ~second_wins
        votes[:, second] += second_wins
    ranked = np.sort(votes, axis=1)
    clear = ranked[:, -1] > ranked[:, -2]  # they settle ties by confidences
    assert clear.mean() > 0.95
    assert_array_equal(ours[clear], theirs.predict(X[TEST])[clear])


def test_a_knockout_agrees_with_the_votes_where_a_class_wins_all_its_pairs():
    ddag, votes = (each(SVC()).fit(X[TRAIN], Y[TRAIN]) for each in (DDAGClassifier, PairwiseClassifier))
    wins = (votes._predict_pairs(X[TEST]) > 0.5).sum(axis=2)
    sure = wins.max(axis=1) == 9
    assert sure.mean() > 0.95
    assert_array_equal(ddag.predict(X[TEST])[sure], votes.predict(X[TEST])[sure])
    assert ddag.score(X[TEST], Y[TEST]) > 0.97


def test_coupling_joins_the_pairs_by_their_sizes():
    few = Y < 3
    rows = np.r_[np.flatnonzero(few)[:150], np.flatnonzero(Y == 0)[50:150]]
    model = PairwiseClassifier(GaussianNB(var_smoothing=0.1), decision="coupling").fit(X[rows], Y[rows])
    pairs = np.full((30, 3, 3), 0.5)
    for first, second in combinations(range(3), 2):
        both = rows[np.isin(Y[rows], (first, second))]
        chances = GaussianNB(var_smoothing=0.1).fit(X[both], Y[both]).predict_proba(X[:30])
        pairs[:, first, second], pairs[:, second, first] = chances.T
    sizes = np.bincount(Y[rows])
    expected = couple_pairs(pairs, np.add.outer(sizes, sizes))
    assert_allclose(model.predict_proba(X[:30]), expected, atol=1e-10)
    assert_array_equal(model.predict(X[:30]), expected.argmax(axis=1))


def test_equal_votes_go_to_the_larger_class():
    rows = np.array([0, 1, 2, 2])[:, None]
    circle = PairwiseClassifier(Decreed()).fit(rows, rows.ravel())  # 0 beats 1 beats 2 beats 0
    assert circle.predict(rows).tolist() == [2] * 4


def test_a_row_is_shown_to_one_model_less_than_there_are_classes(monkeypatch):
    ddag = DDAGClassifier().fit(X[TRAIN], Y[TRAIN])
    shown, predict = [], type(ddag.models_).predict

    def count(models, dichotomy, rows):
        shown.append(len(rows))
        return predict(models, dichotomy, rows)

    monkeypatch.setattr(type(ddag.models_), "predict", count)
    ddag.predict(X[TEST][:200])
    assert sum(shown) == 9 * 200
    assert len(shown) <= 45


def test_many_classes():
    points, labels = make_blobs(600, 4, centers=60, cluster_std=0.3, random_state=0)
    ddag = DDAGClassifier().fit(points[::2], labels[::2])
    assert len(ddag.models_) == 60 * 59 // 2
    assert ddag.score(points[1::2], labels[1::2]) > 0.7
    assert ddag.predict_proba(points[:3]).shape == (3, 60)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (PairwiseClassifier(decision="votes"), "decision='votes' must be 'vote' or 'coupling'"),
        (DDAGClassifier(order=[0, 1]), "order=.*does not name each class once"),
    ],
)
def test_what_is_refused(wrong, message):
    with pytest.raises(ValueError, match=message):
        wrong.fit(X[:50], Y[:50])
    assert not hasattr(wrong, "classes_")
