import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.datasets import load_digits, make_blobs
from sklearn.naive_bayes import GaussianNB

from hedgerow.ensembles import NestedDichotomiesClassifier
from hedgerow.trees.estimators import DecisionTreeClassifier

X, Y = load_digits(return_X_y=True)
TRAIN, TEST = slice(0, None, 2), slice(1, None, 2)


def test_probabilities_are_products_along_the_way_averaged():
    few = Y < 4
    end = NestedDichotomiesClassifier(GaussianNB(var_smoothing=0.1), n_estimators=4, random_state=0).fit(
        X[few], Y[few]
    )
    expected = np.zeros((20, 4))
    for tree in end.trees_:
        for code in range(4):
            chance = np.ones(20)
            for near, far in tree.splits:
                if code in near + far:
                    rows = np.isin(Y, near + far)
                    model = GaussianNB(var_smoothing=0.1).fit(X[rows], np.isin(Y[rows], near))
                    chance *= model.predict_proba(X[:20])[:, int(code in near)]
            expected[:, code] += chance / 4
    assert_allclose(end.predict_proba(X[:20]), expected, atol=1e-12)


def test_questions_that_trees_share_are_learned_once():
    end = NestedDichotomiesClassifier(n_estimators=30, random_state=0).fit(X, Y % 3)
    splits = [split for tree in end.trees_ for split in tree.splits]
    assert len(splits) == 60
    assert set(end.models_.models) == set(splits)
    assert len(end.models_) == 6


def test_an_ensemble_is_better_than_a_tree_as_published():
    """Frank and Kramer (2004): with C4.5 trees, on all but a few tables."""
    tree = DecisionTreeClassifier(random_state=0).fit(X[TRAIN], Y[TRAIN]).score(X[TEST], Y[TEST])
    scores = [
        NestedDichotomiesClassifier(n_estimators=n_trees, random_state=0)
        .fit(X[TRAIN], Y[TRAIN])
        .score(X[TEST], Y[TEST])
        for n_trees in (1, 20)
    ]
    assert scores[1] > max(tree, scores[0]) + 0.05


def test_more_trees_begin_with_the_same_ones():
    few, many = (NestedDichotomiesClassifier(n_estimators=n, random_state=5).fit(X, Y) for n in (3, 6))
    assert many.trees_[:3] == few.trees_


def test_hundreds_of_classes():
    points, labels = make_blobs(1200, 6, centers=300, cluster_std=0.3, random_state=0)
    end = NestedDichotomiesClassifier(n_estimators=3, random_state=0).fit(points[::2], labels[::2])
    assert end.predict_proba(points[:10]).shape == (10, len(end.classes_))
    assert end.score(points[1::2], labels[1::2]) > 0.4  # of 300


@pytest.mark.parametrize("n_estimators", [0, -1, 2.5, "many"])
def test_there_must_be_a_tree(n_estimators):
    with pytest.raises(ValueError, match="n_estimators="):
        NestedDichotomiesClassifier(n_estimators=n_estimators).fit(X[:50], Y[:50])
