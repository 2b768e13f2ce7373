import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import chisquare
from sklearn.datasets import load_digits, make_blobs
from sklearn.naive_bayes import GaussianNB

from hedgerow.ensembles import NestedDichotomiesClassifier
from hedgerow.ensembles.dichotomies.nested import ClassTree
from hedgerow.trees.estimators import DecisionTreeClassifier


@pytest.mark.parametrize(("n_classes", "n_trees"), [(3, 3), (4, 15), (5, 105)])
def test_every_tree_is_equally_likely(n_classes, n_trees):
    generator = np.random.default_rng(n_classes)
    counts = Counter(ClassTree.draw(range(n_classes), generator).nest() for _ in range(40 * n_trees))
    assert len(counts) == n_trees == math.prod(range(2 * n_classes - 3, 0, -2))
    assert chisquare(list(counts.values())).pvalue > 0.01


def test_six_classes_have_945_trees():
    generator = np.random.default_rng(0)
    assert len({ClassTree.draw(range(6), generator).nest() for _ in range(12_000)}) == 945


def test_two_trees_averaged():
    left = ClassTree((0, 1, 2), (((0, 1), (2,)), ((0,), (1,))))
    right = ClassTree((0, 1, 2), (((0,), (1, 2)), ((1,), (2,))))
    assert left.nest() == ((0, 1), 2)
    assert right.nest() == (0, (1, 2))
    chances = [
        tree.multiply(
            {split: np.array([answer]) for split, answer in zip(tree.splits, answers, strict=True)}, 3
        )
        for tree, answers in ((left, (0.7, 0.8)), (right, (0.5, 0.6)))
    ]
    assert_allclose(np.mean(chances, axis=0), [[0.53, 0.22, 0.25]])


@given(st.sets(st.integers(0, 40), min_size=1, max_size=12), st.integers(0, 10_000))
def test_a_tree_parts_its_classes_to_the_last(classes, seed):
    tree = ClassTree.draw(sorted(classes), np.random.default_rng(seed))
    assert tree.classes == tuple(sorted(classes))
    assert len(tree.splits) == len(classes) - 1
    known = {tree.classes}
    for near, far in tree.splits:
        assert near[0] < far[0]
        assert tuple(sorted(near + far)) in known  # parents come first
        known |= {near, far}
    assert {(code,) for code in classes} <= known


def test_probabilities_sum_to_one_over_the_classes_of_the_tree():
    generator = np.random.default_rng(0)
    tree = ClassTree.draw([1, 2, 4, 6, 7], generator)
    chances = tree.multiply({split: generator.random(20) for split in tree.splits}, n_classes=8)
    assert_allclose(chances.sum(axis=1), 1.0)
    assert_allclose(chances[:, [0, 3, 5]], 0.0)


def test_hundreds_of_classes():
    tree = ClassTree.draw(range(500), np.random.default_rng(0))
    assert len(tree.splits) == 499


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


def test_hundreds_of_classes_of_classifier():
    points, labels = make_blobs(1200, 6, centers=300, cluster_std=0.3, random_state=0)
    end = NestedDichotomiesClassifier(n_estimators=3, random_state=0).fit(points[::2], labels[::2])
    assert end.predict_proba(points[:10]).shape == (10, len(end.classes_))
    assert end.score(points[1::2], labels[1::2]) > 0.4  # of 300


@pytest.mark.parametrize("n_estimators", [0, -1, 2.5, "many"])
def test_there_must_be_a_tree(n_estimators):
    with pytest.raises(ValueError, match="n_estimators="):
        NestedDichotomiesClassifier(n_estimators=n_estimators).fit(X[:50], Y[:50])
