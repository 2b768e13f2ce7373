import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import AdaBoostClassifier, BaggingRegressor, ExtraTreesClassifier
from sklearn.ensemble import RandomForestClassifier as TheirForest
from sklearn.frozen import FrozenEstimator
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from hedgerow import RandomForestClassifier
from hedgerow.outputs import Outputs
from hedgerow.pruning import METHODS, ForwardSelection, choose_members
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.pruned import PrunedEnsembleClassifier, PrunedEnsembleRegressor, prune

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


@pytest.mark.parametrize("method", [*METHODS.places])
def test_every_method_prunes_a_fitted_forest(method):
    pruned = prune(FOREST, X[HELD], y[HELD], method, random_state=0)
    assert pruned.score(X[TEST], y[TEST]) > 0.9
    assert pruned.path_["chosen"].sum() == 1
    assert {"n_members", "validation_error"} <= set(pruned.path_)
    chosen = pruned.path_.loc[pruned.path_["chosen"]].iloc[0]
    assert chosen["n_members"] == len(pruned.kept_) == pruned.n_members_
    if method != "instance":
        found = 1 - pruned.score(X[HELD], y[HELD])
        assert chosen["validation_error"] == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize(
    "ensemble",
    [
        TheirForest(20, random_state=0),
        ExtraTreesClassifier(20, random_state=0),
        AdaBoostClassifier(n_estimators=20, random_state=0),
    ],
)
def test_ensembles_of_other_origin(ensemble):
    ensemble.fit(X[TRAIN], y[TRAIN])
    pruned = prune(ensemble, X[HELD], y[HELD], "reduce_error", n_members=5)
    assert len(pruned.kept_) == 5
    assert all(a is ensemble.estimators_[b] for a, b in zip(pruned.estimators_, pruned.kept_, strict=True))
    outputs = Outputs.from_estimator(ensemble, X[TEST], y[TEST]).select(pruned.kept_)
    np.testing.assert_array_equal(pruned.predict(X[TEST]), outputs.consensus())


def test_lists_of_models_and_values():
    models = [GaussianNB(), *(DecisionTreeClassifier(max_depth=depth, random_state=0) for depth in (1, 2, 3))]
    labels = np.where(y == 1, "benign", "malignant")
    for model in models:
        model.fit(X[TRAIN], labels[TRAIN])
    pruned = prune(models, X[HELD], labels[HELD], "best", n_members=2)
    assert set(pruned.predict(X[TEST])) == {"benign", "malignant"}
    assert pruned.estimators_ == [models[position] for position in pruned.kept_]
    bag = BaggingRegressor(n_estimators=15, random_state=0).fit(INPUTS[::2], TARGET[::2])
    small = prune(bag, INPUTS[1::2], TARGET[1::2], "forward", random_state=0)
    assert isinstance(small, PrunedEnsembleRegressor)
    assert small.path_.loc[small.path_["chosen"], "validation_error"].item() == pytest.approx(
        np.sqrt(np.mean((small.predict(INPUTS[1::2]) - TARGET[1::2]) ** 2))
    )


def test_voices_of_members_that_joined_twice():
    method = ForwardSelection(n_steps=12, n_initial=0, n_bags=1)
    pruned = prune(FOREST, X[HELD], y[HELD], method)
    outputs = Outputs.from_estimator(FOREST, X[HELD], y[HELD])
    search = choose_members(outputs, method)
    assert pruned.kept_.tolist() == search.kept.tolist()
    np.testing.assert_array_equal(pruned.member_weights_, search.combination_weights)


def test_training_rows_are_warned_about_and_out_of_bag_is_not():
    with pytest.warns(UserWarning, match="out_of_bag=True"):
        prune(FOREST, X[TRAIN], y[TRAIN])
    pruned = prune(FOREST, X[TRAIN], y[TRAIN], out_of_bag=True, n_members=10)
    assert pruned.path_.columns.tolist() == ["n_members", "out_of_bag_error", "chosen"]
    both = prune(FOREST, X[HELD], y[HELD], training=(X[TRAIN], y[TRAIN]))
    assert both.path_.columns.tolist() == ["n_members", "validation_error", "out_of_bag_error", "chosen"]
    out = Outputs.from_estimator(FOREST, X[TRAIN], y[TRAIN], out_of_bag=True)
    order = both.search_.committees[-1]
    np.testing.assert_allclose(both.path_["out_of_bag_error"], make_evaluator(out).along(order))


def test_what_the_ensemble_knows_about_its_columns_is_kept():
    pruned = prune(FOREST, X[HELD], y[HELD], n_members=4)
    assert pruned.n_features_in_ == 30
    with pytest.raises(ValueError, match="30 features"):
        pruned.predict(X[:, :5])


def test_rows_choose_members_and_numbers_of_members_do_not_fit():
    with pytest.raises(ValueError, match="leave n_members out"):
        prune(FOREST, X[HELD], y[HELD], "instance", n_members=3)
    bag = BaggingRegressor(n_estimators=5, random_state=0).fit(INPUTS, TARGET)
    with pytest.raises(ValueError, match="is for classes"):
        prune(bag, INPUTS[1:], TARGET[1:], "instance")


def test_weights_of_rows_count():
    weights = np.where(y[HELD] == 0, 50.0, 1.0)
    outputs = Outputs.from_estimator(FOREST, X[HELD], y[HELD], sample_weight=weights)
    pruned = prune(FOREST, X[HELD], y[HELD], "best", sample_weight=weights)
    assert pruned.kept_.tolist() == choose_members(outputs, "best").kept.tolist()
    assert pruned.kept_.tolist() != prune(FOREST, X[HELD], y[HELD], "best").kept_.tolist()
