import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.ensemble import BaggingRegressor, ExtraTreesClassifier
from sklearn.ensemble import RandomForestClassifier as TheirForest
from sklearn.frozen import FrozenEstimator
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from hedgerow import BaggingClassifier, RandomForestClassifier
from hedgerow.outputs import Outputs
from hedgerow.pruning import InstanceSelection, choose_members
from hedgerow.pruning.committee_errors import make_evaluator
from hedgerow.pruning.model_assembly import (
    describe_path,
    find_bags,
    leaves_rows_out,
    looks_seen,
    warn_if_seen,
)
from hedgerow.pruning.pruned import prune

X, y = load_breast_cancer(return_X_y=True)
TRAIN, HELD, TEST = slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)
INPUTS, TARGET = load_diabetes(return_X_y=True)
FOREST = RandomForestClassifier(30, random_state=0).fit(X[TRAIN], y[TRAIN])


@pytest.mark.parametrize(
    "ensemble",
    [
        BaggingClassifier(n_estimators=10, random_state=0),
        TheirForest(10, random_state=0),
        make_pipeline(StandardScaler(), TheirForest(10, random_state=0)),
    ],
)
def test_training_rows_are_noticed_and_new_ones_are_not(ensemble):
    ensemble.fit(X[:284], y[:284])
    for wrapped in (ensemble, FrozenEstimator(ensemble)):
        with pytest.warns(UserWarning, match="rows that they were"):
            warn_if_seen(wrapped, Outputs.from_estimator(ensemble, X[:284], y[:284]))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            warn_if_seen(wrapped, Outputs.from_estimator(ensemble, X[284:568], y[284:568]))
    assert find_bags(ensemble, 284).shape == (10, 284)
    assert find_bags(ensemble, 100) is None


def test_values_too():
    inputs, target = load_diabetes(return_X_y=True)
    bag = BaggingRegressor(n_estimators=10, random_state=0).fit(inputs[:221], target[:221])
    seen = Outputs.from_estimator(bag, inputs[:221], target[:221])
    new = Outputs.from_estimator(bag, inputs[221:], target[221:])
    assert looks_seen(seen, find_bags(bag, 221))
    assert not looks_seen(new, find_bags(bag, 221))


def test_models_that_err_nowhere_are_suspicious_and_others_are_not():
    assert looks_seen(Outputs.from_predictions([[0, 1], [0, 1]], [0, 1]), None)
    assert not looks_seen(Outputs.from_predictions([[0, 1], [0, 0]], [0, 1]), None)
    assert not looks_seen(Outputs.from_predictions([[0, 1]], [0, 1]), None)
    assert find_bags([1, 2], 10) is None


def test_new_rows_are_rarely_mistaken():
    generator = np.random.default_rng(0)
    for _ in range(100):
        truth = generator.integers(2, size=50)
        said = Outputs.from_predictions(
            np.where(generator.random((20, 50)) < generator.random(50), truth, 1 - truth),
            truth,
            classes=[0, 1],
        )
        assert not looks_seen(said, generator.random((20, 50)) < 0.63)


@pytest.mark.parametrize("method", ["genetic", "fitselect"])
def test_other_rows_follow_the_same_committees(method):
    outputs = Outputs.from_estimator(FOREST, X[HELD], y[HELD])
    search = choose_members(outputs, method, random_state=0)
    path = describe_path(search, "here", {"there": make_evaluator(outputs)})
    np.testing.assert_allclose(path["there"], path["here"], atol=1e-12)


def test_the_error_of_choosing_by_row_is_that_of_the_other_rows():
    pruned = prune(FOREST, X[HELD], y[HELD], InstanceSelection("knora_u", n_neighbours=3))
    held, truth = X[HELD], y[HELD]
    outputs = Outputs.from_estimator(FOREST, held, truth)
    wrong = 0
    for row in range(len(held)):
        others = np.delete(np.arange(len(held)), row)
        chooser = InstanceSelection("knora_u", n_neighbours=3).learn(
            outputs.select_rows(others), held[others]
        )
        combination_weights = chooser.choose(held[[row]])[:, 0]
        votes = [combination_weights[outputs.answers[:, row] == k].sum() for k in (0, 1)]
        wrong += int(np.argmax(votes)) != truth[row]
    # scales are those of all rows here, and of the other rows there
    assert pruned.path_["validation_error"].item() == pytest.approx(wrong / len(held), abs=0.011)
    assert pruned.path_.columns.tolist() == ["n_members", "validation_error", "chosen"]


def test_bags_are_known_or_not():
    assert leaves_rows_out(FOREST, 190)
    assert not leaves_rows_out(ExtraTreesClassifier(3).fit(X[TRAIN], y[TRAIN]), 190)
    assert not leaves_rows_out([FOREST], 190)
