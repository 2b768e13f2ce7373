from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.part_models import GraftedForest
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

RNG = np.random.default_rng(0)
N_PARTS = np.array([2, 1, 3, 4])
X = np.column_stack([RNG.random((120, 3)), RNG.integers(0, 70, 120), RNG.integers(0, 3, 120)])
X[::11, 1] = np.nan
PARTS = np.stack([RNG.integers(0, n_parts, 120) for n_parts in N_PARTS])
MEMBER = np.repeat(np.arange(4), N_PARTS)
NUMBER = np.concatenate([np.arange(n_parts) for n_parts in N_PARTS])
KINDS = ["classes", "values"]


def grow(kind):
    """One tree for each part of each member, on the rows of the part."""
    tree = {"classes": DecisionTreeClassifier(), "values": DecisionTreeRegressor()}[kind]
    values = X[:, 0] + (X[:, 3] % 5) + RNG.random(120)
    y = (values * 3 % 3).astype(int) if kind == "classes" else values
    is_categorical = np.array([False, False, False, True, True])
    table = tree.prepare(
        TrainingSet.of(X, y, n_classes=3 if kind == "classes" else None, is_categorical=is_categorical)
    )
    weights = (PARTS[MEMBER] == NUMBER[:, None]).astype(np.int32)
    return table.grow(np.arange(10, dtype=np.uint64), weights).forest


@pytest.mark.parametrize("kind", KINDS)
def test_a_row_gets_the_answer_of_the_tree_of_its_part(kind):
    forest = grow(kind)
    grafted = GraftedForest.graft(forest, N_PARTS)
    apart = forest.outputs(X)
    starts = np.cumsum(N_PARTS) - N_PARTS
    expected = np.stack([apart[starts[t] + PARTS[t], np.arange(120)] for t in range(4)])
    wide = grafted.widen(X, PARTS)
    assert_array_equal(grafted.forest.outputs(wide), expected)
    combination_weights = np.array([1.0, 0.5, 2.0, 3.0])
    assert_allclose(
        grafted.forest.sum_outputs(wide, combination_weights), np.tensordot(combination_weights, expected, 1)
    )


@pytest.mark.parametrize("kind", KINDS)
def test_cutting_undoes_grafting(kind):
    forest = grow(kind)
    grafted = GraftedForest.graft(forest, N_PARTS)
    assert len(grafted) == 4
    part = 0
    for member, n_parts in enumerate(N_PARTS):
        cut = grafted.cut(member)
        assert len(cut) == n_parts
        for index in range(n_parts):
            for name in ("nodes", "values", "subsets"):
                assert_array_equal(getattr(cut[index], name), getattr(forest[part], name))
            part += 1


@pytest.mark.parametrize("kind", KINDS)
def test_joined_batches_are_one_batch(kind):
    forest = grow(kind)
    whole = GraftedForest.graft(forest, N_PARTS)
    single = [GraftedForest.graft(whole.cut(t), N_PARTS[[t]]) for t in range(4)]
    joined = single[0].join([single[1].join(single[2:])])
    assert_array_equal(joined.forest.nodes, whole.forest.nodes)
    assert_array_equal(joined.forest.starts, whole.forest.starts)
    assert joined.forest.n_features == 9
    wide = whole.widen(X, PARTS)
    assert_array_equal(joined.forest.outputs(wide), whole.forest.outputs(wide))


@pytest.mark.parametrize("kind", KINDS)
def test_a_fork_holds_what_its_parts_hold_together(kind):
    forest = grow(kind)
    whole = GraftedForest.graft(forest, N_PARTS).forest
    roots = forest.starts[:-1]
    for t in range(4):
        mine = roots[t == MEMBER]
        assert whole.nodes["n_rows"][whole.starts[t]] == forest.nodes["n_rows"][mine].sum()
        root, parts = whole.values[whole.starts[t]], forest.values[mine]
        if kind == "classes":
            assert_allclose(root, parts.sum(axis=0))
            continue
        weight, mean, variance = parts.T
        assert_allclose(root[0], weight.sum())
        assert_allclose(root[1], np.average(mean, weights=weight))
        assert_allclose(root[2] + root[1] ** 2, np.average(variance + mean**2, weights=weight))


def test_forks_have_no_importance_of_their_own():
    importances = GraftedForest.graft(grow("classes"), N_PARTS).forest.feature_importances()
    assert_array_equal(importances[:, 5:], 0)
    assert_allclose(importances[:, :5].sum(axis=1), 1)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda g: {"n_parts": g.n_parts[:-1]},
        lambda g: {"n_parts": g.n_parts[None]},
        lambda g: {"n_parts": np.array([3, 0, 3, 4])},
        lambda g: {"sizes": g.sizes + np.eye(10, dtype=int)[0]},
        lambda g: {"sizes": np.where(np.arange(10) == 0, 2**62, g.sizes)},
        lambda g: {"sizes": g.sizes[::-1].copy()},
        lambda g: {"n_words": np.where(np.arange(10) == 0, -1, g.n_words)},
        lambda g: {"n_features": 4},
    ],
)
def test_parts_of_a_file_make_up_the_trees(wrong):
    grafted = GraftedForest.graft(grow("classes"), N_PARTS)
    grafted.check_loaded()
    with pytest.raises(ValueError, match=r"the parts do not make up|these are not trees"):
        replace(grafted, **wrong(grafted)).check_loaded()
