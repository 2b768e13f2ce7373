import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.datasets import load_iris
from sklearn.naive_bayes import GaussianNB

from hedgerow import BaggingClassifier, BaggingRegressor, EnsembleClassifier, Outputs
from hedgerow.ensembles import RandomSubspaceClassifier
from hedgerow.foundation.training_set import TrainingSet
from hedgerow.learners import FeatureIntervals, LocalExpertsClassifier, LocalExpertsRegressor
from hedgerow.learners.local.members import choose_n_parts, draw_folds


def answer_by_steps(rows, n_parts, X):
    edges = np.linspace(0, 1, n_parts + 1)[1:-1]
    part, asked = np.digitize(rows.X[:, 0], edges), np.digitize(X[:, 0], edges)
    means = np.array([rows.y[part == number].mean() for number in range(n_parts)])[asked]
    return means if rows.n_classes is None else np.column_stack([1 - means, means])


def make_rows(y, n_classes=None):
    return TrainingSet.of(np.linspace(0, 0.999, len(y))[:, None], y, n_classes=n_classes)


def test_as_many_parts_as_steps():
    stairs = np.repeat([0.0, 3.0, 1.0, 2.0], 50)
    noisy = stairs + np.random.default_rng(0).normal(size=200)
    assert choose_n_parts(make_rows(noisy), answer_by_steps, 0) == 4
    labels = (np.repeat([0.1, 0.9], 100) > np.random.default_rng(0).random(200)).astype(int)
    assert choose_n_parts(make_rows(labels, 2), answer_by_steps, 0) == 2


def test_noise_is_nearly_always_left_in_one_part():
    chosen = [
        choose_n_parts(make_rows(np.random.default_rng(seed).normal(size=100)), answer_by_steps, seed)
        for seed in range(30)
    ]
    assert np.mean(np.array(chosen) == 1) > 0.8


def test_few_rows_are_not_parted():
    def refuse(rows, n_parts, X):
        raise AssertionError("there is nothing to compare")

    assert choose_n_parts(make_rows(np.arange(12.0)), refuse, 0) == 1


def test_rows_of_little_weight_have_little_to_say():
    values = np.repeat([0.0, 5.0], 50)
    weights = np.where(np.arange(100) < 50, 1.0, 1e-9)
    rows = TrainingSet.of(np.linspace(0, 0.999, 100)[:, None], values, weights=weights)

    def answer(rows, n_parts, X):
        return np.full(len(X), 0.0 if n_parts == 1 else 5.0)  # right where there is weight, and where not

    assert choose_n_parts(rows, answer, 0) == 1


def test_folds_share_out_every_class():
    y = np.repeat([0, 1, 2], [30, 9, 3])
    folds = draw_folds(y, 3, seed=1)
    assert_array_equal([np.bincount(folds[y == label]) for label in range(3)], [[10] * 3, [3] * 3, [1] * 3])
    assert (draw_folds(y, 3, seed=2) != folds).any()


X, y = load_iris(return_X_y=True)
SEEDS = np.array([3, 4, 5], dtype=np.uint64)
COUNTS = np.random.default_rng(0).integers(0, 3, (3, 150)).astype(np.int32)


@pytest.mark.parametrize("learner", [None, GaussianNB()], ids=["tree", "bayes"])
@pytest.mark.parametrize(
    "columns", [None, [np.array([0, 2]), np.array([3]), np.array([1, 2, 3])]], ids=["all", "some"]
)
def test_members_are_what_each_would_be_alone(learner, columns):
    local = LocalExpertsClassifier(learner, n_parts=3)
    prepared = local.prepare(TrainingSet.of(X, y, n_classes=3))
    together = prepared.grow(SEEDS, COUNTS, columns)
    alone = [
        prepared.grow(SEEDS[[i]], COUNTS[[i]], None if columns is None else [columns[i]]) for i in range(3)
    ]
    joined = alone[0].join(alone[1:])
    outputs = together.outputs(X)
    assert len(together) == len(joined) == 3
    assert_array_equal(joined.outputs(X), outputs)
    assert_allclose(together.sum_outputs(X, None, False), outputs.sum(axis=0))
    assert_allclose(together.sum_outputs(X, np.array([1.0, 0, 2]), True).sum(axis=1), 3)
    assert_array_equal(together[1].predict_proba(X), outputs[1])
    assert_allclose(together[1].class_prior_, np.bincount(y, COUNTS[1]) / COUNTS[1].sum())


