from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_breast_cancer, make_friedman1
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.tree import DecisionTreeRegressor as PeerTree

from hedgerow import DecisionTreeRegressor
from hedgerow.boosting import LsBoostClassifier, LsBoostRegressor

F, z = make_friedman1(60, noise=0.5, random_state=0)
C, tumour = load_breast_cancer(return_X_y=True)
C, tumour = C[::4], tumour[::4]


def boost_naively(X, y, n_rounds, l2):
    """Least-squares boosting of -1/+1 stumps, by trying them all."""
    scores, rows = [sum(y) / len(y)] * len(y), range(len(y))
    for _ in range(n_rounds):
        u = [y[i] - scores[i] for i in rows]
        best, chosen = 0.0, None
        for feature in range(X.shape[1]):
            values = sorted(set(X[:, feature]))
            for low, high in pairwise(values):
                h = [1 if X[i, feature] > (low + high) / 2 else -1 for i in rows]
                merit = sum(u[i] * h[i] for i in rows)
                if abs(merit) > best * (1 + 1e-10):
                    best, chosen = abs(merit), [merit * h[i] for i in rows]
        scores = [scores[i] + chosen[i] / (len(y) + l2) for i in rows]
    return scores


@pytest.mark.parametrize("l2", [0.0, 7.0])
def test_it_is_the_naive_algorithm(l2):
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 9, (25, 3)).astype(float), rng.choice([-1, 1], 25)
    model = LsBoostClassifier(n_estimators=12, l2=l2).fit(X, y)
    assert_allclose(model.decision_function(X), boost_naively(X, y, 12, l2), atol=1e-9)


def test_a_penalty_is_a_learning_rate():
    n = len(tumour)
    penalised = LsBoostClassifier(n_estimators=40, l2=250.0).fit(C, tumour)
    slowed = LsBoostClassifier(n_estimators=40, learning_rate=n / (n + 250.0)).fit(C, tumour)
    assert_allclose(penalised.decision_function(C), slowed.decision_function(C), atol=1e-9)


def test_without_a_penalty_it_is_plain_least_squares_boosting():
    free = LsBoostClassifier(n_estimators=30, l2=0).fit(C, tumour)
    plain = LsBoostClassifier(n_estimators=30, learning_rate=1.0).fit(C, tumour)
    assert_allclose(free.decision_function(C), plain.decision_function(C), atol=1e-9)


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize("rate", [0.1, 1.0])
def test_it_is_scikit_learns_gradient_boosting(depth, rate):
    ours = LsBoostRegressor(DecisionTreeRegressor(max_depth=depth), n_estimators=25, learning_rate=rate)
    theirs = GradientBoostingRegressor(max_depth=depth, n_estimators=25, learning_rate=rate, random_state=0)
    assert_allclose(ours.fit(F, z).predict(F), theirs.fit(F, z).predict(F), rtol=1e-9)
    for stage, peer in zip(ours.staged_predict(F), theirs.staged_predict(F), strict=True):
        assert_allclose(stage, peer, rtol=1e-9)


def test_no_penalty_and_full_steps_are_scikit_learns_with_a_rate_of_one():
    ours = LsBoostRegressor(n_estimators=25, l2=0).fit(F, z)
    theirs = GradientBoostingRegressor(max_depth=1, n_estimators=25, learning_rate=1.0, random_state=0).fit(
        F, z
    )
    assert_allclose(ours.predict(F), theirs.predict(F), rtol=1e-9)


def test_leaves_are_shrunk_by_their_size():
    model = LsBoostRegressor(n_estimators=4, l2=6.0).fit(F, z)
    scores = np.full(60, z.mean())
    for _ in range(4):
        residuals = z - scores
        leaves = PeerTree(max_depth=1).fit(F, residuals).apply(F)
        for leaf in np.unique(leaves):
            inside = leaves == leaf
            scores[inside] += residuals[inside].sum() / (inside.sum() + 6.0)
    assert_allclose(model.predict(F), scores, rtol=1e-9)


def test_classes_have_one_model_each():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(80, 3)), rng.integers(0, 4, 80)
    together = LsBoostClassifier(n_estimators=10).fit(X, y).decision_function(X)
    for label in range(4):
        alone = LsBoostClassifier(n_estimators=10).fit(X, y == label).decision_function(X)
        assert_allclose(together[:, label], alone, atol=1e-9)


def test_the_training_loss_never_rises():
    model = LsBoostClassifier(n_estimators=60, l2=50).fit(C, tumour)
    assert (np.diff(model.train_loss_) < 0).all()
    assert model.train_loss_.shape == (61,)


def test_the_order_of_features_and_rows_does_not_matter():
    rng = np.random.default_rng(0)
    columns, rows = rng.permutation(C.shape[1]), rng.permutation(len(C))
    weights = rng.uniform(0.5, 1.5, len(C))  # no two stumps are equally good
    model = LsBoostClassifier(n_estimators=15).fit(C, tumour, weights)
    shuffled = LsBoostClassifier(n_estimators=15).fit(C[rows][:, columns], tumour[rows], weights[rows])
    assert_allclose(shuffled.decision_function(C[:, columns]), model.decision_function(C), atol=1e-9)


def test_relabelled_classes_are_relabelled_predictions():
    numbers = LsBoostClassifier(n_estimators=15).fit(C, tumour)
    words = LsBoostClassifier(n_estimators=15).fit(C, np.array(["bad", "good"])[tumour])
    assert_array_equal(words.predict(C), np.array(["bad", "good"])[numbers.predict(C)])


def test_missing_values_take_the_side_that_suits_them():
    X = np.array([[1.0], [2.0], [3.0], [4.0], [np.nan], [np.nan]])
    for labels in ([0, 0, 1, 1, 1, 1], [0, 0, 1, 1, 0, 0]):
        assert_array_equal(LsBoostClassifier(n_estimators=50).fit(X, labels).predict(X), labels)
