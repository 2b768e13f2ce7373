import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners.adapter import as_learner
from hedgerow.learners.part_models import GraftedForest, GraftedTrees, SeparateModels
from hedgerow.trees.estimators import DecisionTreeClassifier, DecisionTreeRegressor

RNG = np.random.default_rng(0)
N_PARTS = np.array([2, 3, 1])
X = RNG.random((90, 3))
NUMBERS = np.stack([RNG.integers(0, n_parts, 90) for n_parts in N_PARTS])
TREES = {"classes": DecisionTreeClassifier(), "values": DecisionTreeRegressor()}
KINDS = pytest.mark.parametrize("kind", TREES)


def grow(kind):
    """The same trees as separate models and grafted."""
    y = (X.sum(axis=1) * 2 % 3).astype(int) if kind == "classes" else X.sum(axis=1) ** 2
    n_classes = 3 if kind == "classes" else None
    table = as_learner(TREES[kind]).prepare(TrainingSet.of(X, y, n_classes=n_classes))
    member = np.repeat(np.arange(3), N_PARTS)
    number = np.concatenate([np.arange(n_parts) for n_parts in N_PARTS])
    weights = (NUMBERS[member] == number[:, None]).astype(np.int32)
    seeds = np.arange(6, dtype=np.uint64)
    singles = tuple(table.grow(seeds[i : i + 1], weights[i : i + 1]) for i in range(6))
    forest = table.grow(seeds, weights).forest
    return (
        SeparateModels(singles, N_PARTS, n_classes),
        GraftedTrees(TREES[kind], GraftedForest.graft(forest, N_PARTS)),
    )


@KINDS
def test_both_kinds_of_models_say_the_same(kind):
    separate, grafted = grow(kind)
    assert_array_equal(separate.outputs(X, NUMBERS), grafted.outputs(X, NUMBERS))
    weights = np.array([2.0, 0.5, 1.0])
    for hard in (False, True) if kind == "classes" else (False,):
        for combination_weights in (None, weights):
            sums = [
                models.sum_outputs(X, NUMBERS, combination_weights, hard) for models in (separate, grafted)
            ]
            assert_allclose(sums[0], sums[1])


@KINDS
def test_one_member_is_selected_listed_and_joined_again(kind):
    for models in grow(kind):
        outputs = models.outputs(X, NUMBERS)
        singles = [models.select(member) for member in range(3)]
        for member, single in enumerate(singles):
            assert_array_equal(single.outputs(X, NUMBERS[[member]])[0], outputs[member])
            fitted = models.list_fitted(member)
            assert len(fitted) == N_PARTS[member]
            rows = NUMBERS[member] == 0
            said = fitted[0].predict_proba(X[rows]) if kind == "classes" else fitted[0].predict(X[rows])
            assert_allclose(said, outputs[member, rows])
        assert_array_equal(singles[0].join(singles[1:]).outputs(X, NUMBERS), outputs)


def test_only_trees_have_importances():
    separate, grafted = grow("classes")
    assert_allclose(grafted.feature_importances(3).sum(axis=1), 1)
    with pytest.raises(AttributeError, match="only hedgerow's trees"):
        separate.feature_importances(3)


def test_parts_without_rows_are_not_asked():
    separate, _ = grow("values")
    assert separate.outputs(X[:0], NUMBERS[:, :0]).shape == (3, 0)
    same = np.zeros_like(NUMBERS)
    assert_array_equal(separate.outputs(X, same)[0], separate.models[0].outputs(X)[0])