def test_rows_without_weight_or_question_are_not_seen():
    prepared = LocalExpertsClassifier(GaussianNB(), n_parts=2).prepare(TrainingSet.of(X, y, n_classes=3))
    targets = np.where(np.arange(150) % 2, y, -1)[None]
    weights = np.ones((1, 150), np.int32)
    asked = prepared.grow(SEEDS[:1], weights, None, targets)
    weights[0, ::2] = 0
    weighed = prepared.grow(SEEDS[:1], weights)
    assert_array_equal(asked.outputs(X), weighed.outputs(X))


def test_every_ensemble_can_have_local_experts():
    local = LocalExpertsClassifier(GaussianNB(), partition="clusters", n_parts=2)
    bagging = BaggingClassifier(local, n_estimators=10, oob_score=True, random_state=0).fit(X, y)
    assert bagging.oob_score_ > 0.9
    parallel = BaggingClassifier(local, n_estimators=10, n_jobs=2, random_state=0).fit(X, y)
    assert_array_equal(bagging.predict_proba(X), parallel.predict_proba(X))
    assert Outputs.from_estimator(bagging, X, y).answers.shape == (10, 150)
    assert RandomSubspaceClassifier(local, n_estimators=10, random_state=0).fit(X, y).score(X, y) > 0.9
    assert EnsembleClassifier(local, n_estimators=5, random_state=0).fit(X, y).score(X, y) > 0.9
    values = LocalExpertsRegressor(partition="feature", n_parts=2)
    assert (
        BaggingRegressor(values, n_estimators=5, random_state=0)
        .fit(X[:, :3], X[:, 3])
        .score(X[:, :3], X[:, 3])
        > 0.9
    )


def test_a_feature_is_known_by_name_or_number():
    rng = np.random.default_rng(0)
    frame = pd.DataFrame(
        {"kind": rng.choice(["a", "b", "c"], 80), "size": rng.random(80), "age": rng.random(80)}
    )
    target = rng.integers(0, 2, 80)
    routes = []
    for feature in ("age", 2):
        local = LocalExpertsClassifier(partition=FeatureIntervals(4, feature=feature)).fit(frame, target)
        routes.append(local.route(frame))
        assert local.partitions_[0].column_ == 4  # three indicators stand before the numbers
    assert_array_equal(routes[0], routes[1])
    assert_array_equal(
        routes[0], np.minimum((frame["age"] - frame["age"].min()) / np.ptp(frame["age"]) * 4, 3.5).astype(int)
    )
    for feature, size in (("weight", "from 0 to 2"), (3, "from 0 to 2"), (-1, "of 0 or more")):
        with pytest.raises(ValueError, match=f"feature={feature!r} must be an int {size}, or the name"):
            LocalExpertsClassifier(partition=FeatureIntervals(feature=feature)).fit(frame, target)
    with pytest.raises(ValueError, match="feature='kind' holds categories"):
        LocalExpertsClassifier(partition=FeatureIntervals(feature="kind")).fit(frame, target)


def test_one_part_is_one_model():
    local = LocalExpertsClassifier(GaussianNB(), n_parts=1).fit(X, y)
    assert [type(each).__name__ for each in local.partitions_] == ["Everything"]
    assert_allclose(local.predict_proba(X), GaussianNB().fit(X, y).predict_proba(X))
