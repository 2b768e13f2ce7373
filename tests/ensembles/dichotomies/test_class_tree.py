import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import chisquare

from hedgerow.ensembles.dichotomies.class_tree import ClassTree


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
