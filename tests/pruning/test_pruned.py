import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import ExtraTreesClassifier
from sklearn.frozen import FrozenEstimator

from hedgerow import RandomForestClassifier
from hedgerow.pruning.fitted import prune
from hedgerow.pruning.pruned import PrunedEnsembleClassifier

X, y = load_breast_cancer(return_X_y=True)
TRAIN, HELD, TEST = slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)
INPUTS, TARGET = load_diabetes(return_X_y=True)
FOREST = RandomForestClassifier(30, random_state=0).fit(X[TRAIN], y[TRAIN])


def test_where_the_rows_come_from():
    forest = RandomForestClassifier(10)
    auto = PrunedEnsembleClassifier(forest, random_state=0).fit(X, y)
    assert auto.path_.columns.tolist() == ["n_members", "out_of_bag_error", "chosen"]
    held = PrunedEnsembleClassifier(forest, validation="holdout", random_state=0).fit(X, y)
    assert held.path_.columns.tolist() == ["n_members", "validation_error", "out_of_bag_error", "chosen"]
    no_bags = PrunedEnsembleClassifier(ExtraTreesClassifier(10), random_state=0).fit(X, y)
    assert no_bags.path_.columns.tolist() == ["n_members", "validation_error", "chosen"]
    with pytest.raises(ValueError, match="out_of_bag=True"):
        PrunedEnsembleClassifier(ExtraTreesClassifier(10), validation="out_of_bag").fit(X, y)
    with pytest.raises(ValueError, match="validation='train'"):
        PrunedEnsembleClassifier(forest, validation="train").fit(X, y)
    with pytest.raises(ValueError, match="validation_fraction=2"):
        PrunedEnsembleClassifier(forest, validation="holdout", validation_fraction=2.0).fit(X, y)


def test_a_frozen_ensemble_is_not_grown_again():
    pruned = PrunedEnsembleClassifier(FrozenEstimator(FOREST), n_members=4).fit(X[HELD], y[HELD])
    expected = prune(FOREST, X[HELD], y[HELD], n_members=4)
    assert pruned.kept_.tolist() == expected.kept_.tolist()


def test_pruned_rows_had_no_part_in_growing():
    """Held-out rows have shuffled labels: members that had seen them would know them."""
    generator = np.random.default_rng(0)
    noise = generator.integers(2, size=len(y))
    model = PrunedEnsembleClassifier(
        ExtraTreesClassifier(20), validation="holdout", method="best", random_state=0
    ).fit(X, noise)
    assert model.path_["validation_error"].iloc[-1] > 0.3


def test_a_class_that_is_held_out_entirely():
    rare = np.where(np.arange(len(y)) == 5, 2, y)
    for seed in range(4):
        model = PrunedEnsembleClassifier(
            RandomForestClassifier(5), validation="holdout", method="best", random_state=seed
        ).fit(X, rare)
        assert model.predict_proba(X).shape == (569, 3)
        assert model.score(X, rare) > 0.85
